/** Lexicon for readers that cut fragments, with script and without: addresses, links, the home, the app started in place. */
import { expect, type Page, test } from '@playwright/test'
import { fetchLexicon } from '../../demo/lexicon/client.ts'
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
