/**
 * Projects as users have them, outside of the repository: each framework by its official template and Vite plugin and the steps
 * of our guides, from the packed tarball. In development, built and served, a snapshot has the view, its styles and
 * its picture; an edit is seen by the browser and by the next snapshot; what was typed stays from one state to the next.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConsoleMessage, expect, type Page, test } from '@playwright/test'
import { type Installed, install } from './installed.ts'

// All of it in three minutes, which the guide promises for production alone.
// Guards against what hangs: a busy machine builds an app of Angular for minutes.
test.describe.configure({ mode: 'default' })

const TITLE = /<h1[^>]*>\s*ajax of 4 letters, mounted\s*<\/h1>/

/** What a reader without script is given: the document, and the text of all that it links as styles. */
async function read(origin: string, state: string) {
  const response = await fetch(`${origin}/?_escaped_fragment_=${state}`)
  const html = await response.text()
  const links = [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]*)"/g)]
  const sheets = await Promise.all(
    links.map(async ([, href = '']) =>
      (await fetch(new URL(href.replaceAll('&amp;', '&'), origin))).text(),
    ),
  )
  return {
    status: response.status,
    html: html.replace(/<!--.*?-->/g, ''),
    styles: sheets.join('\n') + html,
  }
}

async function expectSnapshot(origin: string): Promise<void> {
  // A machine with much else to do may take longer than the deadline, as its Retry-After says.
  await expect
    .poll(async () => (await read(origin, '/word/ajax')).status, { timeout: 300_000 })
    .not.toBe(503)
  const { status, html, styles } = await read(origin, '/word/ajax')
  expect(status, html).toBe(200)
  expect(html).toMatch(TITLE)
  expect(html).toContain('<title>ajax</title>')
  expect(html).not.toContain('<script')
  expect(styles).toMatch(/margin:\s*7px/)
  expect(styles).toMatch(/padding:\s*5px/)
  expect(styles).toMatch(/color:\s*(?:rgb\(1, ?2, ?3\)|#010203)/)
  const [, src = ''] = /<img[^>]* src="([^"]*)"/.exec(html) ?? []
  const picture = await fetch(new URL(src, origin))
  expect(picture.headers.get('content-type')).toBe('image/svg+xml')
  expect(await picture.text()).toContain('<svg')
  expect((await read(origin, '')).html).toMatch(/<a[^>]* href="#!\/word\/ajax"[^>]*>ajax<\/a>/)
}

/** The app in a browser: its styles and picture are those of the snapshot, and its view stays for the next state. */
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

/** The file of the view, which says "mounted". */
function viewOf(folder: string): string {
  const file = readdirSync(join(folder, 'src')).find((name) =>
    /^word\.(?:tsx?|vue|svelte)$/i.test(name),
  )
  return join(folder, 'src', file ?? '')
}

/** Vite's client hears of edits from now on. */
const isConnected = (message: ConsoleMessage) => message.text().includes('[vite] connected')

/** A preview is of the same files, by the same handler as production: one project for each Vite shows that it starts. */
const PREVIEWED = ['react', 'angular']

function testProject(installed: () => Installed, name: string, vite: string): void {
  test(`${name} on Vite ${vite}: development, build and production`, async ({ page }) => {
    const { folder, run, start } = installed()
    const view = viewOf(join(folder, name))
    const source = readFileSync(view, 'utf8')
    const version = JSON.parse(
      readFileSync(join(folder, 'node_modules/vite/package.json'), 'utf8'),
    ).version
    expect(version.split('.')[0]).toBe(vite)

    const dev = await start(name, 'vite', '--port', '0')
    try {
      await expectSnapshot(dev.origin)
      const connected = page.waitForEvent('console', isConnected)
      await expectApp(page, dev.origin)
      // Vite tells nobody of an edit who comes after it.
      await connected
      writeFileSync(view, source.replace("'mounted'", "'edited'"))
      await expect(page.locator('h1')).toContainText('letters, edited', { timeout: 60_000 })
      await expect
        .poll(async () => (await read(dev.origin, '/word/ajax')).html, { timeout: 60_000 })
        .toContain('ajax of 4 letters, edited')
    } finally {
      await dev.stop()
      writeFileSync(view, source)
    }

    await run(name, 'vite', 'build')
    if (PREVIEWED.includes(name)) {
      const preview = await start(name, 'vite', 'preview', '--port', '0')
      try {
        await expectSnapshot(preview.origin)
      } finally {
        await preview.stop()
      }
    }
    const served = await start(
      name,
      'hashbang',
      'serve',
      '--port',
      '0',
      '--origin',
      'http://a.test',
    )
    try {
      await expectSnapshot(served.origin)
      await expectApp(page, served.origin)
    } finally {
      await served.stop()
    }
  })
}

test.describe('in one folder', () => {
  let installed: Installed
  test.beforeAll(async () => {
    installed = await install(['react', 'preact', 'vue', 'svelte', 'solid', 'lit'])
  })
  test.afterAll(() => installed?.remove())
  for (const name of ['react', 'preact', 'vue', 'svelte', 'solid', 'lit'])
    testProject(() => installed, name, '8')
})

test.describe('in a folder of its own', () => {
  let installed: Installed
  test.beforeAll(async () => {
    installed = await install(['angular', 'lit'], { vite: '^7.3.0' })
  })
  test.afterAll(() => installed?.remove())
  for (const name of ['angular', 'lit']) testProject(() => installed, name, '7')
})
