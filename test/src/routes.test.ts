/** Links and matches are inverses of each other, for any value; links are text that survives mail. */
import '../../src/texts.ts'
import fc from 'fast-check'
import { deepEqual, equal, ok, throws } from 'playwright-test/taps'
import {
  canonicalState,
  date,
  defineRoutes,
  int,
  number,
  oneOf,
  PatternError,
  route,
  text,
} from '../../src/index.ts'
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
    search: {
      q: text,
      page: int.optional(1),
      near: number.optional(),
      tag: text.list(),
    },
  }),
})

// Text without lone surrogates, which no URL can hold, and not empty, which no segment is.
const some = fc.string({ unit: 'binary', minLength: 1 })
const whole = fc.oneof(fc.integer(), fc.maxSafeInteger())
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => new Date(`${at.toISOString().slice(0, 10)}T00:00:00Z`))

const links = fc.oneof(
  fc.record({ page: whole }).map((search) => ({ name: 'home', params: {}, search })),
  fc.record({ id: whole }).map((params) => ({ name: 'item', params, search: {} })),
  fc.record({ lemma: some }).map((params) => ({ name: 'word', params, search: {} })),
  fc.record({ name: some }).map((params) => ({ name: 'file', params, search: {} })),
  fc.record({ name: some }).map((params) => ({ name: 'user', params, search: {} })),
  fc
    .record({ year: whole }, { requiredKeys: [] })
    .map((params) => ({ name: 'year', params, search: {} })),
  fc
    .record({ tags: fc.array(some, { minLength: 1 }) })
    .map((params) => ({ name: 'tags', params, search: {} })),
  fc.record({ days: fc.array(day) }).map((params) => ({ name: 'days', params, search: {} })),
  fc
    .record({ 0: fc.string({ unit: 'binary' }) })
    .map((params) => ({ name: 'rest', params, search: {} })),
  fc
    .record({ pos: fc.constantFrom('noun', 'verb'), letter: some }, { requiredKeys: ['pos'] })
    .map((params) => ({ name: 'pos', params, search: {} })),
  fc
    .record({
      q: fc.string({ unit: 'binary' }),
      page: whole,
      near: fc.option(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
        { nil: undefined },
      ),
      tag: fc.array(fc.string({ unit: 'binary' })),
    })
    .map((search) => ({ name: 'query', params: {}, search })),
)

const anchors = fc.option(fc.string({ unit: 'binary' }), { nil: undefined })

// The names come from a generator, so the compiler cannot check what belongs to which.
const loose = table as unknown as {
  href(name: string, params: object, options: object): string
  state(name: string, params: object, options: object): string
}

test('a link matches the route, params, search and anchor that it was made of', () => {
  fc.assert(
    fc.property(links, anchors, ({ name, params, search }, anchor) => {
      const state = loose.state(name, params, { search, anchor })
      const match = table.match(state)
      equal(match?.name, name)
      deepEqual({ ...match?.params }, { ...params })
      deepEqual({ page: 1, ...match?.search }, { page: 1, ...search })
      equal(match?.anchor, anchor ?? null)
      deepEqual(match?.extra, [])
    }),
    { numRuns: 500 },
  )
})

