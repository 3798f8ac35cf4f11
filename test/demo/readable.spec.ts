/** Lexicon for readers that cut fragments, with script and without: addresses, links, the home, the app started in place. */
import { expect, type Page, test } from '@playwright/test'
import { fetchLexicon } from '../../demo/lexicon/client.ts'
import { keepScrollbar, slow, watch } from '../fixtures/taken-over/watch.ts'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo
test.beforeAll(async () => {
  demo = await sharedDemo()
})

const ask = (path: string) => fetch(demo.origin + path, { redirect: 'manual' })

test('a reader without script that cuts fragments reaches each word of a letter by links', async () => {
  const words = new Set<string>()
  const seen = new Set(['/'])
  const queue = ['/']
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    const response = await ask(path)
    const html = await response.text()
    expect([response.status, path]).toEqual([200, path])
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"#]*)/g)) {
      const to = href.replaceAll('&amp;', '&')
      if (path !== '/' && to.startsWith('/s/word/x')) words.add(to)
      // The first page leads to one letter, whose page leads to all.
      const isWanted = /^\/s\/browse\/x(?:\?|$)/.test(to) || to === '/s/browse/a'
      if (isWanted && !seen.has(to)) queue.push(to)
      seen.add(to)
    }
  }
  const { letters } = await fetchLexicon(demo.origin).counts()
  for (const { letter } of letters) expect(seen).toContain(`/s/browse/${letter}`)
  expect(words.size).toBe(letters.find(({ letter }) => letter === 'x')?.lemmas)
})

/** What a person would see who saw nothing of the change from the server's content to the app's. */
const STILL = { shifts: [], empty: 0, places: 1, loading: 0 }

function asked(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) urls.push(request.url())
  })
  return urls
}

/** The app has taken over, in this document, which is marked. */
async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getElementById('hashbang-data') === null)
  await page.evaluate(() => Object.assign(window, { same: true }))
}
const isSame = (page: Page) => page.evaluate(() => 'same' in window)

test('a person gets the app in place, and goes on by readable links', async ({ page }) => {
  const api = asked(page)
  await keepScrollbar(page)
  const seen = await watch(page)
  const fast = await slow(page)
  await page.goto(`${demo.origin}/s/word/ajax`)
  await started(page)
  expect(await page.locator('hashbang-outlet').getAttribute('style')).toBeNull()
  expect(api).toEqual([])
  await seen.next()
  expect(await seen.end()).toEqual(STILL)
  await fast()
  await page.getByRole('link', { name: 'mythical being' }).click()
  await expect(page.locator('h1')).toHaveText('mythical being')
  expect(new URL(page.url()).pathname).toBe('/s/word/mythical%20being')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(page.url())
  expect(await page.locator('a[href*="#!"], meta[name=fragment]').count()).toBe(0)
  await page.getByRole('link', { name: 'Lexicon', exact: true }).click()
  await expect(page.locator('.home h1')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('mythical being')
  expect(await isSame(page)).toBe(true)
})

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

test('the home has its content before script, and "#!" links with it', async ({ page }) => {
  const api = asked(page)
  await keepScrollbar(page)
  const seen = await watch(page)
  const fast = await slow(page)
  await page.goto(`${demo.origin}/`)
  await started(page)
  expect(await page.locator('meta[name=fragment]').count()).toBe(1)
  expect(api).toEqual([])
  await seen.next()
  expect(await seen.end()).toEqual(STILL)
  await fast()
  // A link of the shell, which the server has made readable.
  await page.getByRole('link', { name: 'A to Z' }).click()
  await expect(page.locator('h1')).toHaveText('Words in A')
  expect(page.url()).toBe(`${demo.origin}/#!/browse/a`)
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
