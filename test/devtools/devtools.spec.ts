/**
 * The drawer of hashbang-router/devtools on the dev server of the demo: its content for a page, and
 * its absence from every build.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { hashbang } from 'hashbang-router/vite'
import { violations } from '../demo/axe.ts'
import { type Demo, startDevServer } from '../demo/server.ts'

let demo: Demo
test.beforeAll(async () => {
  demo = await startDevServer()
  // The first snapshot starts the worker.
  await (await fetch(`${demo.origin}/?_escaped_fragment_=/word/ajax`)).text()
})
test.afterAll(() => demo?.close())

const heading = (page: Page) => page.locator('hashbang-outlet h1')
const opener = (page: Page) => page.locator('hashbang-devtools .opener')
const drawer = (page: Page) => page.locator('hashbang-devtools .drawer')
const frame = (page: Page) => drawer(page).frameLocator('iframe')
const fact = (page: Page, term: string) => drawer(page).locator(`dt:text-is("${term}") + dd`)

/** Opens the drawer on the page of a word, and waits until its snapshot has come. */
async function open(page: Page): Promise<void> {
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(heading(page)).toHaveText('Ajax')
  await opener(page).click()
  await expect(fact(page, 'Text')).toBeVisible()
}

test('the drawer shows addresses, outcome and the snapshot of a state', async ({ page }) => {
  await open(page)
  const length = await page.evaluate(() => history.length)
  await expect(fact(page, 'State')).toHaveText('/word/ajax')
  await expect(fact(page, 'Pretty URL')).toHaveText(`${demo.origin}/#!/word/ajax`)
  await expect(fact(page, 'Ugly URL')).toHaveText(`${demo.origin}/?_escaped_fragment_=/word/ajax`)
  await expect(fact(page, 'Readable address')).toHaveText(`${demo.origin}/s/word/ajax`)
  await expect(fact(page, 'Outcome')).toHaveText('word, page, 200')
  await expect(fact(page, 'Snapshot')).toHaveText('200')
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
  await expect(drawer(page).locator('iframe')).toHaveAttribute('sandbox', 'allow-same-origin')
  await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
  await expect(fact(page, 'Text')).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(length)
})

test('the drawer marks differences between page and snapshot, and follows navigations', async ({
  page,
}) => {
  await open(page)
  await heading(page).evaluate((element) => {
    element.textContent = 'Hector'
  })
  await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
  await expect(fact(page, 'Text')).toHaveText('differs from the page in 1 place')
  await expect(drawer(page).locator('li del')).toHaveText('Hector')
  await expect(drawer(page).locator('li ins')).toHaveText('Ajax')
  await frame(page).getByRole('link', { name: 'mythical being' }).first().click()
  await expect(heading(page)).toHaveText('mythical being')
  await expect(fact(page, 'State')).toHaveText('/word/mythical%20being')
  await expect(frame(page).locator('h1')).toHaveText('mythical being')
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
})

test('a snapshot that cannot be fetched is an alert, and its button fetches it again', {
  tag: '@nightly',
}, async ({ page }) => {
  await page.route(/_escaped_fragment_/, (route) => route.abort())
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await opener(page).click()
  await expect(drawer(page).getByRole('alert')).toContainText('It could not be fetched')
  await page.unroute(/_escaped_fragment_/)
  await drawer(page).getByRole('button', { name: 'Try again' }).click()
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
})

test('the keyboard opens the drawer, and Escape returns the focus', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const snapshots = () => requests.filter((url) => url.includes('_escaped_fragment_')).length
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(heading(page)).toHaveText('Ajax')
  await expect(opener(page)).toHaveAccessibleName('What readers without script get of this page')
  await expect(drawer(page)).toBeHidden()
  await opener(page).focus()
  expect(snapshots()).toBe(0)
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('heading', { name: 'Without script' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(drawer(page).getByRole('button', { name: 'Fetch again' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(opener(page)).toBeFocused()
  expect(snapshots()).toBe(1)
})

for (const [colorScheme, ...tag] of [['light'], ['dark', '@nightly']] as const) {
  test(`the drawer is accessible in ${colorScheme}, closed or open, on a narrow screen`, {
    tag,
  }, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`${demo.origin}/#!/word/ajax`)
    await expect(opener(page)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await opener(page).click()
    await expect(fact(page, 'Text')).toBeVisible()
    await expect.poll(() => drawer(page).boundingBox()).toMatchObject({ x: 0, width: 320 })
    expect(await violations(page)).toEqual([])
    await heading(page).evaluate((element) => {
      element.textContent = 'Hector'
    })
    await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
    await expect(drawer(page).locator('li del')).toHaveText('Hector')
    expect(await violations(page)).toEqual([])
  })
}

test('styles of the app do not affect the button of the drawer', async ({ page }) => {
  await page.goto(`${demo.origin}/#!/word/ajax`)
  const size = await opener(page).evaluate((element) => getComputedStyle(element).fontSize)
  await page.addStyleTag({ content: 'button { display: none } * { font-size: 40px }' })
  await expect(opener(page)).toBeVisible()
  await expect(opener(page)).toHaveCSS('font-size', size)
})

test('snapshots, builds and a dev server with `devtools: false` have no drawer', async () => {
  const snapshot = await fetch(`${demo.origin}/?_escaped_fragment_=/word/ajax`)
  expect(await snapshot.text()).not.toContain('devtools')
  const client = join(import.meta.dirname, '../../demo/dist/client')
  const files = readdirSync(join(client, 'assets')).filter((name) => /\.js$/.test(name))
  const index = readFileSync(join(client, 'index.html'), 'utf8')
  expect(index).not.toContain('devtools')
  const entries = files.filter((name) => index.includes(name))
  expect(entries.length).toBeGreaterThan(0)
  for (const name of entries) {
    const text = readFileSync(join(client, 'assets', name), 'utf8')
    // Code of the element, of the plugin, and of the part that announces routers in development.
    expect(text).not.toMatch(/hashbang-devtools|hashbang-router\.started/)
  }
  const plugins = (devtools: boolean) =>
    hashbang({ app: 'app.ts', devtools }).filter(({ name }) => name.endsWith(':devtools')).length
  expect([plugins(true), plugins(false)]).toEqual([1, 0])
})
