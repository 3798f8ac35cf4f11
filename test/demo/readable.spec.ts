/** Lexicon for readers that cut fragments, with script and without: addresses, links, the home, the app started in place. */
import { expect, type Page, test } from '@playwright/test'
import { fetchLexicon } from '../../demo/lexicon/client.ts'
import { slow } from '../fixtures/taken-over/watch.ts'
import { numRuns, shuffled } from '../run/seed.ts'
import { type Demo, sharedDemo } from './server.ts'

let demo: Demo
test.beforeAll(async () => {
  demo = await sharedDemo()
})

const ask = (path: string) => fetch(demo.origin + path, { redirect: 'manual' })
const hrefs = (html: string) =>
  [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href = '']) =>
    href.replaceAll('&amp;', '&'),
  )

test('a word is answered at its path, scripts and all', async () => {
  const response = await ask('/s/word/ajax')
  expect(response.status).toBe(200)
  expect(response.headers.get('link')).toBe(
    `<${demo.origin}/s/word/ajax>; rel="canonical", <${demo.origin}/s/word/ajax.md>; rel="alternate"; type="text/markdown"`,
  )
  const html = await response.text()
  expect(html).toContain('a mythical Greek hero; a warrior who fought against Troy in the Iliad')
  expect(html).toContain(`rel="canonical" href="${demo.origin}/s/word/ajax"`)
  expect(html).toContain(`property="og:url" content="${demo.origin}/s/word/ajax"`)
  expect(html).toContain('href="/s/word/mythical%20being"')
  expect(html).toContain('<script type="module"')
  expect(html).not.toMatch(/"#!|name="fragment"|<noscript/)
})

const STATUSES: [path: string, status: number, location?: string][] = [
  ['/s/word/zzzz', 404],
  ['/s/nowhere/at/all', 404],
  ['/s/word/AJAX', 301, '/s/word/ajax'],
  ['/s/!/AJAX', 301, '/s/word/ajax'],
  ['/s/!/pos=verb&letter=a', 200],
  ['/s/search?q=hot+dog', 200],
  ['/s/browse/a?page=2', 200],
  ['/s/browse/a/', 200],
]

for (const [path, status, location] of STATUSES) {
  test(`${path} is answered ${status}`, async () => {
    const response = await ask(path)
    expect(response.status).toBe(status)
    const to = response.headers.get('location')
    expect(to).toBe(location === undefined ? null : demo.origin + location)
  })
}

/** The lists that are walked: of some letters by SEED in the long run, of one that is short in `npm test`. */
const LETTERS = shuffled([...'abcdefghijklmnopqrstuvwxyz']).slice(0, numRuns(0, 10))
const WALKED = new RegExp(`^/s/browse/[x${LETTERS.join('')}](?:\\?|$)`)

test('a reader without script that cuts fragments reaches every word from the first page by links', async () => {
  const words = new Set<string>()
  const seen = new Set(['/'])
  const queue = ['/']
  const wrong: string[] = []
  const read = async (path: string) => {
    const response = await ask(path)
    const html = await response.text()
    if (
      response.status !== 200 ||
      /rel="canonical" href="[^"]*#|og:url" content="[^"]*#/.test(html)
    )
      wrong.push(`${response.status} ${path}`)
    return hrefs(html).map((href) => href.replace(/#.*/s, ''))
  }
  const letters = new Set<string>()
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    for (const href of await read(path)) {
      const [, letter] = /^\/s\/browse\/([^?]*)/.exec(href) ?? []
      if (letter !== undefined) letters.add(letter)
      if (path !== '/' && WALKED.test(path) && href.startsWith('/s/word/')) words.add(href)
      // The first page leads to one letter, whose page leads to all.
      const isWanted = WALKED.test(href) || (letter === 'a' && path === '/')
      if (isWanted && !seen.has(href)) queue.push(href)
      seen.add(href)
    }
  }
  const counts = await fetchLexicon(demo.origin).counts()
  expect([...letters].sort()).toEqual(counts.letters.map(({ letter }) => letter).sort())
  const walked = counts.letters.filter(({ letter }) => WALKED.test(`/s/browse/${letter}`))
  expect(walked.length).toBeGreaterThan(0)
  expect(words.size).toBe(walked.reduce((sum, { lemmas }) => sum + lemmas, 0))
  const all = [...words]
  const tried = numRuns(10, 300)
  for (let n = 0; n < tried; n += 1) await read(all[Math.trunc((n * all.length) / tried)] as string)
  expect(wrong).toEqual([])
})

/** Notes what a person would see of the change from the server's content to the app's. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { shift: 0, empty: 0, home: 0, frames: 0, loads: 0 }
    Object.assign(window, { seen })
    // On a busy machine a page is painted before the parser has read all of it, and what comes last moves what is there.
    let wholeAt = Number.POSITIVE_INFINITY
    document.addEventListener(
      'readystatechange',
      () => requestAnimationFrame(() => requestAnimationFrame((time) => (wholeAt = time))),
      { once: true },
    )
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        if (entry.startTime >= wholeAt) seen.shift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    let had = false
    const look = () => {
      const outlets = [...document.querySelectorAll('hashbang-outlet')]
      const isFull = outlets.some(
        (outlet) =>
          outlet.checkVisibility({ visibilityProperty: true }) && outlet.querySelector('h1'),
      )
      if (had && !isFull) seen.empty += 1
      if (outlets.some((outlet) => outlet.checkVisibility() && outlet.querySelector('.home')))
        seen.home += 1
      had ||= isFull
      seen.frames += 1
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

const seen = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: Record<string, number> }).seen)

/** Everything the page asks the API for. */
function asked(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/')) urls.push(pathname + search)
  })
  return urls
}

