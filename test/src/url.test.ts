/**
 * Pretty URL <-> ugly URL: every case of the specification and of the record of peers, and
 * properties that hold for any text.
 */
import fc from 'fast-check'
import { equal, ok, throws } from 'playwright-test/taps'
import {
  fragmentOf,
  fragmentState,
  prettyUrl,
  readToken,
  toPrettyUrl,
  toUglyUrl,
  withoutFragment,
} from '../../src/url.ts'
import mapping from '../fixtures/mapping.json' with { type: 'json' }
import { suite } from '../run/suite.ts'

const test = suite('url')

const MALFORMED = ['rej-badpct', 'rej-badpct2', 'rej-badutf8', 'rej-overlong']

for (const { id, pretty, ugly, direction } of mapping) {
  test(`${id}: ${JSON.stringify(pretty)} and ${JSON.stringify(ugly)}`, () => {
    const fragmentTag = id.startsWith('meta-')
    if (direction === 'reject') {
      if (pretty !== null) equal(toUglyUrl(pretty), null)
      if (ugly === null) return
      if (MALFORMED.includes(id)) throws(() => toPrettyUrl(ugly), URIError)
      else equal(toPrettyUrl(ugly), null)
      return
    }
    if (pretty === null || ugly === null) throw new TypeError('a case must have both URLs')
    if (direction !== 'toPretty') equal(toUglyUrl(pretty, { fragmentTag }), ugly)
    if (direction !== 'toUgly') equal(toPrettyUrl(ugly), pretty)
  })
}

test('a page without the fragment tag has no ugly URL without a fragment', () => {
  equal(toUglyUrl('http://a.test/'), null)
  equal(toUglyUrl('http://a.test/', { fragmentTag: false }), null)
})

const page = fc.constantFrom('', '/', '/a', '/a?b=c&d', '//h.test?x=%zz', 'http://a.test/?é')
// Whole text: `fc.string` with these units makes no lone surrogate.
const state = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'%#&+=?!/ \t\0é'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

test('any state reads back from its ugly URL, which adds only ASCII and has no ugly URL itself', () => {
  fc.assert(
    fc.property(page, state, (page, state) => {
      const ugly = toUglyUrl(`${page}#!${state}`) ?? ''
      equal(toPrettyUrl(ugly), state === '' ? page : `${page}#!${state}`)
      equal(ugly.slice(0, page.length), page)
      ok(/^[?&]_escaped_fragment_=[!-~]*$/.test(ugly.slice(page.length)))
      ok(!/[#&+]|%(?![0-9A-F]{2})/.test(ugly.slice(page.length + 1)))
      equal(toUglyUrl(`${ugly}#!x`), null)
      equal(toUglyUrl(ugly, { fragmentTag: true }), null)
    }),
  )
})

test('toPrettyUrl throws only URIError for any text, and toUglyUrl throws nothing', () => {
  const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
  const pieces = fc.constantFrom(
    ...'#! # ? & _escaped_fragment_= % %zz %C0%AF %F0%9F%98%80 %ED%A0%80 /'.split(' '),
  )
  fc.assert(
    fc.property(fc.oneof(fc.array(unit), fc.array(fc.oneof(pieces, unit))), (texts) => {
      const text = texts.join('')
      const ugly = toUglyUrl(text)
      ok(ugly === null || ugly.startsWith(withoutFragment(text)))
      readToken(text)
      try {
        const pretty = toPrettyUrl(text)
        ok(pretty === null || pretty.length < text.length)
      } catch (error) {
        ok(error instanceof URIError)
      }
    }),
  )
})

const QUERIES: Readonly<Record<string, string>> = {
  '': 'none',
  'a=1': 'none',
  'x_escaped_fragment_=a': 'none',
  '_escaped_fragment_=a': 'state',
  'b&_escaped_fragment_=': 'state',
  '_escaped_fragment_=a&b': 'not-last',
  '_escaped_fragment_=a&_escaped_fragment_=a': 'repeated',
  '_escaped_fragment_=%': 'malformed',
}
for (const [query, use] of Object.entries(QUERIES))
  test(`the query "${query}" uses the token: ${use}`, () => equal(readToken(query).use, use))

test('the error for a malformed value names the value', () => {
  throws(() => toPrettyUrl('/?_escaped_fragment_=100%'), /"100%"/)
})

const FRAGMENTS: [url: string, fragment: string, state: string | null][] = [
  ['/a', '', null],
  ['/a#b#c', '#b#c', null],
  ['/a#!', '#!', ''],
  ['/a#!!/a', '#!!/a', '!/a'],
  // As mail programs write it.
  ['/a#%21/a', '#%21/a', '/a'],
  ['/a#%21%21/a', '#%21%21/a', '%21/a'],
  ['/a#%23/a', '#%23/a', null],
]
for (const [url, fragment, state] of FRAGMENTS) {
  test(`the fragment of "${url}" holds the state ${state}`, () => {
    equal(fragmentOf(url), fragment)
    equal(withoutFragment(url), '/a')
    equal(fragmentState(fragment), state)
  })
}

test('the pretty URL of the empty state is the page', () => {
  equal(prettyUrl('http://a.test/', ''), 'http://a.test/')
  equal(prettyUrl('http://a.test/', 'x'), 'http://a.test/#!x')
})
