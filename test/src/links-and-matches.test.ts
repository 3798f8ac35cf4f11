/**
 * Links and matches are inverses of each other, for any value; links are text that survives mail.
 */
import '../../src/texts.ts'
import fc from 'fast-check'
import { deepEqual, equal, ok, throws } from 'playwright-test/taps'
import { date, defineRoutes, int, number, oneOf, route, text } from '../../src/index.ts'
import { canonicalState } from '../../src/state.ts'
import { suite } from '../run/suite.ts'

const test = suite('routes')

const table = defineRoutes({
  home: route('', { search: { page: int.optional(1) } }),
  item: route('/items/:id', { params: { id: int } }),
  word: route('/word/:lemma'),
  file: route('/files/:name.html'),
  user: route('user-:name'),
  year: route('/by/:year?/list', { params: { year: int } }),
  tags: route('/tags/:tags+'),
  days: route('/days/:days*', { params: { days: date } }),
  rest: route('/rest/*'),
  pos: route('pos=:pos&letter=:letter?', { params: { pos: oneOf('noun', 'verb') } }),
  query: route('/search', {
    search: { q: text, page: int.optional(1), near: number.optional(), tag: text.list() },
  }),
})

// Text without lone surrogates, which no URL can hold.
const any = fc.string({ unit: 'binary' })
// No segment is empty.
const some = fc.string({ unit: 'binary', minLength: 1 })
const whole = fc.oneof(fc.integer(), fc.maxSafeInteger())
const real = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`))

/** The params of each route, and the search of those that have some. */
const PARAMS: Readonly<Record<string, fc.Arbitrary<object>>> = {
  item: fc.record({ id: whole }),
  word: fc.record({ lemma: some }),
  file: fc.record({ name: some }),
  user: fc.record({ name: some }),
  year: fc.record({ year: whole }, { requiredKeys: [] }),
  tags: fc.record({ tags: fc.array(some, { minLength: 1 }) }),
  days: fc.record({ days: fc.array(day) }),
  rest: fc.record({ 0: any }),
  pos: fc.record({ pos: fc.constantFrom('noun', 'verb'), letter: some }, { requiredKeys: ['pos'] }),
  home: fc.constant({}),
  query: fc.constant({}),
}
const SEARCH: Readonly<Record<string, fc.Arbitrary<object>>> = {
  home: fc.record({ page: whole }),
  query: fc.record({
    ...{ q: any, page: whole, tag: fc.array(any) },
    near: fc.option(real, { nil: undefined }),
  }),
}
const links = fc.oneof(
  ...Object.entries(PARAMS).map(([name, params]) =>
    fc.record({ name: fc.constant(name), params, search: SEARCH[name] ?? fc.constant({}) }),
  ),
)

// The names come from a generator, so the compiler cannot check which belong together.
const loose = table as unknown as {
  href(name: string, params: object, options: object): string
  state(name: string, params: object, options: object): string
}

test('a link is canonical ASCII that no mail program cuts, and reads back as its route and values', () => {
  const anchors = fc.option(any, { nil: undefined })
  fc.assert(
    fc.property(links, anchors, ({ name, params, search }, anchor) => {
      const state = loose.state(name, params, { search, anchor })
      equal(loose.href(name, params, { search, anchor }), `#!${state}`)
      ok(/^[\w\-.~!$&*,/:;=?@%]*$/.test(state), state)
      equal(canonicalState(state), state)
      const spelled = state.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      for (const spelling of [state, spelled]) {
        const match = table.match(spelling)
        equal(match?.name, name)
        deepEqual({ ...match?.params }, { ...params })
        deepEqual({ page: 1, ...match?.search }, { page: 1, ...search })
        if (spelling === state) equal(match?.anchor, anchor ?? null)
      }
      deepEqual(table.match(state)?.extra, [])
    }),
    { numRuns: 500 },
  )
})

