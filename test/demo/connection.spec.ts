/** The demo without a connection, and with a server that fails: it says so, and comes back. */
import { expect, type Page, test } from '@playwright/test'
import { violations } from './axe.ts'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

const heading = (page: Page) => page.locator('hashbang-outlet h1')
const go = (page: Page, state: string) =>
  page.evaluate((to) => {
    location.hash = to
  }, `#!${state}`)

test('a page that failed is tried again by its button', async ({ page }) => {
  await page.route('**/api/word*', (route) => route.fulfill({ status: 500, json: { error: 'no' } }))
  await page.goto(`${demo.origin}/#!/about`)
  await expect(heading(page)).toHaveText('About Lexicon')
  await go(page, '/word/ajax')
  await expect(heading(page)).toHaveText('This page could not be shown')
  await page.unroute('**/api/word*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page)).toHaveText('Ajax')
  await expect(heading(page)).toBeFocused()
})

test('a reader who is offline is told so, and gets the page once they are back', async ({
  page,
  context,
}) => {
  await page.goto(`${demo.origin}/#!/about`)
  await expect(heading(page)).toHaveText('About Lexicon')
  await context.setOffline(true)
  await expect(page.locator('.offline')).toHaveText('You are offline')
  await go(page, '/word/ajax')
  await expect(heading(page)).toHaveText('You are offline')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await expect(heading(page)).toHaveText('You are offline')
  await context.setOffline(false)
  await expect(heading(page)).toHaveText('Ajax')
  await expect(page.locator('.offline')).toBeHidden()
})
