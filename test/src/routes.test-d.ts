/**
 * The facts that the compiler knows of a route table: from the pattern to the link, the match, the
 * loader, the view and the context.
 */
import { z } from 'zod'
import { start } from '../../src/browser.ts'
import {
  date,
  defineRoutes,
  html,
  htmlView,
  int,
  type MatchOf,
  type NameOf,
  notFound,
  oneOf,
  type PatternParams,
  parser,
  redirect,
  route,
  routeWith,
  text,
} from '../../src/index.ts'

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(_: Equal<A, B>): void => undefined

// Params come from the pattern's text.
same<PatternParams<''>, Record<never, never>>(true)
same<PatternParams<'/a/:x'>, { x: string }>(true)
same<PatternParams<'/a/:x?/b'>, { x?: string }>(true)
same<PatternParams<'/:x+'>, { x: string[] }>(true)
same<PatternParams<'/a/:x*'>, { x: string[] }>(true)
same<PatternParams<'/a/*'>, { 0: string }>(true)
same<PatternParams<'user-:name'>, { name: string }>(true)
same<PatternParams<'/:id.html'>, { id: string }>(true)
same<PatternParams<'/:a/b/:c'>, { a: string; c: string }>(true)
same<PatternParams<'pos=:pos&letter=:letter?&x=1'>, { pos: string; letter?: string }>(true)
same<PatternParams<'/\\:a/:b'>, { b: string }>(true)
same<PatternParams<string>, Record<string, string>>(true)

interface Context {
  readonly words: {
    get(word: string, options: { signal: AbortSignal }): Promise<{ gloss: string } | null>
  }
}
const appRoute = routeWith<Context>()

const glossView = async () => ({
  default: htmlView<{ gloss: string }, { lemma: string }>(
    ({ data, params }) => html`${params.lemma} ${data.gloss}`,
  ),
})
const frame = async () => ({ default: htmlView(() => html`<hashbang-outlet></hashbang-outlet>`) })

const table = defineRoutes({
  home: appRoute('', { search: { page: int.optional(1), tag: text.list(), near: int.optional() } }),
  word: appRoute('/word/:lemma', {
    guard: ({ context, params, search, state, anchor, signal, fetch }) => {
      same<typeof context, Context>(true)
      same<typeof params, { lemma: string }>(true)
      same<typeof search, Record<never, never>>(true)
      same<typeof state, string>(true)
      same<typeof anchor, string | null>(true)
      same<typeof signal, AbortSignal>(true)
      same<typeof fetch, typeof globalThis.fetch>(true)
      return params.lemma === '' ? redirect('home') : undefined
    },
    load: async ({ params, context, signal }) =>
      (await context.words.get(params.lemma, { signal })) ?? notFound(),
    // Outcomes are no data.
    head: ({ data }) => {
      same<typeof data, { gloss: string }>(true)
      return { title: data.gloss }
    },
    view: glossView,
    entries: async function* () {
      yield { params: { lemma: 'a' }, lastModified: '2026-01-01' }
    },
  }),
  day: appRoute('/day/:day/:n?', { params: { day: date, n: int } }),
  list: appRoute('/list/:ids+', { params: { ids: int } }),
  kind: appRoute('kind=:kind', { params: { kind: oneOf('noun', 'verb') } }),
  needs: appRoute('/needs', { search: { q: text, page: int.optional(1) } }),
  hex: appRoute('/:n', { params: { n: parser(Number, String) } }),
  shop: appRoute('/shop/:city', {
    search: { sort: oneOf('name', 'price').optional('name') },
    view: frame,
    children: (route) => ({
      index: route(''),
      item: route('/:id', {
        params: { id: int },
        search: { size: int.optional() },
        load: ({ params, search, context }) => {
          same<typeof params, { city: string; id: number }>(true)
          same<
            typeof search,
            { readonly sort: 'name' | 'price'; readonly size: number | undefined }
          >(true)
          same<typeof context, Context>(true)
        },
        children: (route) => ({ part: route('/:part') }),
      }),
    }),
  }),
  zod: appRoute('/z', { search: z.object({ page: z.string().transform(Number) }) }),
})

type Names = NameOf<typeof table.routes>
type Flat = 'home' | 'word' | 'day' | 'list' | 'kind' | 'needs' | 'hex' | 'zod'
same<Names, Flat | 'shop' | 'shop.index' | 'shop.item' | 'shop.item.part'>(true)

