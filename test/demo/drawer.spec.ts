/** "See it without script" on the demo as it is in production: the snapshot beside the page, and nothing of it before. */
import { expect, type Page, test } from '@playwright/test'
import { violations } from './axe.ts'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

const button = (page: Page) => page.getByRole('button', { name: 'See it without script' })
const drawer = (page: Page) => page.locator('hashbang-devtools .drawer')
const fact = (page: Page, term: string) => drawer(page).locator(`.facts dt:text-is("${term}") + dd`)

async function open(page: Page, state: string): Promise<void> {
  await page.goto(`${demo.origin}/${state === '' ? '' : `#!${state}`}`)
  await expect(page.locator('hashbang-outlet h1')).toBeVisible()
  await button(page).click()
  await expect(fact(page, 'Text')).toBeVisible()
}

test('the drawer is loaded when it is asked for, and the focus goes to it and back', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(`${demo.origin}/#!/word/take`)
  await expect(page.locator('h1')).toHaveText('take')
  expect(asked.filter((url) => /devtools|_escaped_fragment_/.test(url))).toEqual([])
  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(drawer(page).getByRole('heading', { name: 'Without script' })).toBeFocused()
  expect(asked.filter((url) => url.includes('devtools')).length).toBe(1)
  await page.keyboard.press('Escape')
  await expect(drawer(page)).toBeHidden()
  await expect(button(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer(page)).toBeVisible()
})

test('it shows the ugly URL, the headers, the size beside the app’s, and whether the answer was kept', async ({
  page,
}) => {
  // A word of its own, which no other test has had made.
  await open(page, '/word/sesquipedalian')
  const ugly = `${demo.origin}/?_escaped_fragment_=/word/sesquipedalian`
  await expect(fact(page, 'Ugly URL')).toHaveText(ugly)
  await expect(fact(page, 'Snapshot')).toContainText('200, made for this request')
  await expect(fact(page, 'Size')).toHaveText(/kB.*the app has loaded [\d.]+ kB in \d+ requests/)
  await expect(fact(page, 'Text')).toHaveText('the same words as the page')
  const frame = drawer(page).frameLocator('iframe')
  await expect(frame.locator('h1')).toHaveText('sesquipedalian')
  await drawer(page).getByRole('button', { name: 'Fetch again' }).click()
  await expect(fact(page, 'Snapshot')).toContainText('200, from the cache')
  await drawer(page).getByRole('tab', { name: 'Headers' }).click()
  await expect(drawer(page).locator('#headers')).toContainText('server-timing')
})

// That they do say the same is held by walk.spec.ts.
test('page and snapshot of every kind of state are said to say the same', {
  tag: '@nightly',
}, async ({ page }) => {
  for (const state of ['', '/word/take', '/browse/a', 'pos=verb', '/about', '/word/recieve']) {
    await page.goto('about:blank')
    await open(page, state)
    await expect(fact(page, 'Text')).toHaveText('the same words as the page')
  }
})

test('the page stands beside the drawer on a wide screen, and a link of the snapshot leads both', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await open(page, '/word/ajax')
  const column = await page.locator('main').boundingBox()
  const beside = await drawer(page).boundingBox()
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBeLessThanOrEqual((beside?.x ?? 0) + 1)
  const frame = drawer(page).frameLocator('iframe')
  await frame.getByRole('link', { name: 'mythical being' }).first().click()
  await expect(page.locator('hashbang-outlet h1')).toHaveText('mythical being')
  await expect(frame.locator('h1')).toHaveText('mythical being')
  await page.goBack()
  await expect(page.locator('hashbang-outlet h1')).toHaveText('Ajax')
})

test('an open drawer has no accessibility violation in light or dark, nor does it widen a narrow screen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 320, height: 640 })
  await open(page, '/word/ajax')
  expect(await violations(page), 'light').toEqual([])
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violations(page, ['color-contrast']), 'dark').toEqual([])
})

test('a drawer that cannot be loaded says so, and is asked for again', async ({ page }) => {
  await page.route(/devtools/, (route) => route.abort())
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await button(page).click()
  await expect(
    page.getByRole('button', { name: 'It could not be loaded: try again' }),
  ).toBeEnabled()
})
