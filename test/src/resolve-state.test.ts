/**
 * The results of a state: pages with their levels, redirects, not found, gone, failures, aborts;
 * all of them values.
 */
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
const boom = () => {
  throw new Error('secret')
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
    throws: route('/throws', { load: boom }),
    rejects: route('/rejects', { load: () => Promise.reject(new Error('secret')) }),
    badGuard: route('/bad-guard', { guard: boom }),
    badHead: route('/bad-head', { head: boom }),
    badView: route('/bad-view', { view: failing }),
  },
  { notFound: viewOf('missing'), error: viewOf('broken') },
)

test('a page has its state, status, head, data and view', async () => {
  const page = asPage(await resolve(table, '/items/7?b=1&~=top'))
  deepEqual([page.type, page.status, page.state], ['page', 203, '/items/7?b=1'])
  deepEqual([page.anchor, page.maxAge], ['top', 5000])
  deepEqual(page.head, { title: 'Item 7 7' })
  deepEqual(page.levels[0]?.data, { id: 7 })
  deepEqual(shown(page), ['item: item'])
  equal(asPage(await resolve(table, '')).status, 200)
})

test('a route with index: false has robots "noindex", or the robots of its own head', async () => {
  equal(asPage(await resolve(table, '/hidden')).head.robots, 'noindex')
  equal(asPage(await resolve(table, '/hidden-too')).head.robots, 'none')
})

const STAND_INS = {
  'not-found': { states: ['/x/y', '/items/404'], status: 404, view: 'missing', title: 'Not found' },
  gone: { states: ['/items/410'], status: 410, view: 'missing', title: 'Gone' },
  failure: {
    states: ['/throws', '/rejects', '/bad-guard', '/bad-head', '/bad-view', '/nowhere'],
    ...{ status: 500, view: 'broken', title: 'Something went wrong' },
  },
}
for (const [type, { states, status, view, title }] of Object.entries(STAND_INS)) {
  for (const state of states) {
    test(`"${state}" is ${type}: ${status}, the table's view, not to be indexed`, async () => {
      const page = asPage(await resolve(table, state))
      deepEqual([page.type, page.status, page.state], [type, status, state])
      deepEqual(page.head, { title, robots: 'noindex' })
      deepEqual(shown(page), [`${type}: ${view}`])
      equal(page.error !== undefined, type === 'failure')
      ok(!JSON.stringify({ ...page, error: undefined }).includes('secret'))
    })
  }
}

test('a table whose views for errors are missing or fail still has error pages', async () => {
  const bare = defineRoutes({ bad: route('/bad', { view: failing }) })
  deepEqual(asPage(await resolve(bare, '/none')).levels, [])
  equal(asPage(await resolve(bare, '/bad')).status, 500)
  const worse = defineRoutes({}, { error: failing, notFound: failing })
  const page = await worse.fail('/a', new Error('bad'))
  deepEqual([page.status, page.levels, String(page.error)], [500, [], 'Error: bad'])
  const missing = asPage(await resolve(worse, '/b'))
  deepEqual([missing.status, missing.levels, String(missing.error)], [404, [], 'Error: secret'])
})

test('a redirect leads to a canonical state, with 301 by default', async () => {
  const redirected = { type: 'redirect', status: 301, state: '/items/7' }
  deepEqual(await resolve(table, '7'), redirected)
  const there = { ...redirected, status: 302, state: '/items/7?a=b' }
  deepEqual(await resolve(table, '/there'), there)
})

test('data that looks like an outcome is data', async () => {
  const look = defineRoutes({
    a: route('/a', { load: () => JSON.parse('{"outcome":"not-found","type":"redirect"}') }),
  })
  equal(asPage(await resolve(look, '/a')).type, 'page')
})

test('guards and loaders receive params, search, anchor, state, signal, context and fetch', async () => {
  const received: object[] = []
  const table = defineRoutes({
    a: routeWith<{ db: string }>()('/a/:x', {
      search: { n: int.optional(1) },
      guard: (args) => void received.push(args),
      load: (args) => void received.push(args),
    }),
  })
  const fetch = async () => new Response()
  await table.resolve('/a/%62?~=top', { context: { db: 'd' }, signal, fetch })
  equal(received.length, 2)
  for (const args of received) {
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

const LOADERS: Readonly<Record<string, (signal: AbortSignal) => unknown>> = {
  'does not end': () => new Promise(() => {}),
  'throws for the abort': (signal) => signal.throwIfAborted(),
  'returns data all the same': () => 7,
}
for (const [behaviour, load] of Object.entries(LOADERS)) {
  test(`an abort before or during the load resolves to aborted, where the loader ${behaviour}`, async () => {
    const stop = new AbortController()
    const table = defineRoutes({
      a: route('/a', {
        load: async ({ signal }) => {
          stop.abort()
          ok(signal.aborted)
          return load(signal)
        },
      }),
    })
    for (let round = 0; round < 2; round++)
      deepEqual(await table.resolve('/a', { context, signal: stop.signal }), { type: 'aborted' })
  })
}

type Answers = Readonly<Record<string, () => unknown>>

/** Three levels, each with a log; `at` decides the result of a function of one level. */
function nested(at: Answers = {}, views: Readonly<Record<string, object>> = {}) {
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

test('guards run from the outside in, then all loaders at once; heads are joined', async () => {
  const { log, page } = nested()
  const { levels, head, maxAge } = await page()
  const each = (step: string) => ['a', 'b', 'c'].map((name) => `${step} ${name}`)
  deepEqual(log, [...each('guard'), ...each('load'), ...each('loaded')])
  deepEqual(
    levels.map(({ name, data }) => `${name}: ${data}`),
    ['a: a', 'a.b: b', 'a.b.c: c'],
  )
  const meta = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]
  deepEqual(head, { robots: 'noindex', title: 'c', meta })
  equal(maxAge, 2)
})

test('a guard that turns away keeps the inner routes from running', async () => {
  const { log, page } = nested({ 'guard b': notFound })
  deepEqual(shown(await page()), ['not-found: missing'])
  ok(!log.includes('guard c') && !log.includes('load b'))
})

const own = { notFound: viewOf('own missing'), error: viewOf('own broken') }

const NEAREST: [at: Answers, withOwn: string, shown: string][] = [
  [{ 'load c': boom }, '', 'failure: broken'],
  [{ 'load c': boom }, 'c', 'a: a, a.b: b, failure: own broken'],
  [{ 'load c': boom }, 'b', 'a: a, failure: own broken'],
  [{ 'load a': boom }, 'b c', 'failure: broken'],
  [{ 'load c': boom, 'load b': boom }, 'b c', 'a: a, failure: own broken'],
  [{ 'load c': notFound }, 'b', 'a: a, not-found: own missing'],
  [{ 'load c': gone }, 'c', 'a: a, a.b: b, gone: own missing'],
  [{ 'guard c': notFound }, 'c', 'a: a, a.b: b, not-found: own missing'],
  [{ 'guard b': boom }, 'a', 'failure: own broken'],
  [{ 'guard c': notFound, 'load a': boom }, 'a c', 'failure: own broken'],
]
for (const [at, withOwn, levels] of NEAREST) {
  const steps = Object.entries(at).map(([step, { name }]) => `${step} is ${name}`)
  test(`the nearest view replaces a level: "${levels}" where ${steps.join(', ')}, and "${withOwn}" has own views`, async () => {
    const views = Object.fromEntries(withOwn.split(' ').map((name) => [name, own]))
    equal(shown(await nested(at, views).page()).join(', '), levels)
  })
}

test('an error page keeps the head of the levels around it, but for title and robots', async () => {
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
