/** What a state resolves to: pages with their levels, redirects, not found, gone, failures, aborts; all of them values. */
import { deepEqual, equal, ok } from 'playwright-test/taps'
import {
  type AnyTable,
  defineRoutes,
  gone,
  html,
  htmlView,
  int,
  notFound,
  type Page,
  type Resolution,
  redirect,
  route,
  routeWith,
} from '../../src/index.ts'
import { suite } from '../run/suite.ts'

const test = suite('page')

const viewOf = (name: string) => {
  const module = { default: htmlView(() => html`${name}`) }
  return async () => module
}
const failing = (): ReturnType<ReturnType<typeof viewOf>> => Promise.reject(new Error('secret'))
const context = undefined
const signal = new AbortController().signal
const resolve = (table: AnyTable, state: string) => table.resolve(state, { context, signal })

function asPage(resolution: Resolution): Page {
  if (resolution.type === 'redirect' || resolution.type === 'aborted')
    throw new TypeError(`expected a page, got ${JSON.stringify(resolution)}`)
  return resolution
}

/** The names of a page's levels with the text of their views. */
const shown = (page: Page) =>
  page.levels.map(({ name, view }) => {
    const text =
      view && 'kind' in view && view.kind === 'html' ? String(view.render({} as never)) : ''
    return `${name}: ${text}`
  })

const table = defineRoutes(
  {
    home: route('', { head: () => ({ title: 'Home' }), view: viewOf('home') }),
    item: route('/items/:id', {
      params: { id: int },
      load: async ({ params }) =>
        params.id === 404 ? notFound() : params.id === 410 ? gone() : { id: params.id },
      head: ({ data, params }) => ({ title: `Item ${data.id} ${params.id}` }),
      view: viewOf('item'),
      status: 203,
      maxAge: 5000,
    }),
    hidden: route('/hidden', { index: false, view: viewOf('hidden') }),
    hiddenToo: route('/hidden-too', { index: false, head: () => ({ robots: 'none' }) }),
    term: route(':term', { load: ({ params }) => redirect('item', { id: Number(params.term) }) }),
    there: route('/there', { guard: () => redirect('#!/items/7?a=%62', {}, { status: 302 }) }),
    nowhere: route('/nowhere', { guard: () => redirect('nobody') }),
    throws: route('/throws', {
      load: () => {
        throw new Error('secret')
      },
    }),
    rejects: route('/rejects', { load: () => Promise.reject(new Error('secret')) }),
    badGuard: route('/bad-guard', {
      guard: () => {
        throw new Error('secret')
      },
    }),
    badHead: route('/bad-head', {
      head: () => {
        throw new Error('secret')
      },
    }),
    badView: route('/bad-view', { view: failing }),
  },
  { notFound: viewOf('missing'), error: viewOf('broken') },
)

test('a page has its state, status, head, data and view', async () => {
  const page = asPage(await resolve(table, '/items/7?b=1&~=top'))
  equal(page.type, 'page')
  equal(page.status, 203)
  equal(page.state, '/items/7?b=1')
  equal(page.anchor, 'top')
  equal(page.maxAge, 5000)
  deepEqual(page.head, { title: 'Item 7 7' })
  deepEqual(page.levels[0]?.data, { id: 7 })
  deepEqual(shown(page), ['item: item'])
})

test('a page says 200 when its route says nothing', async () => {
  equal(asPage(await resolve(table, '')).status, 200)
})

test('a route that is not to be indexed says so in its head, in its own words if it has any', async () => {
  equal(asPage(await resolve(table, '/hidden')).head.robots, 'noindex')
  equal(asPage(await resolve(table, '/hidden-too')).head.robots, 'none')
})

const STAND_INS = [
  { state: '/x/y', type: 'not-found', status: 404, view: 'missing', title: 'Not found' },
  { state: '/items/404', type: 'not-found', status: 404, view: 'missing', title: 'Not found' },
  { state: '/items/410', type: 'gone', status: 410, view: 'missing', title: 'Gone' },
  { state: '/throws', type: 'failure', status: 500, view: 'broken', title: 'Something went wrong' },
  {
    state: '/rejects',
    type: 'failure',
    status: 500,
    view: 'broken',
    title: 'Something went wrong',
  },
  {
    state: '/bad-guard',
    type: 'failure',
    status: 500,
    view: 'broken',
    title: 'Something went wrong',
  },
  {
    state: '/bad-head',
    type: 'failure',
    status: 500,
    view: 'broken',
    title: 'Something went wrong',
  },
  {
    state: '/bad-view',
    type: 'failure',
    status: 500,
    view: 'broken',
    title: 'Something went wrong',
  },
  {
    state: '/nowhere',
    type: 'failure',
    status: 500,
    view: 'broken',
    title: 'Something went wrong',
  },
]

