/**
 * Hostile and odd fragments: each has one outcome, in every engine, whether the state comes from the browser's URL or from the
 * ugly URL that a crawler makes of it.
 */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { defineRoutes, notFound, type Page, route, text } from '../../src/index.ts'
import { fragmentOf, fragmentState, toPrettyUrl, toUglyUrl } from '../../src/url.ts'
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

const search = (values: object, state?: string, extra?: Outcome['extra']): Outcome => ({
  name: 'search',
  search: { a: [], q: undefined, ...values },
  ...(state && { state }),
  ...(extra && { extra }),
})
const home = (x?: string): Outcome => ({ name: 'home', search: { x } })

const LONG = `#!${'x'.repeat(2_200_000)}`
const DASHES = `${'-'.repeat(100_000)}a`

const CASES: readonly (readonly [what: string, fragment: string, is: Outcome | typeof none])[] = [
  ['a "%" alone is data', '#!/items/%', item('%', '/items/%25')],
  ['an overlong slash is data', '#!/items/%C0%AF', item('%C0%AF', '/items/%25C0%25AF')],
  ['a space is escaped', '#!/search?q=a b', search({ q: 'a b' }, '/search?q=a%20b')],
  ['an escaped plus is a plus', '#!/search?q=a%2Bb', search({ q: 'a+b' }, '/search?q=a%2Bb')],
  ['an escaped # is no fragment', '#!/a%23b', missing],
  ['letters are escaped', '#!/items/é日本', item('é日本', '/items/%C3%A9%E6%97%A5%E6%9C%AC')],
  ['NUL is data', '#!/items/a\0b', item('a\0b', '/items/a%00b')],
  ['tab and line end are stripped', '#!/it\tems\n/1', item('1', '/items/1')],
  [
    'a turn of the direction stays',
    '#!/items/\u202etxt.exe',
    item('\u202etxt.exe', '/items/%E2%80%AEtxt.exe'),
  ],
  ['a byte order mark stays', '#!/items/\ufeffx', item('\ufeffx', '/items/%EF%BB%BFx')],
  ['markup is no element', '#!/x"><img src=x onerror=alert(1)>', missing],
  ['brackets are no pattern', '#!/x{}|\\^[]', missing],
  ['no fragment is no state', '', none],
  ['the empty state is the home page', '#!', home()],
  ['an id is no state', '#section2', none],
  ['a path without ! is no state', '#/items/1', none],
  ['a second ! is data', '#!!/items/1', missing],
  ['a query alone is one of the home page', '#!?x=1', home('1')],
  ['a second # is data', '#!#x', missing],
  ['a javascript: URL is data', '#!javascript:alert(1)', missing],
  ['two slashes are no host', '#!//evil.com/x', missing],
  ['an absolute URL is data', '#!http://evil.com/', missing],
  ['dots climb nowhere', '#!/items/../admin', missing],
  ['escaped dots climb nowhere', '#!/items/%2e%2e/admin', missing],
  ['escaped dots are a param', '#!/items/%2e%2e', item('..', '/items/..')],
  ['an empty segment is no param', '#!/items//1', missing],
  ['two million characters are read', LONG, missing],
  ['100,000 dashes are a param', `#!/items/${DASHES}`, item(DASHES)],
  ['__proto__ is no route', '#!__proto__', missing],
  ['__proto__ is a param', '#!/items/__proto__', item('__proto__')],
  ['a repeated key is a list', '#!/search?a=1&a=2', search({ a: ['1', '2'] })],
  [
    'keys and values may be empty',
    '#!/search?a&b=&=c&&',
    search({ a: [''] }, '/search?a=&b=&=c', [
      ['b', ''],
      ['', 'c'],
    ]),
  ],
  [
    'brackets in a key are data',
    '#!/search?a[b][c]=1',
    search({}, '/search?a%5Bb%5D%5Bc%5D=1', [['a[b][c]', '1']]),
  ],
]

const PAGE = 'http://a.test/'

for (const [what, fragment, is] of CASES) {
  test(`${what}: ${JSON.stringify(fragment.slice(0, 60))}`, async () => {
    // A browser strips tabs and line ends, and escapes some characters, before anyone sees the fragment.
    // Firefox parses no URL of more than a megabyte.
    const url = fragment === LONG ? PAGE + fragment : new URL(fragment, PAGE).href
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
