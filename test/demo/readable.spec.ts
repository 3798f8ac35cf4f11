/** Lexicon at readable addresses: links, the home, the app started in place. */
import { expect, type Page, test } from '@playwright/test'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo
test.beforeAll(async () => {
  demo = await sharedDemo()
})

/** The app has taken over, in this document, which is marked. */
async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getElementById('hashbang-data') === null)
  await page.evaluate(() => Object.assign(window, { same: true }))
}
const isSame = (page: Page) => page.evaluate(() => 'same' in window)

test('a "#!" link on a readable page goes to the readable address in place', async ({ page }) => {
  await page.goto(`${demo.origin}/s/word/ajax`)
  await started(page)
  await page.evaluate(() => {
    location.hash = '#!/about'
  })
  await expect(page.locator('h1')).toContainText('About')
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe('/s/about')
  await page.evaluate(() => {
    document
      .querySelector('h1')
      ?.insertAdjacentHTML('afterend', '<a href="/#!/browse/b" id="x">b</a>')
  })
  await expect(page.locator('#x')).toHaveAttribute('href', '/s/browse/b')
  await page.evaluate(() => {
    document.querySelector('#x')?.setAttribute('href', '#!/word/roaring?~=noun')
  })
  await expect(page.locator('#x')).toHaveAttribute('href', '/s/word/roaring#noun')
  expect(await isSame(page)).toBe(true)
})

test('the content of the home is never seen where the URL has a state', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(window, { seen })
    const look = () => {
      for (const heading of document.querySelectorAll('hashbang-outlet h1'))
        if (heading.checkVisibility()) seen.add(heading.textContent)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(page.locator('h1')).toHaveText('Ajax')
  expect(await page.evaluate('new Promise(requestAnimationFrame).then(() => [...seen])')).toEqual([
    'Ajax',
  ])
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(page.url())
})
