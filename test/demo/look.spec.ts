/**
 * Every kind of page of the demo can be read by everyone: in both colour schemes, on a narrow
 * screen, by keyboard.
 */
import { expect, type Page, test } from '@playwright/test'
import { violations } from './axe.ts'
import { type Demo, sharedDemo } from './server.ts'

const STATES = {
  home: '',
  'a word': '/word/ajax',
  'a search': '/search?q=greek%20hero',
  'an unknown state': '/nope/x',
}

let demo: Demo
test.beforeAll(async () => {
  demo = await sharedDemo()
})

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const [name, state] of Object.entries(STATES)) {
  test(`${name} is accessible in light and dark, on a narrow screen, too`, async ({ page }) => {
    // Half a fade is a colour that nobody chose.
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(`${demo.origin}/${state === '' ? '' : `#!${state}`}`)
    await expect(page.locator('h1')).toHaveCount(1)
    expect(await violations(page), 'light').toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await violations(page, ['color-contrast']), 'dark').toEqual([])
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await overflow(page)).toBe(0)
  })
}

test('a snapshot is accessible', async ({ page }) => {
  await page.goto(`${demo.origin}/?_escaped_fragment_=/word/take`)
  await expect(page.locator('h1')).toHaveText('take')
  expect(await violations(page)).toEqual([])
})

test('a page that fails to load shows an accessible error, and loads by its button', async ({
  page,
}) => {
  await page.route('**/api/**', (route) => route.fulfill({ status: 500, json: { error: 'no' } }))
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(page.locator('h1')).toHaveText('This page could not be shown')
  expect(await violations(page)).toEqual([])
  await page.unroute('**/api/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('h1')).toHaveText('Ajax')
})

test('the keyboard reaches the content, the search, and a word below it', async ({ page }) => {
  await page.goto(`${demo.origin}/#!/about`)
  await expect(page.locator('h1')).toHaveText('About Lexicon')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('/')
  const box = page.getByRole('combobox', { name: 'Search the dictionary' })
  await expect(box).toBeFocused()
  await page.keyboard.type('ajax')
  const word = page.getByRole('option').first()
  await expect(word).toContainText('Ajax')
  await expect(page.locator('search [role="status"]')).toHaveText(/^\d words? below$/)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await expect(box).toHaveAttribute('aria-activedescendant', (await word.getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('Ajax')
  await expect(page.getByRole('option')).toHaveCount(0)
})

test('“See it without script” shows the snapshot beside the page, accessibly', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await page.getByRole('button', { name: 'See it without script' }).click()
  const drawer = page.locator('hashbang-devtools .drawer')
  await expect(drawer.locator('.facts dt:text-is("Text") + dd')).toHaveText(
    'the same words as the page',
  )
  await expect(drawer.frameLocator('iframe').locator('h1')).toHaveText('Ajax')
  expect(await violations(page)).toEqual([])
})
