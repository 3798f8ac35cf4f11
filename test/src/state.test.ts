/** One spelling for each state, and its parts; nothing that a URL may hold makes either throw. */
import fc from 'fast-check'
import { deepEqual, equal, notEqual, ok } from 'playwright-test/taps'
import { canonicalState, escapeState, joinState, splitState } from '../../src/state.ts'
import { suite } from '../run/suite.ts'
import { rows } from '../server/helpers/rows.ts'

const test = suite('state')

const SPELLINGS: Readonly<Record<string, readonly string[]>> = {
  '': [''],
  '/word/ajax': ['/word/ajax', '/w%6Frd/ajax', '/w%6frd/%61jax'],
  '%E6%97%A5': ['日', '%E6%97%A5', '%e6%97%a5', '%E6%97%a5'],
  '%F0%9F%98%80': ['😀', '%f0%9f%98%80'],
  '-._~': ['-._~', '%2D%2E%5F%7E', '%2d%2e%5f%7e'],
  'a%2Fb': ['a%2Fb', 'a%2fb'],
  '%20%22%3C%3E%60': [' "<>`', '%20%22%3c%3e%60'],
  '%00%09%0A%7F': ['\0\t\n\x7f', '%00%09%0a%7f'],
  "!$&'()*+,;=:@/?[]{}|\\^": ["!$&'()*+,;=:@/?[]{}|\\^"],
  '#a': ['#a'],
  '%23': ['%23'],
  '%25': ['%', '%25'],
  '100%25': ['100%', '100%25'],
  '%25zz': ['%zz', '%25zz'],
  '%25C0%25AF': ['%C0%AF'],
  '%25ED%25A0%2580': ['%ED%A0%80'],
  '%25FF%E6%97%A5': ['%FF%E6%97%A5', '%FF日'],
  '%25F5%2580%2580%2580': ['%F5%80%80%80'],
  '%25E6A': ['%E6%41'],
  '%25E6%2597': ['%E6%97'],
  '%EF%BF%BD': ['\ud800', '\udc00', '\ufffd'],
  'a%3A~:text=b': ['a:~:text=b'],
  '%3A~%3A~:': [':~:~:', '%3A~:~:', ':%7E:~:'],
  '%EF%BB%BFx': ['\ufeffx'],
}
for (const [canonical, spellings] of Object.entries(SPELLINGS)) {
  for (const text of spellings)
    test(`the canonical state of ${JSON.stringify(text)} is ${canonical}`, () =>
      equal(canonicalState(text), canonical))
}

test('no Unicode normalisation: the two spellings of é are two states', () => {
  notEqual(canonicalState('é'), canonicalState('e\u0301'))
})

const pieces = fc.constantFrom(
  ...'% %2 %3A %7E %e6%97%a5 %C0%AF %f0%9f%98 : ~ :~: ? & = / ~= + # a 7'.split(' '),
)
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))

test('a canonical state is its own canonical state, ASCII, decodes, and has no directive', () => {
  const text = fc.oneof(fc.array(pieces), fc.array(fc.oneof(pieces, unit)))
  fc.assert(
    fc.property(text, (texts) => {
      const canonical = canonicalState(texts.join(''))
      equal(canonicalState(canonical), canonical)
      ok(/^[!-~]*$/.test(canonical))
      decodeURIComponent(canonical)
      ok(!canonical.includes(':~:'))
    }),
    { numRuns: 2000 },
  )
})

test('a canonical state is the fragment as a browser writes it, but for escapes', () => {
  const plain = fc.string({ unit: 'binary' }).filter((text) => !/[%\t\n\r]|:~:/.test(text))
  fc.assert(
    fc.property(plain, (text) => {
      const url = new URL(`http://a.test/#!x${text}x`)
      equal(canonicalState(`x${text}x`), url.hash.slice(2))
    }),
  )
})

test('text of two escaped spellings has one canonical state', () => {
  const hex = (text: string) =>
    [...new TextEncoder().encode(text)]
      .map((byte) => `%${byte.toString(16).padStart(2, '0')}`)
      .join('')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      equal(canonicalState(hex(text)), canonicalState(hex(text).toUpperCase()))
      equal(decodeURIComponent(canonicalState(hex(text))), text)
    }),
  )
})

// Of a state that begins with a slash or a path: the path, and the pairs behind the first question
// mark. A bare state with an equals sign before any question mark is key=value. Keys and values
// decode once; a plus is a plus; empty and repeated ones stay.
for (const [state, path, pairs, keyed] of rows`
  /a?b=c?d&e | /a   | [["b", "c?d"], ["e", ""]] | ''
  b=c&a      | ''   | [["b", "c"], ["a", ""]]   | key=value
  b?c=d      | b    | [["c", "d"]]              | ''
  /b=c       | /b=c | []                        | ''
  /a?x%2525=a+b&&=&x=%E6%97%A5&x=2
    | /a | [["x%25", "a+b"], ["", ""], ["x", "日"], ["x", "2"]] | ''
`)
  test(`the parts of "${state}" are the path "${path}" and ${pairs}`, () => {
    const parts = { path, pairs: JSON.parse(pairs), keyed: keyed !== '', anchor: null }
    deepEqual(splitState(canonicalState(state)), parts)
  })

test('the anchor has the key ~ and is no search param', () => {
  const parts = { path: '/a', pairs: [['b', '1']] as const, keyed: false, anchor: 'top' }
  deepEqual(splitState('/a?~=top&b=1'), parts)
  equal(joinState(parts), '/a?b=1&~=top')
})

test('an escaped segment has nothing that programs cut links at', () => {
  equal(
    escapeState(`/?#&=+%'"()<>[]{}é `),
    '%2F%3F%23%26%3D%2B%25%27%22%28%29%3C%3E%5B%5D%7B%7D%C3%A9%20',
  )
})

test('joined parts are a canonical state, and read back as they were', () => {
  const text = fc.string({ unit: 'binary' })
  const pair = fc.tuple(
    text.filter((key) => key !== '~'),
    text,
  )
  const segments = fc.array(text, { minLength: 1 })
  const anchor = fc.option(text)
  const path = segments.map((texts) => `/${texts.map(escapeState).join('/')}`)
  const keyed = fc.constant(true)
  const parts = fc.oneof(
    fc.record({ path, pairs: fc.array(pair), keyed: fc.constant(false), anchor }),
    fc.record({ path: fc.constant(''), pairs: fc.array(pair, { minLength: 1 }), keyed, anchor }),
  )
  fc.assert(
    fc.property(parts, (parts) => {
      const state = joinState(parts)
      equal(canonicalState(state), state)
      deepEqual(splitState(state), { ...parts })
    }),
  )
})
