/** Projects as users have them, outside of the repository. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { run, serve } from './command.ts'
import { install } from './installed.ts'

const TITLE = /<h1[^>]*>\s*ajax of 4 letters, mounted\s*<\/h1>/

/** The content for a reader without script: the document, and the text of all its style sheets. */
async function read(origin: string, state: string) {
  const response = await fetch(`${origin}/?_escaped_fragment_=${state}`)
  const html = await response.text()
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]*)"/g)]
  const sheets = links.map(async ([, href = '']) =>
    (await fetch(new URL(href.replaceAll('&amp;', '&'), origin))).text(),
  )
  return {
    status: response.status,
    html: html.replace(/<!--.*?-->/g, ''),
    styles: (await Promise.all(sheets)).join('\n') + html,
  }
}

/**
 * Reads a state until it is as it should be: a machine with much else to do takes longer, as a
 * Retry-After says.
 */
async function readUntil(
  origin: string,
  isDone: (page: { status: number; html: string }) => boolean,
) {
  for (;;) {
    const page = await read(origin, '/word/ajax')
    if (isDone(page)) return page
  }
}

async function expectSnapshot(origin: string): Promise<void> {
  const { status, html, styles } = await readUntil(origin, (page) => page.status !== 503)
  expect(status, html).toBe(200)
  expect(html).toMatch(TITLE)
  expect(html).toContain('<title>ajax</title>')
  expect(html).not.toContain('<script')
  expect(styles).toMatch(/margin:\s*7px/)
  expect(styles).toMatch(/padding:\s*5px/)
  expect(styles).toMatch(/color:\s*(?:rgb\(1, ?2, ?3\)|#010203)/)
  const [, src = ''] = /<img[^>]* src="([^"]*)"/.exec(html) ?? []
  const picture = await fetch(new URL(src, origin))
  expect(picture.headers.get('content-type')).toMatch(/^image\/svg\+xml\b/)
  expect(await picture.text()).toContain('<svg')
  expect((await read(origin, '')).html).toMatch(/<a[^>]* href="#!\/word\/ajax"[^>]*>ajax<\/a>/)
}

/**
 * The app in a browser: its styles and picture are those of the snapshot, and its view stays for
 * the next state.
 */
async function expectApp(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/#!/word/ajax`)
  await expect(page.locator('h1')).toHaveText('ajax of 4 letters, mounted')
  await expect(page.locator('h1')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(page.locator('body')).toHaveCSS('margin', '7px')
  await page.getByLabel('note').fill('typed')
  await page.getByRole('link', { name: 'hero' }).click()
  await expect(page.locator('h1')).toHaveText('hero of 4 letters, mounted')
  await expect(page.getByLabel('note')).toHaveValue('typed')
}

function viewOf(folder: string): string {
  const isView = (name: string) => /^word\.(?:tsx?|vue|svelte)$/i.test(name)
  return join(folder, 'src', readdirSync(join(folder, 'src')).find(isView) ?? '')
}

/**
 * Writes a file at one stroke: one that is emptied and then filled may be read in between, and the
 * second event is dropped.
 */
function save(path: string, text: string): void {
  const whole = join(path, '../../saved')
  writeFileSync(whole, text)
  renameSync(whole, path)
}

const isConnected = (message: ConsoleMessage) => message.text().includes('[vite] connected')

/**
 * A preview is of the same files, by the same handler as production: one project for each Vite
 * shows that it starts.
 */
const PREVIEWED = ['react', 'angular']

for (const { vite, names } of [
  { vite: '8', names: ['react', 'preact', 'vue', 'svelte', 'solid', 'lit'] },
  { vite: '7', names: ['angular', 'lit'] },
])
  test.describe(`on Vite ${vite}`, () => {
    let folder: string
    test.beforeAll(async () => {
      folder = await install(names, vite === '7' ? { vite: '^7.3.0' } : {})
    })

    /** Uses a server that a program of the packages starts. */
    async function served(name: string, line: string, use: (origin: string) => Promise<void>) {
      const server = await serve(`../node_modules/.bin/${line}`, join(folder, name))
      try {
        await use(server.origin)
      } finally {
        await server.stop()
      }
    }

    for (const name of names)
      test(`${name} on Vite ${vite}: development, build and production`, async ({ page }) => {
        const own = join(folder, name)
        const view = viewOf(own)
        const source = readFileSync(view, 'utf8')
        const manifest = readFileSync(join(folder, 'node_modules/vite/package.json'), 'utf8')
        expect(JSON.parse(manifest).version.split('.')[0]).toBe(vite)

        await served(name, 'vite --port 0', async (origin) => {
          await expectSnapshot(origin)
          const connected = page.waitForEvent('console', isConnected)
          await expectApp(page, origin)
          // Vite tells nobody of an edit who comes after it.
          await connected
          save(view, source.replace("'mounted'", "'edited'"))
          await page.locator('h1', { hasText: 'letters, edited' }).waitFor()
          await readUntil(origin, ({ html }) => html.includes('ajax of 4 letters, edited'))
          // Renderers are evaluated inside of the first page of a worker.
          expect((await read(origin, '/word/ajax')).html).toContain('ajax of 4 letters, edited')
        })
        save(view, source)

        await run('../node_modules/.bin/vite build', own)
        if (PREVIEWED.includes(name))
          await served(name, 'vite preview --port 0', (origin) => expectSnapshot(origin))
        await served(name, 'hashbang serve --port 0 --origin http://a.test', async (origin) => {
          await expectSnapshot(origin)
          await expectApp(page, origin)
        })
      })
  })
