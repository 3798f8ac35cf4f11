/** The drawer of hashbang-router/devtools in Vite's dev server, over a copy of fixtures/vite-app: what it shows, and what it leaves alone. It takes over 20 s: the dev server transforms the app for each page. */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import type { AxeResults } from 'axe-core'
import { type HashbangOptions, hashbang } from 'hashbang-router/vite'
import { createBuilder, createServer, type InlineConfig, type ViteDevServer } from 'vite'
import { setVariable } from '../environment.ts'
import { REMEMBERING } from '../fixtures/vite-app-packages.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

// Inside the package, so that the app finds the package by its name.
const FOLDER = join(import.meta.dirname, '../../.cache')

let root: string
let server: ViteDevServer
let origin: string
let restore = () => {}

const config = (options: Partial<HashbangOptions> = {}): InlineConfig => ({
  configFile: false,
  root,
  logLevel: 'silent',
  cacheDir: join(root, '.vite'),
  server: { port: 0 },
  plugins: [hashbang({ app: 'app.ts', ...options })],
})

test.beforeAll(async () => {
  // As when a person starts it; packages are resolved for development then.
  restore = setVariable('NODE_ENV', 'development')
  mkdirSync(FOLDER, { recursive: true })
  root = mkdtempSync(join(FOLDER, 'drawer-'))
  cpSync(join(import.meta.dirname, '../fixtures/vite-app'), root, { recursive: true })
  for (const [file, content] of Object.entries(REMEMBERING)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), content)
  }
  server = await createServer(config())
  await server.listen()
  origin = new URL(server.resolvedUrls?.local[0] ?? '').origin
  // The first snapshot starts the worker.
  await (await fetch(`${origin}/?_escaped_fragment_=/greet/bob`)).text()
})

test.afterAll(async () => {
  await server.close()
  restore()
  rmSync(root, { recursive: true, force: true })
})

/** For a snapshot of the dev server, whose modules may have to be transformed first. */
const MADE = { timeout: 60_000 }

const opener = (page: Page) => page.locator('hashbang-devtools .opener')
const drawer = (page: Page) => page.locator('hashbang-devtools .drawer')
const fact = (page: Page, term: string) => drawer(page).locator(`.facts dt:text-is("${term}") + dd`)

async function open(page: Page, state: string): Promise<void> {
  await page.goto(`${origin}/#!${state}`)
  await opener(page).click()
  await expect(fact(page, 'Text')).toBeVisible(MADE)
}

const violations = async (page: Page): Promise<string[]> => {
  await page.evaluate(AXE)
  const found = (await page.evaluate("axe.run({ resultTypes: ['violations'] })")) as AxeResults
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`))
}

test('a page of the dev server has a small button, and no request for a snapshot before it is pressed', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${origin}/#!/greet/bob`)
  await expect(page.locator('fixture-greeting')).toContainText('hello bob')
  await expect(opener(page)).toHaveAccessibleName('What readers without script get of this page')
  await expect(drawer(page)).toBeHidden()
  expect(asked.filter((url) => url.includes('_escaped_fragment_'))).toEqual([])
})

test('the drawer shows the addresses, the snapshot beside the page, its headers, size and text', async ({
  page,
}) => {
  await open(page, '/greet/bob')
  await expect(fact(page, 'State')).toHaveText('/greet/bob')
  await expect(fact(page, 'Pretty URL')).toHaveText(`${origin}/#!/greet/bob`)
  await expect(fact(page, 'Ugly URL')).toHaveText(`${origin}/?_escaped_fragment_=/greet/bob`)
  await expect(fact(page, 'Snapshot')).toHaveText(/^200, made for this request, in [\d.]+ m?s$/)
  await expect(fact(page, 'Size')).toHaveText(/ B|kB.*the app has loaded [\d.]+ kB in \d+ requests/)
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
  const frame = drawer(page).frameLocator('iframe')
  await expect(frame.locator('fixture-greeting')).toContainText('hello bob')
  await drawer(page).getByRole('tab', { name: 'Headers' }).click()
  await expect(drawer(page).locator('#headers')).toContainText('no-store')
})