for (const { state, type, status, view, title } of STAND_INS) {
  test(`"${state}" is ${type}: ${status}, the table's view, not to be indexed`, async () => {
    const page = asPage(await resolve(table, state))
    equal(page.type, type)
    equal(page.status, status)
    equal(page.state, state)
    deepEqual(page.head, { title, robots: 'noindex' })
    deepEqual(shown(page), [`${type}: ${view}`])
    equal(page.error !== undefined, type === 'failure')
    ok(!JSON.stringify({ ...page, error: undefined }).includes('secret'))
  })
}

test('a table without such views still has the pages', async () => {
  const bare = defineRoutes({ bad: route('/bad', { view: failing }) })
  deepEqual(asPage(await resolve(bare, '/none')).levels, [])
  equal(asPage(await resolve(bare, '/bad')).status, 500)
})

test('a view for failures that fails itself leaves a page without a view', async () => {
  const worse = defineRoutes(
    {},
    {
      error: () => Promise.reject(new Error('worse')),
      notFound: () => Promise.reject(new Error('worst')),
    },
  )
  const page = await worse.fail('/a', new Error('bad'))
  deepEqual([page.status, page.levels, String(page.error)], [500, [], 'Error: bad'])
  const missing = asPage(await resolve(worse, '/b'))
  deepEqual([missing.status, missing.levels, String(missing.error)], [404, [], 'Error: worst'])
})

test('redirects go to a canonical state, for good when nothing else is said', async () => {
  deepEqual(await resolve(table, '7'), { type: 'redirect', status: 301, state: '/items/7' })
  deepEqual(await resolve(table, '/there'), {
    type: 'redirect',
    status: 302,
    state: '/items/7?a=b',
  })
})

test('data that looks like an outcome is data', async () => {
  const look = defineRoutes({
    a: route('/a', { load: () => JSON.parse('{"outcome":"not-found","type":"redirect"}') }),
  })
  equal(asPage(await resolve(look, '/a')).type, 'page')
})

test('guards and loaders are given params, search, anchor, state, signal, context and fetch', async () => {
  const given: object[] = []
  const route = routeWith<{ db: string }>()
  const table = defineRoutes({
    a: route('/a/:x', {
      search: { n: int.optional(1) },
      guard: (args) => {
        given.push(args)
        return undefined
      },
      load: (args) => void given.push(args),
    }),
  })
  const fetch = async () => new Response()
  await table.resolve('/a/%62?~=top', { context: { db: 'd' }, signal, fetch })
  equal(given.length, 2)
  for (const args of given) {
    deepEqual(Object.keys(args).sort(), [
      'anchor',
      'context',
      'fetch',
      'params',
      'search',
      'signal',
      'state',
    ])
    const { params, search, ...others } = args as { params: object; search: object }
    deepEqual([{ ...params }, { ...search }], [{ x: 'b' }, { n: 1 }])
    deepEqual(others, { anchor: 'top', context: { db: 'd' }, fetch, signal, state: '/a/b' })
  }
})

test('the fetch of the platform works as a method, too', async () => {
  const table = defineRoutes({
    a: route('/a', { load: async (args) => (await args.fetch('data:,x')).text() }),
  })
  equal(asPage(await resolve(table, '/a')).levels[0]?.data, 'x')
})

test('what is aborted before or while it loads is aborted, whatever the loader does', async () => {
  const stop = new AbortController()
  let seen: AbortSignal | undefined
  const table = defineRoutes({
    slow: route('/slow', {
      load: ({ signal }) => {
        seen = signal
        stop.abort()
        return new Promise(() => {})
      },
    }),
    late: route('/late', { load: () => 7 }),
  })
  deepEqual(await table.resolve('/slow', { context, signal: stop.signal }), { type: 'aborted' })
  ok(seen?.aborted)
  deepEqual(await table.resolve('/late', { context, signal: stop.signal }), { type: 'aborted' })
})

test('a loader that throws because it was aborted makes no failure', async () => {
  const stop = new AbortController()
  const table = defineRoutes({
    a: route('/a', {
      load: async ({ signal }) => {
        stop.abort()
        signal.throwIfAborted()
      },
    }),
  })
  deepEqual(await table.resolve('/a', { context, signal: stop.signal }), { type: 'aborted' })
})

