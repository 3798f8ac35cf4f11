/** The states that a table says it has: streamed, never collected. */
import '../../src/texts.ts'
import { deepEqual, equal, ok, rejects } from 'playwright-test/taps'
import { entries } from '../../src/entries.ts'
import { defineRoutes, html, htmlView, int, route, routeWith } from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('entries')

const view = async () => ({ default: htmlView(() => html``) })
const signal = new AbortController().signal
async function list<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of items) all.push(one)
  return all
}

test('routes list their entries in order; a route with a view and no params lists itself', async () => {
  const withDb = routeWith<{ ids: number[] }>()
  const table = defineRoutes({
    home: route('', { view, lastModified: '2026-01-02' }),
    item: withDb('/items/:id', {
      params: { id: int },
      view,
      index: false,
      lastModified: new Date(0),
      async *entries({ context }) {
        for (const id of context.ids)
          yield { params: { id }, ...(id === 2 ? { lastModified: '2026-02-03T04:05:06Z' } : {}) }
      },
    }),
    browse: route('/browse/:letter', {
      view,
      search: { page: int.optional(1) },
      entries: () => [{ params: { letter: 'é' }, search: { page: 2 } }],
    }),
    optional: route('/list/:page?', { view }),
    keyed: route('a=1', { view }),
    unlisted: route('/word/:lemma', { view }),
    needs: route('/needs', { view, search: { q: int } }),
    viewless: route('/viewless'),
    none: route('/none', { view, entries: () => [] }),
    shop: route('/shop/:id', {
      view,
      index: false,
      entries: () => [{ params: { id: '1' } }],
      children: (route) => ({
        index: route('', { view, entries: () => [{ params: { id: '2' } }] }),
        about: route('/about'),
      }),
    }),
  })
  const changed = new Date('2026-02-03T04:05:06Z')
  deepEqual(await list(entries(table, { context: { ids: [1, 2] }, signal })), [
    { name: 'home', state: '', index: true, lastModified: new Date('2026-01-02') },
    { name: 'item', state: '/items/1', index: false, lastModified: new Date(0) },
    { name: 'item', state: '/items/2', index: false, lastModified: changed },
    { name: 'browse', state: '/browse/%C3%A9?page=2', index: true },
    { name: 'optional', state: '/list', index: true },
    { name: 'keyed', state: 'a=1', index: true },
    { name: 'shop.index', state: '/shop/2', index: false },
  ])
})

test('entries are read one by one, and a loop that ends early ends the generator', async () => {
  let count = 0
  let ended = false
  const table = defineRoutes({
    item: route('/:id', {
      *entries() {
        try {
          for (;;) yield { params: { id: String(count++) } }
        } finally {
          ended = true
        }
      },
    }),
  })
  for await (const { state } of entries(table, { context: undefined, signal })) {
    if (state === '/2') break
  }
  equal(count, 3)
  ok(ended)
})

test('an abort ends the entries with the reason of the signal', async () => {
  const stop = new AbortController()
  const table = defineRoutes({
    item: route('/:id', {
      *entries() {
        yield { params: { id: '1' } }
        stop.abort(new Error('enough'))
        yield { params: { id: '2' } }
      },
    }),
  })
  await rejects(list(entries(table, { context: undefined, signal: stop.signal })), /enough/)
})

for (const [name, result, message] of [
  ['an empty param', [{ params: { lemma: '' } }], /entry 1: .*":lemma" is ""/],
  [
    'a misspelled param',
    [{ params: { lemma: 'a' } }, { params: { lema: 'b' } }],
    /gave \{"params":\{"lema":"b"\}\} as entry 2: write \{ params: .*":lemma" is undefined \(did you mean "lemma" by "lema"\?\)/,
  ],
  ['no params', [{ lemma: 'a' }], /entry 1: write \{ params: \{ … \} \}, because .*HB007/],
  ['a misspelled key', [{ parms: {} }], /gave \{"parms":\{\}\} as entry 1: write \{ params/],
  ['a text', ['ajax'], /gave "ajax" as entry 1: write/],
  ['null', [null], /gave null as entry 1/],
  ['no list', { params: { lemma: 'a' } }, /returned \{"params".*, which is no list/],
  ['nothing', undefined, /returned undefined, which is no list: return \[/],
] as const)
  test(`entries of ${name} are an error that names the route and the entry`, async () => {
    const table = defineRoutes({ word: route('/w/:lemma', { entries: () => result as never }) })
    const named = new RegExp(`HB019: The "entries" of "word" \\(/w/:lemma\\) .*${message.source}`)
    await rejects(list(entries(table, { context: undefined, signal })), named)
  })