test('nothing in the frame can run, and showing it leaves the history alone', async ({ page }) => {
  await page.goto(origin)
  const before = await page.evaluate(() => history.length)
  await opener(page).click()
  await expect(fact(page, 'Text')).toBeVisible(MADE)
  await expect(drawer(page).locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin')
  await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
  await expect(fact(page, 'Text')).toBeVisible(MADE)
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('route, params, data and times of the page are shown, those of the first one, too', async ({
  page,
}) => {
  await open(page, '/greet/bob')
  await drawer(page).getByRole('tab', { name: 'Page' }).click()
  const panel = drawer(page).locator('#page')
  await expect(panel).toContainText('greeting')
  await expect(panel.getByRole('region', { name: 'Params' })).toContainText('"name": "bob"')
  await expect(panel.getByRole('region', { name: 'Data' })).toContainText('"greeting": "hello bob"')
  await expect(panel.locator('dt:text-is("Loaders and view") + dd')).toHaveText(/^[\d.]+ m?s$/)
  await expect(panel.locator('dt:text-is("Shown") + dd')).toHaveText(/^[\d.]+ m?s$/)
})

test('it follows the reader to the next page, and says where page and snapshot differ', async ({
  page,
}) => {
  await open(page, '/greet/bob')
  await page.evaluate(() => {
    location.hash = '#!/greet/ann'
  })
  await expect(fact(page, 'State')).toHaveText('/greet/ann')
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
  await page.locator('fixture-greeting p').evaluate((text) => {
    text.textContent = 'good evening ann'
  })
  await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
  await expect(fact(page, 'Text')).toHaveText('differs from the page in 1 place')
  await drawer(page).getByRole('tab', { name: 'Differences' }).click()
  await expect(drawer(page).locator('li del')).toHaveText('good evening')
  await expect(drawer(page).locator('li ins')).toHaveText('hello')
})

test('a link of the snapshot leads the page', { tag: '@nightly' }, async ({ page }) => {
  await page.goto(origin)
  await opener(page).click()
  const link = drawer(page).frameLocator('iframe').locator('a[href^="#!"]').first()
  const href = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(`${origin}/${href}`)
})

test('a snapshot that cannot be fetched says so, and is asked for again', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route(/_escaped_fragment_/, (route) => route.abort())
  await page.goto(`${origin}/#!/greet/bob`)
  await opener(page).click()
  await expect(drawer(page).getByRole('alert')).toContainText('It could not be fetched')
  await page.unroute(/_escaped_fragment_/)
  await drawer(page).getByRole('button', { name: 'Try again' }).click()
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
})

test('the keyboard opens, walks through the tabs, closes, and is back where it was', async ({
  page,
}) => {
  await page.goto(`${origin}/#!/greet/bob`)
  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('heading', { name: 'Without script' })).toBeFocused()
  const tab = (name: string) => drawer(page).getByRole('tab', { name })
  await tab('Snapshot').focus()
  await page.keyboard.press('ArrowRight')
  await expect(tab('Differences')).toBeFocused()
  await expect(drawer(page).locator('#differences')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(tab('Page')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
})

for (const colorScheme of ['light', 'dark'] as const) {
  const details = colorScheme === 'dark' ? { tag: '@nightly' } : {}
  test(
    `the drawer has no accessibility violation in ${colorScheme}, open or closed`,
    details,
    async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      // The fixture's own page is not what is looked at.
      await page.goto(`${origin}/#!/greet/bob`)
      await expect(opener(page)).toBeVisible()
      const before = (await violations(page)).filter((one) => one.includes('hashbang-devtools'))
      expect(before).toEqual([])
      await opener(page).click()
      await expect(fact(page, 'Text')).toBeVisible(MADE)
      for (const name of ['Snapshot', 'Differences', 'Headers', 'Page']) {
        await drawer(page).getByRole('tab', { name }).click()
        const found = (await violations(page)).filter((one) => one.includes('hashbang-devtools'))
        expect([name, ...found]).toEqual([name])
      }
    },
  )
}

test('the drawer fits a narrow screen', { tag: '@nightly' }, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/greet/bob')
  // It slides in.
  await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ x: 0, width: 320 })
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})

test('styles of the app do not reach it, and its own do not reach the app', async ({ page }) => {
  const look = () =>
    page.evaluate(() => {
      const { font, color } = getComputedStyle(document.querySelector('body > header') as Element)
      return `${font} ${color}`
    })
  await page.goto(`${origin}/#!/greet/bob`)
  await expect(opener(page)).toBeVisible()
  const before = await look()
  await page.addStyleTag({ content: 'button { display: none } * { font-size: 40px }' })
  await expect(opener(page)).toBeVisible()
  expect(await opener(page).evaluate((element) => getComputedStyle(element).fontSize)).toBe('14px')
  await page.evaluate(() => document.querySelector('hashbang-devtools')?.remove())
  await page.evaluate(() => document.head.querySelector('style:last-of-type')?.remove())
  expect(await look()).toBe(before)
})

test('a snapshot of the dev server knows nothing of it', async () => {
  const response = await fetch(`${origin}/?_escaped_fragment_=/greet/bob`)
  expect(await response.text()).not.toContain('devtools')
})

test('`devtools: false` leaves it out of the dev server', { tag: '@nightly' }, async () => {
  const without = await createServer(config({ devtools: false }))
  try {
    await without.listen()
    const shell = await (await fetch(without.resolvedUrls?.local[0] ?? '')).text()
    expect(shell).not.toContain('devtools')
    expect(await (await fetch(origin)).text()).toContain('devtools')
  } finally {
    await without.close()
  }
})

test('a build has nothing of it', async () => {
  const develop = setVariable('NODE_ENV', 'production')
  try {
    await (await createBuilder(config())).buildApp()
  } finally {
    develop()
  }
  const files = readdirSync(join(root, 'dist'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(?:js|html|css)$/.test(file),
  )
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    const text = readFileSync(join(root, 'dist', file), 'utf8')
    // Of the element, of the plugin, of what announces routers in development.
    expect([file, /devtools|hashbang-router\.started/.test(text)]).toEqual([file, false])
  }
})