const started = (page: Page) =>
  page.waitForFunction(() => document.getElementById('hashbang-data') === null)

test('a person gets the app in place, asks for nothing twice, and goes on by readable links', async ({
  page,
}) => {
  const api = asked(page)
  await watch(page)
  const fast = await slow(page)
  await page.goto(`${demo.origin}/s/word/ajax`)
  await started(page)
  await expect(page.locator('hashbang-outlet')).toHaveCount(1)
  expect(await page.locator('hashbang-outlet').getAttribute('style')).toBeNull()
  expect(api).toEqual([])
  expect(await seen(page)).toMatchObject({ shift: 0, empty: 0 })
  await fast()
  await page.evaluate(() => Object.assign(window, { same: true }))
  await page.getByRole('link', { name: 'mythical being' }).click()
  await expect(page.locator('h1')).toHaveText('mythical being')
  expect(new URL(page.url()).pathname).toBe('/s/word/mythical%20being')
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(page.url())
  expect(await page.locator('meta[property="og:url"]').getAttribute('content')).toBe(page.url())
  expect(await page.locator('a[href*="#!"], meta[name=fragment]').count()).toBe(0)
  await page.getByRole('link', { name: 'Lexicon', exact: true }).click()
  await expect(page.locator('.home h1')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.goBack()
  await expect(page.locator('h1')).toHaveText('mythical being')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('a "#!" link on a readable page goes to the readable address, and nothing is loaded anew', async ({
  page,
}) => {
  await page.goto(`${demo.origin}/s/word/ajax`)
  await started(page)
  await page.evaluate(() => Object.assign(window, { same: true }))
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
  // As the server writes it.
  await expect(page.locator('#x')).toHaveAttribute('href', '/s/word/roaring#noun')
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

test('the home holds its content before script, and the app takes it over with its "#!" links', async ({
  page,
}) => {
  const api = asked(page)
  await watch(page)
  const fast = await slow(page)
  await page.goto(`${demo.origin}/`)
  await started(page)
  expect(await page.locator('meta[name=fragment]').count()).toBe(1)
  expect(api).toEqual([])
  expect(await seen(page)).toMatchObject({ shift: 0, empty: 0 })
  await fast()
  await page.evaluate(() => Object.assign(window, { same: true }))
  // A link of the shell, which the server has made readable.
  await page.getByRole('link', { name: 'A to Z' }).click()
  await expect(page.locator('h1')).toHaveText('Words in A')
  expect(page.url()).toBe(`${demo.origin}/#!/browse/a`)
  expect(await page.evaluate(() => 'same' in window)).toBe(true)
})

/** Where the links and forms outside of the outlet lead, as it is written. */
const ofShell = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('a, form, button')]
      .filter((element) => !element.closest('hashbang-outlet'))
      .flatMap(({ attributes }) => [...attributes])
      .filter(({ name }) => /href|action|data-hashbang/.test(name))
      .map(({ name, value }) => `${name}=${value}`),
  )

const LEADS: [path: string, leads: string[]][] = [
  ...['/', '/#!/word/ajax'].map((path): [string, string[]] => [
    path,
    ['', '/search', '/browse/a', 'pos=verb', '/about', '/about'].map((state) => `#!${state}`),
  ]),
  ['/s/word/ajax', ['/', '/s/search', '/s/browse/a', '/s/!/pos=verb', '/s/about', '/s/about']],
]
for (const [path, leads] of LEADS) {
  test(`the links of the shell are all of one kind at ${path}`, async ({ page }) => {
    await page.goto(demo.origin + path)
    await expect(page.locator('h1')).toBeVisible()
    const [home, search, ...others] = leads
    await expect
      .poll(() => ofShell(page))
      .toEqual([
        'href=#content',
        `href=${home}`,
        `action=${search}`,
        ...others.map((to) => `href=${to}`),
      ])
  })
}

test('the page about the demo leads to itself without script', async ({ page }) => {
  await page.goto(`${demo.origin}/s/about`)
  await started(page)
  const link = page.getByRole('link', { name: 'About Lexicon, without script' })
  await expect(link).toHaveJSProperty('href', `${demo.origin}/?_escaped_fragment_=/about`)
})

test('the content of the home is never seen where the URL has a state', async ({ page }) => {
  await watch(page)
  await page.goto(`${demo.origin}/#!/word/ajax`)
  await expect(page.locator('h1')).toHaveText('Ajax')
  const { home, frames } = await seen(page)
  expect(frames).toBeGreaterThan(0)
  expect(home).toBe(0)
  expect(await page.locator('link[rel=canonical]').getAttribute('href')).toBe(page.url())
  expect(await page.locator('link[rel=canonical]').count()).toBe(1)
})

test.describe('what goes wrong leaves the content of the server to be read', () => {
  test('scripts that do not come', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort())
    await page.goto(`${demo.origin}/s/word/ajax`)
    await expect(page.locator('h1')).toHaveText('Ajax')
    await page.getByRole('link', { name: 'mythical being' }).click()
    await expect(page.locator('h1')).toHaveText('mythical being')
  })

  const BLOBS: [what: string, blob: string, calls: number][] = [
    ['data of another state', '{"state":"/word/x","data":{"word":{}}}', 1],
    ['data that is no JSON', '{', 1],
    [
      'data of another build, which the view throws at',
      '{"state":"/word/ajax","data":{"word":{}}}',
      0,
    ],
    ['data of no routes', '{"state":"/word/ajax","data":null}', 1],
  ]
  for (const [what, blob, calls] of BLOBS) {
    const level = /JSON|of no routes/.test(what) ? { tag: '@nightly' } : {}
    test(what, level, async ({ page }) => {
      const api = asked(page)
      await page.route('**/s/word/ajax', async (route) => {
        const response = await route.fetch()
        const body = (await response.text()).replace(
          /(id="hashbang-data">).*?(?=<\/script>)/,
          (_, tag) => tag + blob,
        )
        await route.fulfill({ response, body })
      })
      await page.goto(`${demo.origin}/s/word/ajax`)
      await started(page)
      await expect(page.locator('h1')).toHaveText('Ajax')
      await expect(page.locator('.gloss').first()).toContainText('a mythical Greek hero')
      await page.getByRole('link', { name: 'mythical being' }).click()
      await expect(page.locator('h1')).toHaveText('mythical being')
      // Of the first page, besides that of the second.
      expect(api.filter((path) => path.endsWith('=ajax')).length).toBe(calls)
    })
  }

  test('an API that is out of order', async ({ page }) => {
    await page.route('**/s/word/ajax', async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replace('hashbang-data', 'x') })
    })
    await page.route('**/api/**', (route) => route.fulfill({ status: 500 }))
    const failed = page.waitForResponse('**/api/**')
    await page.goto(`${demo.origin}/s/word/ajax`)
    await failed
    await page.waitForFunction(() => !document.querySelector('[aria-busy]'))
    await expect(page.locator('h1')).toHaveText('Ajax')
  })
})
