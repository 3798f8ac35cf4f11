/** The folders of examples/, each as its reader runs it. */
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { npm } from './installed.ts'
import { temporaryFolder } from './memory-folder.ts'
import { served } from './terminal.ts'

const EXAMPLES = join(import.meta.dirname, '../examples')
const ALL = readdirSync(EXAMPLES).filter((name) => existsSync(join(EXAMPLES, name, 'package.json')))
/** Examples with styles, a picture, and a view that mounts in the browser. */
const FRAMEWORKS = ['react', 'preact', 'vue', 'svelte', 'solid', 'lit', 'angular']
/** A preview is by the handler of production: one example for each Vite shows that it starts. */
const PREVIEWED = ['react on Vite 8', 'angular on Vite 7']
const WHERE: Readonly<Record<string, string>> = { 'static-host': '/s/word/ajax/' }
const UGLY = '/?_escaped_fragment_=/word/ajax'

const TIME = ['/api/time', 200, /"time"/] as const
/** The responses of a server of several things, beside the states. */
const BESIDE: Readonly<Record<string, readonly (readonly [string, number, RegExp])[]>> = {
  ...{ express: [TIME], fastify: [TIME], hono: [TIME] },
  vike: [
    ['/about', 200, /About, at a path/],
    ['/nowhere', 404, /No such path/],
  ],
}

test('examples/ has a folder for each framework and each server', () => {
  expect(ALL).toEqual(
    expect.arrayContaining([
      ...['plain', 'angularjs', 'static-host'],
      ...FRAMEWORKS,
      ...Object.keys(BESIDE),
    ]),
  )
})

/** A snapshot, and the text of all its style sheets. */
async function read(url: string) {
  const response = await fetch(url)
  const html = await response.text()
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]*)"/g)]
  const sheets = links.map(async ([, href = '']) =>
    (await fetch(new URL(href.replaceAll('&amp;', '&'), url))).text(),
  )
  return {
    status: response.status,
    html: html.replace(/<!--.*?-->/g, ''),
    styles: (await Promise.all(sheets)).join('\n') + html,
  }
}

/**
 * Reads a snapshot until it is as it should be: a machine with much else to do takes longer, as a
 * Retry-After says.
 */
async function readUntil(url: string, isDone: (page: { status: number; html: string }) => boolean) {
  for (;;) {
    const page = await read(url)
    if (isDone(page)) return page
  }
}

async function expectSnapshot(name: string, origin: string): Promise<void> {
  const address = origin + (WHERE[name] ?? UGLY)
  const { status, html, styles } = await readUntil(address, (page) => page.status !== 503)
  expect(status, html).toBe(200)
  expect(html).toContain('<title>ajax</title>')
  expect(html).toMatch(/<h1[^>]*>\s*ajax/)
  for (const [path, expected, text] of BESIDE[name] ?? []) {
    const response = await fetch(origin + path)
    expect([path, response.status]).toEqual([path, expected])
    expect(await response.text()).toMatch(text)
  }
  if (!FRAMEWORKS.includes(name)) return
  expect(html).toMatch(/<h1[^>]*>\s*ajax of 4 letters, mounted\s*<\/h1>/)
  expect(html).not.toContain('<script')
  expect(styles).toMatch(/margin:\s*7px/)
  expect(styles).toMatch(/padding:\s*5px/)
  expect(styles).toMatch(/color:\s*(?:rgb\(1, ?2, ?3\)|#010203)/)
  const [, src = ''] = /<img[^>]* src="([^"]*)"/.exec(html) ?? []
  const picture = await fetch(new URL(src, origin))
  expect(picture.headers.get('content-type')).toMatch(/^image\/svg\+xml\b/)
  expect(await picture.text()).toContain('<svg')
}

/** The app in a browser: its view has the styles of the snapshot, and stays for the next state. */
async function expectApp(name: string, origin: string, page: Page): Promise<void> {
  await page.goto(origin)
  await page.getByRole('link', { name: 'ajax' }).click()
  await expect(page.getByRole('heading')).toContainText('ajax')
  await expect(page).toHaveURL(`${origin}/#!/word/ajax`)
  if (!FRAMEWORKS.includes(name)) return
  await expect(page.locator('h1')).toHaveText('ajax of 4 letters, mounted')
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('body')).toHaveCSS('margin', '7px')
  await page.getByLabel('note').fill('typed')
  await page.getByRole('link', { name: 'hero' }).click()
  await expect(page.locator('h1')).toHaveText('hero of 4 letters, mounted')
  await expect(page.getByLabel('note')).toHaveValue('typed')
}

const isConnected = (message: ConsoleMessage) => message.text().includes('[vite] connected')

/** The app in development: an edit of its view is in the browser, and in the next snapshots. */
async function expectEdit(name: string, folder: string, origin: string, page: Page) {
  const isView = (name: string) => /^word\.(?:tsx?|vue|svelte)$/i.test(name)
  const view = join(folder, 'src', readdirSync(join(folder, 'src')).find(isView) ?? '')
  const source = readFileSync(view, 'utf8')
  // A file that is emptied and then filled may be read in between, and the second event is dropped.
  const save = (text: string) => {
    writeFileSync(join(folder, 'saved'), text)
    renameSync(join(folder, 'saved'), view)
  }
  const connected = page.waitForEvent('console', isConnected)
  await expectApp(name, origin, page)
  // Vite tells nobody of an edit who comes after it.
  await connected
  save(source.replace("'mounted'", "'edited'"))
  await page.locator('h1', { hasText: 'letters, edited' }).waitFor()
  const edited = 'ajax of 4 letters, edited'
  await readUntil(origin + UGLY, ({ html }) => html.includes(edited))
  // Renderers are evaluated inside of the first page of a worker.
  expect((await read(origin + UGLY)).html).toContain(edited)
  save(source)
}

test.describe('examples', () => {
  test.describe.configure({ mode: 'parallel' })

  for (const [name, vite] of [
    ...ALL.map((name) => [name, '8'] as const),
    ...[['angular', '7'] as const, ['lit', '7'] as const],
  ])
    test(`${name} on Vite ${vite}`, async ({ page }, { title }) => {
      const own = join(temporaryFolder('hashbang-example'), name)
      cpSync(join(EXAMPLES, name), own, { recursive: true })
      await npm(`install hashbang-router vite@${vite}`, own)
      if (FRAMEWORKS.includes(name))
        await served('npm run dev', own, async (origin) => {
          await expectSnapshot(name, origin)
          await expectEdit(name, own, origin, page)
        })
      await served('npm start', own, async (origin) => {
        await expectSnapshot(name, origin)
        await expectApp(name, origin, page)
      })
      if (PREVIEWED.includes(title))
        await served('npx vite preview --port 0', own, (origin) => expectSnapshot(name, origin))
    })
})
