/**
 * Every fragment that client_inputs.json lists, in the browser's address bar: the router shows what is expected, and the
 * server reads the same route, params and query from the ugly URL of what the browser has made of it.
 */
import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { toPrettyUrl, toUglyUrl } from 'hashbang-router'
import { type Site, startSite } from './site.ts'

interface Case {
  readonly id: string
  readonly kind: string
  readonly input: string
}
interface Reading {
  readonly name: string
  readonly params: object
  readonly search: object
  readonly extra: readonly (readonly [string, string])[]
}

const file = new URL('../fixtures/client_inputs.json', import.meta.url)
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[]

const item = (id: string): Partial<Reading> => ({ name: 'item', params: { id } })
const search = (values: object): Partial<Reading> => ({
  name: 'search',
  search: { a: [], ...values },
})
const missing = null

/** id -> what the fragments of the case are read as, in their order. */
const EXPECTED: Readonly<Record<string, readonly (Partial<Reading> | null)[]>> = {
  'enc-lone-pct': [item('%')],
  'enc-overlong': [item('%C0%AF')],
  'enc-space': [search({ q: 'a b' })],
  'enc-pct2b': [search({ q: 'a+b' })],
  'enc-pct23': [missing],
  'enc-nonascii': [item('é日本')],
  'enc-nul': [item('a\0b')],
  'enc-tab-nl': [item('1')],
  'enc-rtl': [item('\u202etxt.exe')],
  'enc-zwj-bom': [item('\ufeffx')],
  'enc-quote-lt': [missing],
  'enc-brackets': [missing],
  'shape-empty': [{ name: 'home', params: {} }],
  'shape-bang-only': [{ name: 'home' }],
  'shape-no-bang': [{ name: 'home' }],
  'shape-plain-hash-route': [{ name: 'home' }],
  'shape-double-bang': [missing],
  'shape-query-only': [{ name: 'home', search: { x: '1' } }],
  'shape-hash-in-bang': [missing],
  'shape-js-url': [missing],
  'shape-proto-rel': [missing],
  'shape-abs-url': [missing],
  'shape-dots': [missing],
  'shape-dot-enc': [missing],
  'shape-double-slash': [missing],
  'shape-long-2m': [missing],
  'shape-redos': [item(`${'-'.repeat(100_000)}a`)],
  'name-proto': [missing, item('__proto__')],
  'dup-keys': [search({ a: ['1', '2'] })],
  'key-noval': [
    {
      ...search({ a: [''] }),
      extra: [
        ['b', ''],
        ['', 'c'],
      ],
    },
  ],
  'key-bracket': [search({ 'a[b][c]': '1' })],
}

/** The text of a case as fragments; two of them say in words what is too long to write. */
function fragmentsOf({ id, input }: Case): string[] {
  if (id === 'shape-empty') return ['']
  if (id === 'shape-long-2m') return [`#!${'x'.repeat(2_200_000)}`]
  if (id === 'shape-redos') return [`#!/items/${'-'.repeat(100_000)}a`]
  return input.split(' and ')
}

test.skip(({ browserName }) => browserName !== 'chromium', 'one browser is enough for a table')

let site: Site
let server: {
  reading(state: string): Reading | null
  routes: { resolve(state: string, options: object): Promise<object> }
}
let page: Page
test.beforeAll(async ({ browser }) => {
  site = await startSite()
  server = await import(new URL('../fixtures/router/inputs.js', import.meta.url).href)
  page = await browser.newPage()
  const script = `
    const { routes: table, reading } = await import('/test/fixtures/router/inputs.js')
    window.reading = reading
    window.router = browser.start(table, { context: null })
    await router.ready`
  await page.goto(site.page('/', { script }))
  // The load event waits for no module that awaits.
  await expect(page.locator('hashbang-outlet h1')).toHaveText('home')
})
test.afterAll(async () => {
  await page?.close()
  await site?.close()
})

declare const router: {
  readonly page: { readonly state: string; readonly type: string }
  subscribe(listener: () => void): () => void
}
declare const reading: (state: string) => Reading | null

/** Goes to a fragment as an edited address does, and says what came of it. */
const visit = (fragment: string) =>
  page.evaluate(async (fragment) => {
    const before = { entries: history.length, shown: 0 }
    const unsubscribe = router.subscribe(() => before.shown++)
    const shown = new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        stop()
        resolve()
      })
    })
    const { href } = location
    const heard = new Promise((resolve) =>
      addEventListener('hashchange', () => setTimeout(resolve), { once: true }),
    )
    if (fragment === '') history.pushState(null, '', location.pathname)
    else location.hash = fragment
    // Ids are none of the router's business: by the end of the event's task it has shown nothing.
    if (fragment === '' || fragment.startsWith('#!')) await shown
    else if (location.href !== href) await heard
    unsubscribe()
    const heading = document.querySelector('hashbang-outlet h1')
    return {
      fragment: location.href.slice(location.href.indexOf('#') + 1 || location.href.length),
      shown: before.shown,
      type: router.page.type,
      state: router.page.state,
      heading: heading?.textContent,
      text: document.querySelector('hashbang-outlet p')?.textContent,
      elements: document.querySelectorAll('hashbang-outlet :not(h1, p)').length,
      reading: reading(router.page.state),
      origin: location.origin,
      polluted: Object.keys(Object.prototype).length,
    }
  }, fragment)

test('every case is here or has a test of its own', () => {
  const fragments = cases.filter(({ kind }) => kind === 'fragment').map(({ id }) => id)
  expect(Object.keys(EXPECTED).sort()).toEqual(fragments.sort())
})

for (const one of cases.filter(({ kind }) => kind === 'fragment')) {
  test(`${one.id}: ${JSON.stringify(one.input.slice(0, 40))}`, async () => {
    await page.evaluate(() => history.replaceState(null, '', location.pathname))
    const expected = EXPECTED[one.id] ?? []
    for (const [index, fragment] of fragmentsOf(one).entries()) {
      const got = await visit(fragment)
      const wanted = expected[index]
      const name = wanted?.name ?? 'not-found'
      expect(got).toMatchObject({ heading: name, elements: 0, origin: site.origin, polluted: 0 })
      expect(got.text).toBe(got.state)
      expect(got.shown).toBe(fragment === '' || fragment.startsWith('#!') ? 1 : 0)
      if (wanted) expect(got.reading).toMatchObject(wanted)
      else expect(got.reading).toBeNull()
      if (!got.fragment.startsWith('!')) continue

      // The server's way: the crawler's URL of what stands in the address bar.
      const ugly = toUglyUrl(`${site.origin}/#${got.fragment}`) ?? ''
      const pretty = toPrettyUrl(ugly) ?? ''
      const bang = pretty.indexOf('#!')
      const state = bang < 0 ? '' : pretty.slice(bang + 2)
      expect(server.reading(state)).toEqual(got.reading)
      const resolved = await server.routes.resolve(state, {
        context: null,
        signal: AbortSignal.timeout(9000),
      })
      expect(resolved).toMatchObject({ type: got.type, state: got.state })
    }
  })
}
