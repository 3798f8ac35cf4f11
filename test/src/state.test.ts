/** One spelling for each state, and its parts; nothing that a URL may hold makes either throw. */
import fc from 'fast-check'
import { deepEqual, equal, notEqual, ok } from 'playwright-test/taps'
import { canonicalState, escapeText, joinState, splitState } from '../../src/state.ts'
import { suite } from '../run/suite.ts'

const test = suite('state')

const SPELLINGS = [
  { canonical: '', of: [''] },
  { canonical: '/word/ajax', of: ['/word/ajax', '/w%6Frd/ajax', '/w%6frd/%61jax'] },
  { canonical: '%E6%97%A5', of: ['日', '%E6%97%A5', '%e6%97%a5', '%E6%97%a5'] },
  { canonical: '%F0%9F%98%80', of: ['😀', '%f0%9f%98%80'] },
  { canonical: '-._~', of: ['-._~', '%2D%2E%5F%7E', '%2d%2e%5f%7e'] },
  { canonical: 'a%2Fb', of: ['a%2Fb', 'a%2fb'] },
  { canonical: '%20%22%3C%3E%60', of: [' "<>`', '%20%22%3c%3e%60'] },
  { canonical: '%00%09%0A%7F', of: ['\0\t\n\x7f', '%00%09%0a%7f'] },
  { canonical: "!$&'()*+,;=:@/?[]{}|\\^", of: ["!$&'()*+,;=:@/?[]{}|\\^"] },
  { canonical: '#a', of: ['#a'] },
  { canonical: '%23', of: ['%23'] },
  { canonical: '%25', of: ['%', '%25'] },
  { canonical: '100%25', of: ['100%', '100%25'] },
  { canonical: '%25zz', of: ['%zz', '%25zz'] },
  { canonical: '%25C0%25AF', of: ['%C0%AF'] },
  { canonical: '%25ED%25A0%2580', of: ['%ED%A0%80'] },
  { canonical: '%25FF%E6%97%A5', of: ['%FF%E6%97%A5', '%FF日'] },
  { canonical: '%25F5%2580%2580%2580', of: ['%F5%80%80%80'] },
  { canonical: '%25E6A', of: ['%E6%41'] },
  { canonical: '%25E6%2597', of: ['%E6%97'] },
  { canonical: '%EF%BF%BD', of: ['\ud800', '\udc00', '\ufffd'] },
  { canonical: 'a%3A~:text=b', of: ['a:~:text=b'] },
  { canonical: '%3A~%3A~:', of: [':~:~:', '%3A~:~:', ':%7E:~:'] },
  { canonical: '%EF%BB%BFx', of: ['\ufeffx'] },
]

for (const { canonical, of } of SPELLINGS) {
  for (const text of of) {
    test(`the canonical state of ${JSON.stringify(text)} is ${canonical}`, () =>
      equal(canonicalState(text), canonical))
  }
}

test('no Unicode normalisation: the two spellings of é are two states', () => {
  notEqual(canonicalState('é'), canonicalState('e\u0301'))
})

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }))
  .map((codes) => String.fromCharCode(...codes))
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '%',
        '%2',
        '%e6%97%a5',
        '%C0%AF',
        '%f0%9f%98',
        ':~:',
        '?',
        '&',
        '=',
        '/',
        '~=',
        '+',
        '#',
      ),
      units,
    ),
  )
  .map((texts) => texts.join(''))

test('a canonical state is its own canonical state, ASCII, and decodes', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const canonical = canonicalState(text)
      equal(canonicalState(canonical), canonical)
      ok(/^[!-~]*$/.test(canonical))
      decodeURIComponent(canonical)
      ok(!canonical.includes(':~:'))
    }),
  )
})

test('it is what a browser makes of the fragment, where that has no escape to tidy', () => {
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

test('a path state is cut at its first question mark', () => {
  deepEqual(splitState('/a?b=c?d&e'), {
    path: '/a',
    pairs: [
      ['b', 'c?d'],
      ['e', ''],
    ],
    keyed: false,
    anchor: null,
  })
})

test('a bare state with an equals sign before any question mark is key=value', () => {
  deepEqual(splitState('b=c&a'), {
    path: '',
    pairs: [
      ['b', 'c'],
      ['a', ''],
    ],
    keyed: true,
    anchor: null,
  })
  equal(splitState('b?c=d').keyed, false)
  equal(splitState('/b=c').keyed, false)
})

test('keys and values decode once; a plus is a plus; empty and repeated ones stay', () => {
  deepEqual(splitState(canonicalState('/a?x%2525=a+b&&=&x=%E6%97%A5&x=2')).pairs, [
    ['x%25', 'a+b'],
    ['', ''],
    ['x', '日'],
    ['x', '2'],
  ])
})

test('the anchor stands under the key ~ and is no search param', () => {
  deepEqual(splitState('/a?~=top&b=1'), {
    path: '/a',
    pairs: [['b', '1']],
    keyed: false,
    anchor: 'top',
  })
  equal(joinState({ path: '/a', pairs: [['b', '1']], keyed: false, anchor: 'top' }), '/a?b=1&~=top')
})

test('an escaped segment has nothing that programs cut links at', () => {
  equal(
    escapeText(`/?#&=+%'"()<>[]{}é `),
    '%2F%3F%23%26%3D%2B%25%27%22%28%29%3C%3E%5B%5D%7B%7D%C3%A9%20',
  )
})

const pair = fc.tuple(
  fc.string({ unit: 'binary' }).filter((key) => key !== '~'),
  fc.string({ unit: 'binary' }),
)
const anchor = fc.option(fc.string({ unit: 'binary' }))
const segments = fc
  .array(fc.string({ unit: 'binary' }), { minLength: 1 })
  .map((texts) => texts.map(escapeText).join('/'))

test('parts come back from what they were joined to, and that is canonical', () => {
  const path = fc.record({
    path: segments.map((text) => `/${text}`),
    pairs: fc.array(pair),
    keyed: fc.constant(false),
    anchor,
  })
  const keyed = fc.record({
    path: fc.constant(''),
    pairs: fc.array(pair, { minLength: 1 }),
    keyed: fc.constant(true),
    anchor,
  })
  fc.assert(
    fc.property(fc.oneof(path, keyed), (parts) => {
      const state = joinState(parts)
      equal(canonicalState(state), state)
      deepEqual(splitState(state), { ...parts })
    }),
  )
})

test('a state with any number of fragment directives has one spelling', () => {
  const text = fc
    .array(fc.constantFrom(':', '~', ':~:', '%7E', '%3A', '%', 'a', '7'))
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (text) => {
      const canonical = canonicalState(text)
      equal(canonicalState(canonical), canonical)
      ok(!canonical.includes(':~:'))
    }),
    { numRuns: 2000 },
  )
})