const HREFS = [
  [table.href('home'), '#!'],
  [table.href('home', {}, { search: { page: 2 } }), '#!?page=2'],
  [table.href('home', {}, { search: { page: 1 }, anchor: 'top' }), '#!?~=top'],
  [table.href('word', { lemma: 'naïve art' }), '#!/word/na%C3%AFve%20art'],
  [table.href('word', { lemma: '../a' }), '#!/word/..%2Fa'],
  [table.href('file', { name: 'a.b' }), '#!/files/a.b.html'],
  [table.href('year', {}), '#!/by/list'],
  [table.href('year', { year: 2009 }), '#!/by/2009/list'],
  [table.href('tags', { tags: ['a', 'b/c'] }), '#!/tags/a/b%2Fc'],
  [table.href('days', { days: [new Date('2026-11-20')] }), '#!/days/2026-11-20'],
  [table.href('days', { days: [] }), '#!/days'],
  [table.href('rest', { 0: 'a//b c' }), '#!/rest/a//b%20c'],
  [table.href('pos', { letter: 'k', pos: 'verb' }), '#!pos=verb&letter=k'],
  [
    table.href('query', {}, { search: { q: 'a&b', tag: ['x', 'y'] } }),
    '#!/search?q=a%26b&tag=x&tag=y',
  ],
  [table.href('query', {}, { search: { q: ':~:text' } }), '#!/search?q=%3A~:text'],
]
for (const [href = '', expected = ''] of HREFS)
  test(`writes ${expected}`, () => equal(href, expected))

const REFUSED: [problem: string, name: string, params: object][] = [
  ['a missing param', 'word', {}],
  ['an empty param', 'word', { lemma: '' }],
  ['an empty list for one or more', 'tags', { tags: [] }],
  ['an empty text in a list', 'tags', { tags: ['a', ''] }],
  ['a missing required key', 'pos', { letter: 'k' }],
  ['a name that no route has', 'toString', {}],
]
for (const [problem, name, params] of REFUSED) {
  test(`${problem} makes no link, and the error names the route`, () =>
    throws(
      () => loose.href(name, params, {}),
      (error: Error) => error instanceof RangeError && error.message.includes(`"${name}"`),
    ))
}

const SPELLINGS: [state: string, canonical: string][] = [
  ['/w%6Frd/%e6%97%a5', '/word/%E6%97%A5'],
  ['/items/7?b=2&a=1&b=3&__proto__=x', '/items/7?b=2&a=1&b=3&__proto__=x'],
  ['letter=k&x=1&pos=verb', 'pos=verb&letter=k&x=1'],
  ['/search?page=1&x=&q=a', '/search?q=a&x='],
  ['?page=1', ''],
]
for (const [state, canonical] of SPELLINGS) {
  test(`"${state}" is written "${canonical}", unknown keys in their order`, () => {
    const match = table.match(state)
    ok(match !== null)
    const { name, params, search, extra } = match
    equal(loose.state(name, params, { search, extra }), canonical)
  })
}

test('match throws for no text of a URL, and each match can be written as a link', () => {
  const parts = fc.constantFrom(
    ...'/ % %zz %C0%AF %F0%9F ? & = ~= # items word rest pos= a'.split(' '),
    ...['\0', '\ud800'],
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, any)), (texts) => {
      const match = table.match(texts.join(''))
      if (match) loose.href(match.name, match.params, { search: match.search, extra: match.extra })
    }),
    { numRuns: 1000 },
  )
})

test('adjacent optional params need codecs that tell them apart, or the table is an error', () => {
  const lang = oneOf('de', 'fr')
  const table = defineRoutes({ doc: route('/:lang?/:page?', { params: { lang } }) })
  for (const params of [{}, { lang: 'de' }, { page: 'x' }, { lang: 'fr', page: 'x' }] as const)
    deepEqual({ ...table.match(table.state('doc', params))?.params }, params)
  throws(() => defineRoutes({ doc: route('/:lang?/:page?') }), SyntaxError)
  throws(
    () => defineRoutes({ day: route('/:month?/:day?', { params: { month: int, day: int } }) }),
    /":month\?" can match this too/,
  )
})