test('a link is #! and canonical ASCII with nothing that mail programs cut it at', () => {
  fc.assert(
    fc.property(links, anchors, ({ name, params, search }, anchor) => {
      const href = loose.href(name, params, { search, anchor })
      ok(/^#![\w\-.~!$&*,/:;=?@%]*$/.test(href), href)
      equal(canonicalState(href.slice(2)), href.slice(2))
    }),
  )
})

test('the link of a match is the one spelling of its state', () => {
  fc.assert(
    fc.property(links, ({ name, params, search }) => {
      const state = loose.state(name, params, { search })
      const spelled = state.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
      const match = table.match(spelled)
      equal(match && loose.state(match.name, match.params, { search: match.search }), state)
    }),
  )
})

const HREFS = [
  [table.href('home'), '#!'],
  [table.href('home', {}, { search: { page: 2 } }), '#!?page=2'],
  [table.href('home', {}, { search: { page: 1 } }), '#!'],
  [table.href('home', {}, { anchor: 'top' }), '#!?~=top'],
  [table.href('word', { lemma: 'naïve art' }), '#!/word/na%C3%AFve%20art'],
  [table.href('word', { lemma: '../a' }), '#!/word/..%2Fa'],
  [table.href('file', { name: 'a.b' }), '#!/files/a.b.html'],
  [table.href('year', {}), '#!/by/list'],
  [table.href('year', { year: 2009 }), '#!/by/2009/list'],
  [table.href('tags', { tags: ['a', 'b/c'] }), '#!/tags/a/b%2Fc'],
  [table.href('days', { days: [new Date('2026-11-20')] }), '#!/days/2026-11-20'],
  [table.href('days', { days: [] }), '#!/days'],
  [table.href('rest', { 0: 'a//b c' }), '#!/rest/a//b%20c'],
  [table.href('pos', { pos: 'verb' }), '#!pos=verb'],
  [table.href('pos', { letter: 'k', pos: 'verb' }), '#!pos=verb&letter=k'],
  [
    table.href('query', {}, { search: { q: 'a&b', tag: ['x', 'y'] } }),
    '#!/search?q=a%26b&tag=x&tag=y',
  ],
  [table.href('query', {}, { search: { q: ':~:text' } }), '#!/search?q=%3A~:text'],
]

for (const [href = '', expected = ''] of HREFS) {
  test(`writes ${expected}`, () => equal(href, expected))
}

const REFUSED: { what: string; params: object; name: string }[] = [
  { what: 'a missing param', name: 'word', params: {} },
  { what: 'an empty param', name: 'word', params: { lemma: '' } },
  { what: 'an empty list for one or more', name: 'tags', params: { tags: [] } },
  { what: 'an empty text in a list', name: 'tags', params: { tags: ['a', ''] } },
  { what: 'a missing required key', name: 'pos', params: { letter: 'k' } },
]

for (const { what, name, params } of REFUSED) {
  test(`no link is made of ${what}; the error names route, pattern and value`, () => {
    throws(
      () => loose.href(name, params, {}),
      (error: Error) => error instanceof RangeError && error.message.includes(`"${name}"`),
    )
  })
}

test('a name that no route has is a RangeError that says it', () => {
  throws(() => loose.href('toString', {}, {}), /No route is named "toString"/)
})

const SPELLINGS = [
  { state: '/w%6Frd/%e6%97%a5', canonical: '/word/%E6%97%A5' },
  { state: '/items/7?b=2&a=1&b=3', canonical: '/items/7?b=2&a=1&b=3' },
  { state: 'letter=k&x=1&pos=verb', canonical: 'pos=verb&letter=k&x=1' },
  { state: '/search?page=1&x=&q=a', canonical: '/search?q=a&x=' },
  { state: '?page=1', canonical: '' },
]

for (const { state, canonical } of SPELLINGS) {
  test(`"${state}" is written "${canonical}"`, () => {
    const match = table.match(state)
    ok(match !== null)
    equal(
      loose.state(match.name, match.params, { search: match.search, extra: match.extra }),
      canonical,
    )
  })
}

test('unknown keys keep their order and repeats', () => {
  deepEqual(table.match('/items/7?b=2&a=1&b=3&__proto__=x')?.extra, [
    ['b', '2'],
    ['a', '1'],
    ['b', '3'],
    ['__proto__', 'x'],
  ])
})

test('nothing that a URL may hold makes match throw, and what it gives can be written', () => {
  const parts = fc.constantFrom(
    '/',
    '%',
    '%zz',
    '%C0%AF',
    '%F0%9F',
    '?',
    '&',
    '=',
    '~=',
    '#',
    'items',
    'word',
    'rest',
    'pos=',
    'a',
    '\0',
    '\ud800',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string({ unit: 'binary' }))), (texts) => {
      const match = table.match(texts.join(''))
      if (match) loose.href(match.name, match.params, { search: match.search, extra: match.extra })
    }),
    { numRuns: 1000 },
  )
})

test('adjacent optional params are told apart by codecs, or are an error when the table is made', () => {
  const lang = oneOf('de', 'fr')
  const table = defineRoutes({ doc: route('/:lang?/:page?', { params: { lang } }) })
  for (const params of [{}, { lang: 'de' }, { page: 'x' }, { lang: 'fr', page: 'x' }] as const) {
    deepEqual({ ...table.match(table.state('doc', params))?.params }, params)
  }
  throws(() => defineRoutes({ doc: route('/:lang?/:page?') }), PatternError)
  throws(
    () => defineRoutes({ day: route('/:month?/:day?', { params: { month: int, day: int } }) }),
    /":month\?" can match this too/,
  )
})