/** Three levels of which each keeps a log; `at` decides what a function of one level answers. */
function nested(at: Record<string, () => unknown> = {}, views: Record<string, object> = {}) {
  const log: string[] = []
  const level = (name: string) => ({
    guard: () => {
      log.push(`guard ${name}`)
      return at[`guard ${name}`]?.() as undefined
    },
    load: async () => {
      log.push(`load ${name}`)
      await null
      log.push(`loaded ${name}`)
      return at[`load ${name}`]?.() ?? name
    },
    head: () => ({ title: name, meta: [{ name }] }),
    view: viewOf(name),
    ...views[name],
  })
  const table = defineRoutes(
    {
      a: route('/a', {
        ...level('a'),
        index: false,
        maxAge: 1,
        children: (route) => ({
          b: route('/b', {
            ...level('b'),
            maxAge: 2,
            children: (route) => ({ c: route('/c', level('c')) }),
          }),
        }),
      }),
    },
    { notFound: viewOf('missing'), error: viewOf('broken') },
  )
  return { log, page: async () => asPage(await resolve(table, '/a/b/c')) }
}

test('guards run outside in, then all loaders side by side; heads are joined', async () => {
  const { log, page } = nested()
  const { levels, head, maxAge } = await page()
  deepEqual(log, [
    'guard a',
    'guard b',
    'guard c',
    'load a',
    'load b',
    'load c',
    'loaded a',
    'loaded b',
    'loaded c',
  ])
  deepEqual(
    levels.map(({ name, data }) => [name, data]),
    [
      ['a', 'a'],
      ['a.b', 'b'],
      ['a.b.c', 'c'],
    ],
  )
  deepEqual(head, {
    robots: 'noindex',
    title: 'c',
    meta: [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  })
  equal(maxAge, 2)
})

test('a guard that turns away keeps the inner routes from running', async () => {
  const { log, page } = nested({ 'guard b': notFound })
  deepEqual(shown(await page()), ['not-found: missing'])
  ok(!log.includes('guard c') && !log.includes('load b'))
})

const boom = () => {
  throw new Error('boom')
}
const own = { notFound: viewOf('own missing'), error: viewOf('own broken') }

const NEAREST: {
  what: string
  at: Record<string, () => unknown>
  views: Record<string, object>
  levels: string[]
}[] = [
  {
    what: 'a loader inside fails, no view of its own',
    at: { 'load c': boom },
    views: {},
    levels: ['failure: broken'],
  },
  {
    what: 'a loader inside fails, its own view',
    at: { 'load c': boom },
    views: { c: own },
    levels: ['a: a', 'a.b: b', 'failure: own broken'],
  },
  {
    what: 'a loader inside fails, a view further out',
    at: { 'load c': boom },
    views: { b: own },
    levels: ['a: a', 'failure: own broken'],
  },
  {
    what: 'a loader outside fails, a view inside only',
    at: { 'load a': boom },
    views: { b: own, c: own },
    levels: ['failure: broken'],
  },
  {
    what: 'loaders on two levels fail',
    at: { 'load c': boom, 'load b': boom },
    views: { b: own, c: own },
    levels: ['a: a', 'failure: own broken'],
  },
  {
    what: 'nothing is found inside',
    at: { 'load c': notFound },
    views: { b: own },
    levels: ['a: a', 'not-found: own missing'],
  },
  {
    what: 'what was inside is gone',
    at: { 'load c': gone },
    views: { c: own },
    levels: ['a: a', 'a.b: b', 'gone: own missing'],
  },
  {
    what: 'a guard inside turns away',
    at: { 'guard c': notFound },
    views: { c: own },
    levels: ['a: a', 'a.b: b', 'not-found: own missing'],
  },
  {
    what: 'a guard inside throws',
    at: { 'guard b': boom },
    views: { a: own },
    levels: ['failure: own broken'],
  },
  {
    what: 'a guard turns away and a loader outside of it fails',
    at: { 'guard c': notFound, 'load a': boom },
    views: { a: own, c: own },
    levels: ['failure: own broken'],
  },
]

for (const { what, at, views, levels } of NEAREST) {
  test(`the nearest view stands in: ${what}`, async () => {
    deepEqual(shown(await nested(at, views).page()), levels)
  })
}

test('a stand-in keeps the head of the levels around it, but for title and robots', async () => {
  const { head } = await nested({ 'load c': notFound }, { b: own }).page()
  deepEqual(head, { title: 'Not found', robots: 'noindex', meta: [{ name: 'a' }] })
})

test('a route without a view is no level, unless it is the page itself', async () => {
  const table = defineRoutes({
    group: route('/g', {
      load: () => 'ran',
      children: (route) => ({ a: route('/a', { view: viewOf('a') }), b: route('/b') }),
    }),
  })
  deepEqual(shown(asPage(await resolve(table, '/g/a'))), ['group.a: a'])
  deepEqual(shown(asPage(await resolve(table, '/g/b'))), ['group.b: '])
})