// Links: the valid ones.
table.href('home')
table.href('home', {}, { search: { page: 2, tag: ['a'] }, anchor: 'top' })
table.href('word', { lemma: 'a' }, { anchor: 'top' })
table.href('day', { day: new Date() })
table.href('day', { day: new Date(), n: 1 })
table.href('list', { ids: [1, 2] })
table.href('needs', {}, { search: { q: 'a' } })
table.href('hex', { n: 255 })
table.href('shop', { city: 'a' }, { search: { sort: 'price' } })
table.href('shop.index', { city: 'a' })
table.href('shop.item', { city: 'a', id: 1 }, { search: { sort: 'price', size: 2 } })
table.href('shop.item.part', { city: 'a', id: 1, part: 'b' })
table.href('zod', {}, { search: { page: '2' } })

// A wrong name.
// @ts-expect-error
table.href('item', { city: 'a', id: 1 })
// @ts-expect-error
table.href('shop.itm', { city: 'a', id: 1 })

// A missing param, also of a route around.
// @ts-expect-error
table.href('word')
// @ts-expect-error
table.href('shop.item', { id: 1 })

// A param too many.
// @ts-expect-error
table.href('word', { lemma: 'a', page: 1 })
// @ts-expect-error
table.href('home', { lemma: 'a' })

// A param of a wrong type.
// @ts-expect-error
table.href('word', { lemma: 1 })
// @ts-expect-error
table.href('day', { day: '2026-01-01' })
// @ts-expect-error
table.href('list', { ids: ['1'] })
// @ts-expect-error
table.href('kind', { kind: 'adverb' })
// @ts-expect-error
table.href('shop.item', { city: 'a', id: '1' })

// Search that is missing, unknown or of a wrong type.
// @ts-expect-error
table.href('needs')
// @ts-expect-error
table.href('home', {}, { search: { page: '2' } })
// @ts-expect-error
table.href('home', {}, { search: { pages: 2 } })
// @ts-expect-error
table.href('word', { lemma: 'a' }, { search: { page: 2 } })
// @ts-expect-error
table.href('shop.item', { city: 'a', id: 1 }, { search: { sort: 'size' } })
// @ts-expect-error
table.href('zod', {}, { search: { page: 2 } })
// @ts-expect-error
table.state('word')

// A match says by its name which params and search it has.
const match = table.match('/x')
if (match?.name === 'shop.item') {
  same<typeof match.params, { city: string; id: number }>(true)
  same<typeof match.search.size, number | undefined>(true)
}
if (match?.name === 'zod') same<typeof match.search, { page: number }>(true)
if (match?.name === 'list') same<typeof match.params.ids, number[]>(true)
// @ts-expect-error
match?.params.lemma
same<MatchOf<typeof table.routes>['name'], Names>(true)

// The context that routes ask for is the one that must be given.
const signal = new AbortController().signal
const context: Context = { words: { get: async () => null } }
void table.resolve('', { context, signal })
// @ts-expect-error
void table.resolve('', { context: {}, signal })
void defineRoutes({ a: route('/a') }).resolve('', { context: undefined, signal })

// A context has the type that the route was made with, and nothing else.
// @ts-expect-error
appRoute('/a', { load: ({ context }) => context.lexicon })
// @ts-expect-error
route('/a', { load: ({ context }) => context.words })

// Codecs only for params that the pattern has.
// @ts-expect-error
route('/a/:x', { params: { y: int } })

// Loaders and heads see only values that exist.
// @ts-expect-error
route('/a/:x', { params: { x: int }, load: ({ params }) => params.x.toUpperCase() })
// @ts-expect-error
route('/a', { load: () => ({ a: 1 }), head: ({ data }) => ({ title: data.b }) })

// A guard gives an outcome or nothing.
// @ts-expect-error
route('/a', { guard: () => 'no' })

// Entries have the params of their route, with those of the routes around it.
// @ts-expect-error
route('/a/:x', { params: { x: int }, entries: () => [{ params: { x: 'a' } }] })

// A view must be able to show the loader's data, at every depth.
defineRoutes({ a: route('/:lemma', { load: () => ({ gloss: 'a', more: 1 }), view: glossView }) })
// @ts-expect-error
defineRoutes({ a: route('/:lemma', { load: () => ({ gloss: 1 }), view: glossView }) })
// @ts-expect-error
defineRoutes({ a: route('/:word', { load: () => ({ gloss: 'a' }), view: glossView }) })
route('/a', {
  // @ts-expect-error
  children: (route) => ({ b: route('/:lemma', { load: () => ({ gloss: 1 }), view: glossView }) }),
})

// A child's pattern goes on where that of its parent ends.
// @ts-expect-error
route('/a', { children: (route) => ({ b: route('b') }) })
route('', { children: (route) => ({ b: route('b') }) })

// No context is to be given where no route asks for one.
start(defineRoutes({ a: route('/a') }), { pendingMs: 50 })
start(table, { context })
// @ts-expect-error
start(table, { pendingMs: 50 })
