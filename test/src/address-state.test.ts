/**
 * The changes that mail programs, hosts and sign-in services make to addresses, and the state that
 * both sides read.
 */
import { equal, ok } from 'playwright-test/taps'
import { z } from 'zod'
import {
  declaredState,
  withoutCampaign,
  withoutResponse,
  withRoutedSlash,
} from '../../src/address-state.ts'
import { defineRoutes, int, route, text } from '../../src/index.ts'
import { withoutTracking } from '../../src/tracking.ts'
import { suite } from '../run/suite.ts'

const test = suite('address-state')

const table = defineRoutes({
  home: route(''),
  shop: route('/shop', { search: { page: int.optional(1) } }),
  item: route('/shop/:id'),
  folder: route('/folder/'),
  found: route('/find', { search: z.object({ q: z.string().default('') }) }),
  strict: route('/strict', { search: z.strictObject({ q: z.string() }) }),
  invite: route('/invite', { search: { ref: text } }),
  callback: route('/callback', { search: { code: text, state: text } }),
  rest: route('/files/*'),
  place: route('country=:country&state=:state&code=:code'),
  words: route('pos=:pos'),
})

const RESPONSES: [text: string, state: string][] = [
  ['/shop?page=2&access_token=x', '/shop?page=2'],
  ['/shop?access_token=x&token_type=bearer&page=2', '/shop?page=2'],
  ['/shop?access_token=x', '/shop'],
  ['/shop#access_token=x&page=2', '/shop'],
  ['/shop?page=2#id_token=x', '/shop?page=2'],
  ['/shop&state=a&session_state=b&code=c', '/shop'],
  ['/shop&state=a&session_state=b&iss=https%3A%2F%2Fid.test%2F&code=c', '/shop'],
  ['/shop?page=2&state=a&code=c', '/shop?page=2'],
  ['/shop/7&error=access_denied&error_description=no&state=a', '/shop/7'],
  ['/files/a/b&state=a&code=c', '/files/a/b'],
  ['pos=verb&state=a&code=c', 'pos=verb'],
  ['&state=a&code=c', ''],
  ['state=a&code=c', ''],
  ['?access_token=x', ''],
  ['/none?access_token=x', '/none'],
  // Declared parameters are the app's own, and text that is no sign-in response stays.
  ['/callback?code=a&state=b', '/callback?code=a&state=b'],
  ['country=us&state=ny&code=10001', 'country=us&state=ny&code=10001'],
  ['/shop?state=open', '/shop?state=open'],
  ['/shop?code=7', '/shop?code=7'],
  ['/shop?page=2&page=3', '/shop?page=2&page=3'],
  ['/shop#section', '/shop#section'],
  ['/shop?my_access_token=x', '/shop?my_access_token=x'],
  ['/access_token=', '/access_token='],
]
for (const [spelling, state] of RESPONSES)
  test(`the state in "${spelling}" is "${state}"`, () =>
    equal(withoutResponse(spelling, table.match), state))

const SLASHES: [text: string, state: string][] = [
  ['/shop/', '/shop'],
  ['/shop/?page=2', '/shop?page=2'],
  ['/shop/7/', '/shop/7'],
  ['/', ''],
  ['/shop', '/shop'],
  ['/folder/', '/folder/'],
  ['/folder', '/folder/'],
  ['/folder?x=1', '/folder/?x=1'],
  ['/files/a/', '/files/a/'],
  ['/none/', '/none/'],
  ['/shop//', '/shop//'],
  ['pos=a/', 'pos=a/'],
  ['/find?q=/', '/find?q=/'],
]
for (const [spelling, state] of SLASHES)
  test(`a slash at the end: "${spelling}" is "${state}"`, () =>
    equal(withRoutedSlash(spelling, table.match), state))

const CAMPAIGNS: [text: string, state: string][] = [
  ['/shop?utm_source=x', '/shop'],
  ['/shop?page=2&utm_source=x&fbclid=y', '/shop?page=2'],
  ['/shop?gclid&page=2', '/shop?page=2'],
  ['/shop/7?ref=x', '/shop/7'],
  ['/shop/7&utm_source=x', '/shop/7'],
  ['/strict?q=a&utm_source=x', '/strict?q=a'],
  ['pos=verb&utm_source=x', 'pos=verb'],
  ['?utm_source=x', ''],
  ['/shop?made-up=x', '/shop?made-up=x'],
  ['/invite?ref=x&utm_source=y', '/invite?ref=x'],
  ['/find?q=a?ref=b', '/find?q=a?ref=b'],
]
for (const [spelling, state] of CAMPAIGNS)
  test(`"${spelling}" without its campaign is "${state}"`, () =>
    equal(withoutCampaign(spelling, table.match), state))

const CANONICAL: [state: string, canonical: string][] = [
  ['/shop?utm_source=x', '/shop'],
  ['/shop?page=2&utm_source=x&fbclid=y', '/shop?page=2'],
  ['/shop/7?ref=x', '/shop/7'],
  ['/find?q=a&gclid=x', '/find?q=a'],
  ['pos=verb&utm_source=x', 'pos=verb'],
  ['?utm_source=x', ''],
  ['/none?utm_source=x', '/none?utm_source=x'],
  ['/shop?page=2', '/shop?page=2'],
  ['/shop', '/shop'],
]
for (const [state, canonical] of CANONICAL)
  test(`the canonical state of "${state}" is "${canonical}"`, () =>
    equal(declaredState(table as never, state), canonical))

const QUERIES: [query: string, left: string][] = [
  ['utm_source=chatgpt.com', ''],
  ['lang=de&utm_source=x&utm_medium=y', 'lang=de'],
  ['gclid=1&fbclid=2&msclkid=3&wbraid=4&ref=5&mc_cid=6', ''],
  ['__hssc=2&igsh=3', ''],
  ['reference=1&utmost=2&_gap=3', 'reference=1&utmost=2&_gap=3'],
  ['lang=de', 'lang=de'],
  ['', ''],
]
for (const [query, left] of QUERIES)
  test(`the query "${query}" without its campaign is "${left}"`, () =>
    equal(withoutTracking(query), left))

test('the cost of a long state grows with its length only', () => {
  const long = `/${'/a&state='.repeat(50_000)}`
  ok(withoutResponse(long, table.match))
  ok(withRoutedSlash(`${long}/`, table.match))
  ok(withoutCampaign(`${long}?ref=x`, table.match))
})
