/**
 * Hostile and odd fragments: each has one outcome, in every engine, whether the state comes from the browser's URL or from the
 * ugly URL that a crawler makes of it.
 */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import {
  defineRoutes,
  notFound,
  type Page,
  route,
  text,
  toPrettyUrl,
  toUglyUrl,
} from '../../src/index.ts'
import { fragmentOf, fragmentState } from '../../src/url.ts'
import inputs from '../fixtures/client_inputs.json' with { type: 'json' }
import { suite } from '../run/suite.ts'

const test = suite('client inputs')

const table = defineRoutes({
  home: route('', { search: { x: text.optional() } }),
  item: route('/items/:id'),
  search: route('/search', { search: { a: text.list(), q: text.optional() } }),
  never: route('/items/:id/never/*', { load: () => notFound() }),
})

interface Outcome {
  readonly name: string | null
  readonly params?: object
  readonly search?: object
  readonly extra?: readonly (readonly [string, string])[]
  /** What the page's state is, when it is not what the URL has. */
  readonly state?: string
}

const item = (id: string, state?: string): Outcome => ({
  name: 'item',
  params: { id },
  ...(state ? { state } : {}),
})
const missing: Outcome = { name: null }
/** Not a state at all: the reader stays where the page without a fragment is. */
const none = 'no state'

const LONG = `#!${'x'.repeat(2_200_000)}`
const DASHES = `#!/items/${'-'.repeat(100_000)}a`

const OUTCOMES: Record<string, { readonly input?: string; readonly is: Outcome | typeof none }[]> =
  {
    'enc-lone-pct': [{ is: item('%', '/items/%25') }],
    'enc-overlong': [{ is: item('%C0%AF', '/items/%25C0%25AF') }],
    'enc-space': [
      { is: { name: 'search', search: { a: [], q: 'a b' }, state: '/search?q=a%20b' } },
    ],
    'enc-pct2b': [
      { is: { name: 'search', search: { a: [], q: 'a+b' }, state: '/search?q=a%2Bb' } },
    ],
    'enc-pct23': [{ is: missing }],
    'enc-nonascii': [{ is: item('é日本', '/items/%C3%A9%E6%97%A5%E6%9C%AC') }],
    'enc-nul': [{ is: item('a\0b', '/items/a%00b') }],
    'enc-tab-nl': [{ is: item('1', '/items/1') }],
    'enc-rtl': [{ is: item('\u202etxt.exe', '/items/%E2%80%AEtxt.exe') }],
    'enc-zwj-bom': [{ is: item('\ufeffx', '/items/%EF%BB%BFx') }],
    'enc-quote-lt': [{ is: missing }],
    'enc-brackets': [{ is: missing }],
    'shape-empty': [{ input: '', is: none }],
    'shape-bang-only': [{ is: { name: 'home', search: { x: undefined } } }],
    'shape-no-bang': [{ is: none }],
    'shape-plain-hash-route': [{ is: none }],
    'shape-double-bang': [{ is: missing }],
    'shape-query-only': [{ is: { name: 'home', search: { x: '1' } } }],
    'shape-hash-in-bang': [{ is: missing }],
    'shape-js-url': [{ is: missing }],
    'shape-proto-rel': [{ is: missing }],
    'shape-abs-url': [{ is: missing }],
    'shape-dots': [{ is: missing }],
    'shape-dot-enc': [{ is: missing }, { input: '#!/items/%2e%2e', is: item('..', '/items/..') }],
    'shape-double-slash': [{ is: missing }],
    'shape-long-2m': [{ input: LONG, is: missing }],
    'shape-redos': [{ input: DASHES, is: item(`${'-'.repeat(100_000)}a`) }],
    'name-proto': [
      { input: '#!__proto__', is: missing },
      { input: '#!/items/__proto__', is: item('__proto__') },
    ],
    'dup-keys': [{ is: { name: 'search', search: { a: ['1', '2'], q: undefined } } }],
    'key-noval': [
      {
        is: {
          name: 'search',
          search: { a: [''], q: undefined },
          extra: [
            ['b', ''],
            ['', 'c'],
          ],
          state: '/search?a=&b=&=c',
        },
      },
    ],
    'key-bracket': [
      {
        is: {
          name: 'search',
          search: { a: [], q: undefined },
          extra: [['a[b][c]', '1']],
          state: '/search?a%5Bb%5D%5Bc%5D=1',
        },
      },
    ],
  }

const PAGE = 'http://a.test/'
const fragments = inputs.filter(({ kind }) => kind === 'fragment')

test('every fragment of the record has an outcome here', () => {
  deepEqual(Object.keys(OUTCOMES).sort(), fragments.map(({ id }) => id).sort())
})

for (const { id, input: recorded } of fragments) {
  for (const { input = recorded, is } of OUTCOMES[id] ?? []) {
    test(`${id}: ${JSON.stringify(input.slice(0, 60))}`, async () => {
      // A browser strips tabs and line ends, and escapes some characters, before anyone sees the fragment.
      // Firefox parses no URL of more than a megabyte.
      const url = input === LONG ? PAGE + input : new URL(input, PAGE).href
      const inBrowser = fragmentState(fragmentOf(url))
      const ugly = toUglyUrl(url)
      if (is === none) {
        equal(inBrowser, null)
        equal(ugly, null)
        return
      }
      ok(inBrowser !== null && ugly !== null)
      const onServer = fragmentState(fragmentOf(toPrettyUrl(ugly) ?? '')) ?? ''
      for (const state of [inBrowser, onServer]) {
        const match = table.match(state)
        equal(match?.name ?? null, is.name)
        if (is.params) deepEqual({ ...match?.params }, is.params)
        if (is.search) deepEqual({ ...match?.search }, is.search)
        if (match) deepEqual(match.extra, is.extra ?? [])
        const { signal } = new AbortController()
        const page = (await table.resolve(state, { context: undefined, signal })) as Page
        equal(page.status, is.name === null ? 404 : 200)
        if (is.state !== undefined) equal(page.state, is.state)
        const again = (await table.resolve(page.state, { context: undefined, signal })) as Page
        equal(again.state, page.state)
        // Whatever the state, the link to it stays a fragment of this page.
        ok(table.scheme.href(page.state).startsWith('#!'))
      }
      equal(Object.getPrototypeOf({}), Object.prototype)
    })
  }
}
