/** Every state of the demo can be read by everyone: in both colour schemes, on a narrow screen, and as a snapshot. */
import { expect, type Page, test } from '@playwright/test'
import { violations } from './axe.ts'
import { type Demo, sharedDemo } from './server.ts'

const STATES = {
  home: '',
  'a long entry': '/word/take',
  'a short entry': '/word/ajax',
  'a letter': '/browse/a?page=2',
  'a part of speech': 'pos=verb&letter=k',
  'a search': '/search?q=greek%20hero',
  'a search that finds nothing': '/search?q=qqqqzz',
  'a search without words': '/search',
  about: '/about',
  'a word that is not there': '/word/recieve',
  'a state that is not there': '/nope/x',
}

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

/** The others are of the same pieces. */
const REPRESENTATIVE = ['home', 'a short entry', 'a search', 'a state that is not there']

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [name, state] of Object.entries(STATES)) {
  const level = REPRESENTATIVE.includes(name) ? {} : { tag: '@nightly' }
  test(
    `${name} has no accessibility violation and fits a narrow screen`,
    level,
    async ({ page }) => {
      // Half a fade is a colour that nobody chose.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await page.goto(`${demo.origin}/${state === '' ? '' : `#!${state}`}`)
      await expect(page.locator('h1')).toHaveCount(1)
      expect(await violations(page), 'light').toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await violations(page, ['color-contrast']), 'dark').toEqual([])
      await page.setViewportSize({ width: 320, height: 640 })
      expect(await overflow(page)).toBe(0)
    },
  )
}

test('a page that failed to load says so, without an accessibility violation', async ({ page }) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: 'no' } }))
  await page.goto(`${demo.origin}/#!/about`)
  await expect(page.locator('h1')).toHaveText('This page could not be shown')
  expect(await violations(page)).toEqual([])
})

test('a snapshot has no accessibility violation', async ({ page }) => {
  await page.goto(`${demo.origin}/?_escaped_fragment_=/word/take`)
  await expect(page.locator('h1')).toHaveText('take')
  expect(await violations(page)).toEqual([])
})

test('the keyboard reaches the content first, then the search by its shortcut', async ({
  page,
}) => {
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(page.locator('h1')).toHaveText('Ajax')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await expect(page.locator('h1')).toHaveText('Ajax')
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('greek hero')
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('Search: “greek hero”')
})
