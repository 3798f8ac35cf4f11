/** Pretty URL <-> ugly URL: every case of the specification and of the record of peers, and what holds for any text. */
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
    // Of the two answers that the specification leaves open, the literal one.
    if (direction !== 'toUgly')
      equal(toPrettyUrl(ugly), id === 'bing-amp' ? 'http://e.com/?' : pretty)
  })
}

test('a page without the fragment tag has no ugly URL without a fragment', () => {
  equal(toUglyUrl('http://a.test/'), null)
  equal(toUglyUrl('http://a.test/', { fragmentTag: false }), null)
})

const PAGES = [
  '',
  '/',
  '/a',
  '/a?b',
  '/a?b=c&d',
  '//h.test?x=%zz',
  'http://a.test',
  'http://a.test/?é',
]
const page = fc.constantFrom(...PAGES)
// Whole text: `fc.string` with these units makes no lone surrogate.
const state = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'%#&+=?!/ \t\0é'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

test('any state comes back from its ugly URL; the empty one as the page alone', () => {
  fc.assert(
    fc.property(page, state, (page, state) => {
      const ugly = toUglyUrl(`${page}#!${state}`)
      ok(ugly !== null)
      equal(toPrettyUrl(ugly), state === '' ? page : `${page}#!${state}`)
    }),
  )
})

test('what is added to a URL is ASCII that every client sends as it is, and the rest stays', () => {
  fc.assert(
    fc.property(page, state, (page, state) => {
      const ugly = toUglyUrl(`${page}#!${state}`) ?? ''
      equal(ugly.slice(0, page.length), page)
      ok(/^[?&]_escaped_fragment_=[!-~]*$/.test(ugly.slice(page.length)))
      ok(!/[#&+]|%(?![0-9A-F]{2})/.test(ugly.slice(page.length + 1)))
    }),
  )
})

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((codes) => String.fromCharCode(...codes))
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '#!',
        '#',
        '?',
        '&',
        '_escaped_fragment_=',
        '%',
        '%zz',
        '%C0%AF',
        '%F0%9F%98%80',
        '%ED%A0%80',
        '/',
      ),
      units,
    ),
  )
  .map((texts) => texts.join(''))

test('nothing but URIError is thrown, whatever the text, and toUglyUrl throws nothing', () => {
  fc.assert(
    fc.property(fc.oneof(units, pieces), (text) => {
      const ugly = toUglyUrl(text)
      ok(ugly === null || ugly.startsWith(withoutFragment(text)))
      try {
        const pretty = toPrettyUrl(text)
        ok(pretty === null || pretty.length < text.length)
      } catch (error) {
        ok(error instanceof URIError)
      }
      readToken(text)
    }),
  )
})

test('an ugly URL has no ugly URL of its own', () => {
  fc.assert(
    fc.property(page, state, (page, state) => {
      const ugly = toUglyUrl(`${page}#!${state}`)
      equal(toUglyUrl(`${ugly}#!x`), null)
      equal(toUglyUrl(`${ugly}`, { fragmentTag: true }), null)
    }),
  )
})

for (const { query, use } of [
  { query: '', use: 'none' },
  { query: 'a=1', use: 'none' },
  { query: 'x_escaped_fragment_=a', use: 'none' },
  { query: '_escaped_fragment_=a', use: 'state' },
  { query: 'b&_escaped_fragment_=', use: 'state' },
  { query: '_escaped_fragment_=a&b', use: 'not-last' },
  { query: '_escaped_fragment_=a&_escaped_fragment_=a', use: 'repeated' },
  { query: '_escaped_fragment_=%', use: 'malformed' },
]) {
  test(`the query "${query}" uses the token: ${use}`, () => equal(readToken(query).use, use))
}

test('the error for a malformed value names the value', () => {
  throws(() => toPrettyUrl('/?_escaped_fragment_=100%'), /"100%"/)
})

test('a fragment is what stands after the first #, with it', () => {
  equal(fragmentOf('/a#b#c'), '#b#c')
  equal(fragmentOf('/a'), '')
  equal(withoutFragment('/a#b#c'), '/a')
  equal(withoutFragment('/a'), '/a')
})

test('only a fragment that begins with #! holds a state, as mail programs write it, too', () => {
  equal(fragmentState('#!'), '')
  equal(fragmentState('#!!/a'), '!/a')
  equal(fragmentState('#%21/a'), '/a')
  equal(fragmentState('#%21%21/a'), '%21/a')
  equal(fragmentState('#a'), null)
  equal(fragmentState('#%23/a'), null)
  equal(fragmentState(''), null)
})

test('the pretty URL of the empty state is the page', () => {
  equal(prettyUrl('http://a.test/', ''), 'http://a.test/')
  equal(prettyUrl('http://a.test/', 'x'), 'http://a.test/#!x')
})
