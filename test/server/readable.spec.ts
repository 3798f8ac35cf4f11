/** Readable addresses as the server sends them: links, data, the home, and refused addresses. */
import { expect, test } from '@playwright/test'
import { readableScheme } from 'hashbang-router'
import { homeNotice, homeScript } from '../../dist/server/html/inline-scripts.js'
import {
  type Backend,
  pagesOf,
  type StartedSite,
  startBackend,
  startSite,
} from '../fixtures/site/site.ts'

let backend: Backend
let site: StartedSite
let homeless: StartedSite
test.beforeAll(async () => {
  backend = await startBackend()
  site = await startSite({ pages: pagesOf('app-readable.js') })
  homeless = await startSite({ pages: pagesOf('app-readable-homeless.js') })
})
test.afterAll(() => Promise.all([site.stop(), homeless.stop(), backend.close()]))

const get = (path: string, from = site) => fetch(from.url + path, { redirect: 'manual' })

test('a state is at its readable address with scripts, and with readable links and head', async () => {
  const response = await get('/s/items/1')
  const text = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('link')).toMatch(/^<http:\/\/a\.test\/s\/items\/1>; rel="canonical"/)
  expect(text).toContain('<a href="/s/search?q=1">search</a>')
  expect(text).toContain('<script type="module"')
  expect(text).not.toMatch(/#!|noscript|name="fragment"/)
})

test('readable addresses return 404, 410, 414 and redirects as ugly URLs do', async () => {
  for (const [path, status, location] of [
    ['/s/nowhere', 404, null],
    ['/s/gone', 410, null],
    ['/s/old', 301, 'http://a.test/s/items/1'],
    ['/s/moved', 302, 'http://a.test/s/items/%E6%97%A5%E6%9C%AC'],
    [`/s/items/${'x'.repeat(3000)}`, 414, null],
    ['/sitems/1', 404, null],
    ['/s', 404, null],
  ] as const) {
    const answer = await get(path)
    expect([path, answer.status, answer.headers.get('location')]).toEqual([path, status, location])
  }
})

test('a state has the same random values and object URLs in all of its forms', async () => {
  const drawn = async (path: string) =>
    /<p>0\.\d+ \S+ blob:http:\/\/a\.test\/\S+<\/p>/.exec(await (await get(path)).text())?.[0]
  const first = await drawn('/s/drawn')
  expect(first).toBeDefined()
  expect(await drawn('/?_escaped_fragment_=/drawn')).toBe(first)
})

test('the page itself contains its empty state, and keeps the fragment tag', async () => {
  const response = await get('/')
  const text = await response.text()
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(text).toContain(`<hashbang-outlet>${homeScript('/s/')}<h1>Home</h1>`)
  expect(text).toContain(homeNotice(readableScheme('/s/')))
  expect(text).toContain('<meta name="fragment" content="!">')
  // The shell's tags that the page's head replaced, for the app to restore.
  expect(text).toContain(
    '<script type="application/json" id="hashbang-head">{"tags":[["title",[],"Fixture"]]}</script>',
  )
  expect(text).toContain('<link data-hashbang rel="canonical" href="http://a.test/">')
  // A client at a state gets the same response: only the document names its canonical address.
  expect(response.headers.get('link')).not.toContain('canonical')
})

test('a state with blocked scripts links to its readable address', async ({ page, browser }) => {
  await page.route(/\.js$/, (route) => route.abort())
  await page.goto(`${site.url}/#!/items/1`)
  await page.getByRole('link', { name: 'Read it without scripts' }).click()
  expect(new URL(page.url()).pathname).toBe('/s/items/1')
  await expect(page.locator('h1')).toHaveText('Item 1')
  const context = await browser.newContext({ javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto(`${site.url}/#!/items/1`)
  await expect(still.locator('noscript p')).toBeVisible()
  await context.close()
})

test('the page with an unknown query, or with its home switched off, is the app alone', async () => {
  for (const response of [await get('/?lang=de'), await get('/', homeless)])
    expect(await response.text()).toContain('<hashbang-outlet></hashbang-outlet>')
  expect((await get('/s/items/1', homeless)).status).toBe(200)
})

test('the page contains the data of its loaders, unless they fail or that is switched off', async () => {
  const data = (text: string) => /id="hashbang-data">(.*?)<\/script>/.exec(text)?.[1]
  const sent = data(await (await get('/s/asked/1')).text()) ?? ''
  expect(JSON.parse(sent)).toEqual({ state: '/asked/1', data: { asked: 'answer /asked/1' } })
  expect(data(await (await get('/s/asked/1', homeless)).text())).toBeUndefined()
  expect(data(await (await get('/s/items/1')).text())).toBeUndefined()
  backend.answer('/asked/9', { status: 500 })
  const failed = await get('/s/asked/9')
  expect([failed.status, data(await failed.text())]).toEqual([500, undefined])
})
