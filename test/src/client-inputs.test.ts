/**
 * Hostile and odd fragments: each has one outcome, in every engine, whether the state comes from
 * the browser's URL or from the ugly URL that a crawler makes of it. How their parts are spelled,
 * split and matched is in the units of those.
 */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import { defineRoutes, type Page, route, text } from '../../src/index.ts'
import { fragmentOf, fragmentState, toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import { suite } from '../run/suite.ts'

const test = suite('client inputs')

const table = defineRoutes({
  home: route('', { search: { x: text.optional() } }),
  item: route('/items/:id'),
})

const LONG = `#!${'x'.repeat(2_200_000)}`
const MISSING = 'no route'

/** The route, its params and search together, and the page's state if it differs from the URL's. */
type Case = [title: string, fragment: string, name: string, values?: object, state?: string]
const CASES: readonly Case[] = [
  ['an escaped # is no fragment', '#!/a%23b', MISSING],
  ['tab and line end are stripped', '#!/it\tems\n/1', 'item', { id: '1' }, '/items/1'],
  ['NUL is data', '#!/items/a\0b', 'item', { id: 'a\0b' }, '/items/a%00b'],
  ['a turn of the direction stays', '#!/items/\u202ex', 'item', { id: '\u202ex' }],
  ['a "%" alone is data', '#!/items/%', 'item', { id: '%' }, '/items/%25'],
  ['markup is no element', '#!/x"><img src=x onerror=alert(1)>', MISSING],
  ['brackets are no pattern', '#!/x{}|\\^[]', MISSING],
  ['the empty state is the home page', '#!', 'home', { x: undefined }],
  ['a query alone is one of the home page', '#!?x=1', 'home', { x: '1' }],
  ['brackets in a key are data', '#!?a[b]=1', 'home', { x: undefined }, '?a%5Bb%5D=1'],
  ['a second # is data', '#!#x', MISSING],
  ['a javascript: URL is data', '#!javascript:alert(1)', MISSING],
  ['two slashes are no host', '#!//evil.com/x', MISSING],
  ['an absolute URL is data', '#!http://evil.com/', MISSING],
  ['dots climb nowhere', '#!/items/../admin', MISSING],
  ['escaped dots climb nowhere', '#!/items/%2e%2e/admin', MISSING],
  ['escaped dots are a param', '#!/items/%2e%2e', 'item', { id: '..' }, '/items/..'],
  ['an empty segment is no param', '#!/items//1', MISSING],
  ['two million characters are read', LONG, MISSING],
  ['__proto__ is a param', '#!/items/__proto__', 'item', { id: '__proto__' }],
]

const PAGE = 'http://a.test/'
const { signal } = new AbortController()
const resolve = async (state: string) =>
  (await table.resolve(state, { context: undefined, signal })) as Page

for (const [title, fragment, name, values, expected] of CASES) {
  test(`${title}: ${JSON.stringify(fragment.slice(0, 60))}`, async () => {
    // A browser strips tabs and line ends, and escapes some characters, before anyone sees the
    // fragment. Firefox parses no URL of more than a megabyte.
    const url = fragment === LONG ? PAGE + fragment : new URL(fragment, PAGE).href
    const onServer = fragmentOf(toPrettyUrl(toUglyUrl(url) ?? '') ?? '')
    for (const one of [fragmentOf(url), fragment === '#!' ? '#!' : onServer]) {
      const state = fragmentState(one)
      ok(state !== null)
      const match = table.match(state)
      equal(match?.name ?? MISSING, name)
      if (values) deepEqual({ ...match?.params, ...match?.search }, values)
      const page = await resolve(state)
      equal(page.status, name === MISSING ? 404 : 200)
      if (expected !== undefined) equal(page.state, expected)
      equal((await resolve(page.state)).state, page.state)
      // For any state, its link stays a fragment of this page.
      ok(table.scheme.href(page.state).startsWith('#!'))
    }
    equal(Object.getPrototypeOf({}), Object.prototype)
  })
}

for (const fragment of ['', '#section2', '#/items/1'])
  test(`"${fragment}" is no state`, () => {
    equal(fragmentState(fragmentOf(PAGE + fragment)), null)
    equal(toUglyUrl(PAGE + fragment), null)
  })
