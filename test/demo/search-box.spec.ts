/** Search as you type in the demo: a combobox for mouse, keyboard and screen reader, whose answers never come late. */
import { expect, type Page, test } from '@playwright/test'
import { violations } from './axe.ts'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

const box = (page: Page) => page.getByRole('combobox', { name: 'Search the dictionary' })
const options = (page: Page) => page.getByRole('option')
const status = (page: Page) => page.locator('search [role="status"]')

test.beforeEach(async ({ page }) => {
  await page.goto(`${demo.origin}/#!/about`)
  await expect(page.locator('h1')).toHaveText('About Lexicon')
})

test('words come below the box as the reader types, and are counted for who does not see them', async ({
  page,
}) => {
  await expect(box(page)).toHaveAttribute('aria-expanded', 'false')
  await box(page).pressSequentially('serend')
  await expect(options(page).first()).toContainText('serendip')
  await expect(box(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(status(page)).toHaveText(/^\d words? below$/)
  await expect(page.locator('h1')).toHaveText('About Lexicon')
  expect(await violations(page)).toEqual([])
})

test('the keyboard chooses a word, and leads to it', async ({ page }) => {
  await box(page).pressSequentially('ajax')
  await expect(options(page).first()).toContainText('Ajax')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const id = await options(page).first().getAttribute('id')
  await expect(box(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  await expect(box(page)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(box(page)).not.toHaveAttribute('aria-activedescendant')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('hashbang-outlet h1')).toHaveText('Ajax')
  await expect(options(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('')
})

test('a click chooses, too', async ({ page }) => {
  await box(page).pressSequentially('greek hero')
  await options(page).filter({ hasText: 'Ajax' }).click()
  await expect(page).toHaveURL(`${demo.origin}/#!/word/ajax`)
})

test('Enter without a choice goes to the state of the search', { tag: '@nightly' }, async ({
  page,
}) => {
  await box(page).pressSequentially('greek hero')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${demo.origin}/#!/search?q=greek%20hero`)
  await expect(options(page)).toHaveCount(0)
})

test('Escape and leaving the box close the list', async ({ page }) => {
  await box(page).pressSequentially('kick')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('kick')
  await page.keyboard.type('e')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(options(page)).toHaveCount(0)
})

test('what is asked once typing has paused is all that is asked, and what comes late is not shown', async ({
  page,
}) => {
  const asked: string[] = []
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/search*', async (route) => {
    const query = new URL(route.request().url()).search
    asked.push(query)
    if (asked.length === 1) await held
    await route.continue().catch(() => undefined)
  })
  // The page's clock stands between keys: how fast they come is not the machine's to say.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await box(page).pressSequentially('whale')
  expect(asked).toEqual([])
  await page.clock.runFor(1000)
  await expect.poll(() => asked.length).toBe(1)
  await box(page).fill('ajax')
  await page.clock.runFor(1000)
  await expect(options(page).first()).toContainText('Ajax')
  release()
  await expect(options(page).first()).toContainText('Ajax')
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('whale')
})

test('words that cannot be had are said not to be, and Enter still leads to the search', async ({
  page,
}) => {
  await page.route('**/api/search*', (route) => route.abort())
  await box(page).pressSequentially('whale')
  await expect(status(page)).toHaveText('Words cannot be shown as you type')
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(page.locator('h1')).toHaveText('This page could not be shown')
})
