/** States as other routers wrote them, and their routes in a table. */
import fc from 'fast-check'
import { deepEqual, equal, ok, throws } from 'playwright-test/taps'
import { adopted } from '../../src/legacy/adopted-states.ts'
import { readMatrix, writeMatrix } from '../../src/legacy/matrix.ts'
import { type LegacyName, readLegacy } from '../../src/legacy/other-routers.ts'
import { canonicalState } from '../../src/state.ts'
import { suite } from '../run/suite.ts'

const test = suite('legacy')

/** Fragments of each router, and the states that they are. */
const READ: Readonly<Record<LegacyName, Readonly<Record<string, string | null>>>> = {
  angularjs: {
    '#!/x?y=z#a': '/x?y=z&~=a',
    '#/x': '/x',
    '#!/': '/',
    '#!#%2Fx': '/x',
    '#!#%2Flogin%3Fnext=%2Fhome': '/login?next=%2Fhome',
    '#!%2Fx': '/x',
    '#!/a%2Fb?q=a+b&flag': '/a%2Fb?q=a%20b&flag=',
    '#!/items/%': '/items/%25',
    '#top': null,
    '': null,
  },
  vue: {
    '#/x?y=z#a': '/x?y=z&~=a',
    '#!/x': '/x',
    '#/user/na%C3%AFve?tags=a&tags=b': '/user/na%C3%AFve?tags=a&tags=b',
    '#/a+b?q=a+b': '/a+b?q=a%20b',
    '#x': null,
    '#/': '/',
  },
  react: { '#/x?y=z#a': '/x?y=z&~=a', '#x': '/x', '#!/x': '/x', '#/': '/', '#': null },
  backbone: { '#x/y': '/x/y', '#/x': '/x', '#x?y=z': '/x?y=z', '#': null, '#a%20b': '/a%20b' },
  pagejs: { '#!/x?y=z': '/x?y=z', '#!x': '/x', '#!/x#a': '/x', '#!/a+b': '/a%20b', '#/x': null },
  ember: { '#/x?y=z#a': '/x?y=z&~=a', '#/': '/', '#top': '/?~=top', '': null },
  vaadin: {
    '#!view/params': '/view/params',
    '#!main/a=1&b=2': '/main/a=1&b=2',
    '#!view/what?': '/view/what%3F',
    '#!': null,
    '#view': null,
  },
  docsify: {
    '#/page?id=h': '/page?~=h',
    '#page': '/page',
    '#/': '/',
    '#/README': '/',
    '#/guide/README.md': '/guide',
    '#/page.md?id=a%20b&x=1': '/page?x=1&~=a%20b',
  },
  gwtp: {
    '#!a;k=v/b': '/a/b?k=v',
    '#users;page=2;q=a+b': '/users?page=2&q=a%20b',
    '#a;v=x\\0y\\1z\\2w\\3': '/a?v=x%2Fy;z%3Dw%5C',
    '#a;k=v=w': null,
    '#;k=v': null,
    '#a;k=\\9': null,
    '#': null,
  },
}

for (const [router, cases] of Object.entries(READ)) {
  test(`fragments of ${router} are read as states`, () => {
    for (const [fragment, state] of Object.entries(cases)) {
      equal(readLegacy(router as LegacyName, fragment), state, `${router} ${fragment}`)
    }
  })
}

test('a whole URL is read by its fragment', () => {
  equal(readLegacy('vue', 'https://example.com/app/?x=1#/phones/2'), '/phones/2')
  equal(readLegacy('vue', 'https://example.com/app/'), null)
})

test('any fragment is read as a canonical state or as no state', () => {
  const piece = fc.constantFrom(...'# ! / ? = & ; \\ % %2F +'.split(' '))
  const router = fc.constantFrom(...(Object.keys(READ) as LegacyName[]))
  fc.assert(
    fc.property(router, fc.array(fc.oneof(piece, fc.string())), (router, parts) => {
      const state = readLegacy(router, `#${parts.join('')}`)
      if (state === null) return
      ok(/^\/[^#]*$/.test(state), state)
      equal(canonicalState(state), state)
    }),
  )
})

test('a token of places reads back as the places that were written', () => {
  const word = fc.string({ unit: 'grapheme' })
  const place = fc.record(
    { name: fc.string({ unit: 'grapheme', minLength: 1 }), params: fc.array(fc.tuple(word, word)) },
    { noNullPrototype: true },
  )
  fc.assert(
    fc.property(fc.array(place, { minLength: 1 }), (places) => {
      const token = writeMatrix(places)
      ok(/^[\w\-.!~*'()%+;=/]*$/.test(token), token)
      deepEqual(readMatrix(token), places)
    }),
  )
})

test('places that were read from any token read back after they are written', () => {
  fc.assert(
    fc.property(fc.string(), (token) => {
      const places = readMatrix(token)
      if (places) deepEqual(readMatrix(writeMatrix(places)), places)
    }),
  )
})

test('a place without a name, and an adopted page that is no path, are refused', () => {
  throws(() => writeMatrix([{ name: '', params: [] }]), RangeError)
  throws(() => writeMatrix([]), RangeError)
  throws(() => adopted('old'), TypeError)
})
