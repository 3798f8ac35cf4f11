/**
 * The cache with a clock and makers of the test's: how often a response is made, which one is
 * served, and which are stored.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import {
  Cache,
  type CacheAnswer,
  type CacheOptions,
  type RenderResult,
} from '../../../server/cache/cache.ts'
import { type CacheKey, cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { prepareResponse } from '../../../server/cache/response/prepared-response.ts'
import { purgedTags } from '../../../server/cache/tags.ts'
import { numRuns } from '../../run/seed.ts'
import { suite } from '../../run/suite.ts'
import { deferred, turn } from '../helpers/promises.ts'

const test = suite('cache')

type Kind = RenderResult['kind']
const STATUS: Readonly<Record<string, number>> = { page: 200, missing: 404 }

const at = (state: string): CacheKey => cacheKeyOf('/', '', state)
const result = (text: string, kind: Kind, maxAge = 0): RenderResult => ({
  ...{ kind, maxAge },
  response: prepareResponse({ status: STATUS[kind] ?? 503, headers: {}, body: Buffer.from(text) }),
})
const page = (text: string, maxAge = 1000) => result(text, 'page', maxAge)
const missing = result('missing', 'missing')
const failed = result('failed', 'failed')
const textOf = ({ response }: CacheAnswer) => response.body.toString()

/** A cache, its clock, and makers that count. */
function setUp(options: Partial<CacheOptions> = {}) {
  let time = 0
  const made: string[] = []
  const cache = new Cache({ bytes: 1_000_000, staleFor: 10_000, now: () => time, ...options })
  return {
    ...{ cache, made },
    now: () => time,
    pass: (ms: number) => {
      time += ms
    },
    get: async (state: string, answer: RenderResult = page(state)) =>
      cache.get(at(state), async () => {
        made.push(state)
        return answer
      }),
  }
}

test('renders once for requests at the same time, and answers a stale page while it renders a new one', async () => {
  const { cache, get, made, pass } = setUp()
  const wave = async (text: string) => {
    const all = await Promise.all(Array.from({ length: 500 }, () => get('a', page(text))))
    return [...new Set(all.map(textOf))]
  }
  expect([await wave('old'), await wave('not needed'), made]).toEqual([['old'], ['old'], ['a']])
  pass(2000)
  const { promise, resolve } = deferred<RenderResult>()
  expect(textOf(await cache.get(at('a'), () => promise))).toBe('old')
  expect(await wave('not needed')).toEqual(['old'])
  resolve(page('new'))
  await turn()
  expect([await wave('not needed'), made]).toEqual([['new'], ['a']])
})

/** The facts about a state that a cache needs. */
interface Known {
  page?: { text: string; freshUntil: number; goneAt: number } | undefined
  negative?: { text: string; until: number } | undefined
}

test('answers, renders and stores the same pages as a model, in any order of events', async () => {
  // Pages end up to a tenth of their time early: never at a whole second.
  const [FRESH, STALE] = [4900, 30_000]
  const step = fc.record({
    state: fc.constantFrom('a', 'b'),
    pass: fc.constantFrom(0, 1000, 2000, 5000, 9000, 12_000, 36_000),
    kind: fc.constantFrom<Kind>('page', 'page', 'missing', 'failed', 'uncached'),
    maxAge: fc.constantFrom(0, FRESH, FRESH),
    isPurged: fc.constantFrom(false, false, false, true),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const { cache, pass, now } = setUp({ staleFor: STALE })
      const known: Record<string, Known> = {}
      for (const [id, { state, pass: ms, kind, maxAge, isPurged }] of steps.entries()) {
        pass(ms)
        const text = `${id} ${kind}`
        let made = 0
        const ask = () =>
          cache.get(at(state), async () => {
            made += 1
            await turn()
            return result(text, kind, maxAge)
          })
        const requests = Promise.all([ask(), ask(), ask()])
        // It comes while an answer is made, if one is.
        if (isPurged) void cache.purge(purgedTags({}, [state]))
        const answers = (await requests).map(textOf)
        await turn()
        await turn()

        const { page, negative } = known[state] ?? {}
        const old = page && now() < page.goneAt ? page : undefined
        const isFresh = old && now() < old.freshUntil
        const held = negative && now() < negative.until ? negative : undefined
        const expected = isFresh ? old : (held ?? old ?? { text })
        expect([text, ...answers]).toEqual([text, ...Array(3).fill(expected.text)])
        expect([text, made]).toEqual([text, isFresh || held ? 0 : 1])
        if (isPurged) known[state] = {}
        else if (made === 1 && kind === 'page')
          known[state] =
            maxAge > 0
              ? { page: { text, freshUntil: now() + FRESH, goneAt: now() + FRESH + STALE } }
              : {}
        else if (made === 1 && kind === 'missing')
          known[state] = { negative: { text, until: now() + 10_000 } }
        // An old answer stands in, and an outage is not asked about for every request.
        else if (made === 1 && kind === 'failed')
          known[state] = old
            ? { page: { ...old, freshUntil: now() + 2000 } }
            : { negative: { text, until: now() + 2000 } }
      }
    }),
    { numRuns: numRuns(300, 3000) },
  )
})

test('a render that throws rejects all its waiting requests and stores nothing', async () => {
  const { cache, get } = setUp()
  const broken = () => Promise.reject(new Error('a bug'))
  const all = await Promise.allSettled([cache.get(at('a'), broken), cache.get(at('a'), broken)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(textOf(await get('a'))).toBe('a')
})

test('pages that were stored at the same time do not expire at the same time', async () => {
  const { get, made, pass } = setUp()
  const states = Array.from({ length: 400 }, (_, id) => `/${id}`)
  for (const state of states) await get(state, page(state, 10_000))
  const renewed: number[] = []
  for (let ms = 0; ms <= 1000; ms += 100) {
    pass(ms === 0 ? 9000 : 100)
    made.length = 0
    for (const state of states) await get(state, page(state, 10_000))
    await turn()
    renewed.push(made.length)
  }
  // All of them within the last tenth of their time, and no more than a fifth in any tenth of that.
  expect(renewed.reduce((sum, count) => sum + count)).toBe(400)
  expect(Math.max(...renewed)).toBeLessThan(80)
})

test('never takes more than its bytes, for pages of any size', async () => {
  const { cache, get } = setUp({ bytes: 100_000 })
  for (const length of [...Array.from({ length: 1000 }, (_, id) => id * 10), 200_000]) {
    await get(`/${length}`, page('x'.repeat(length)))
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000 * (17 / 16))
  }
})

test('the size of a page includes encodings that are made later', async () => {
  const { cache, get } = setUp({ bytes: 100_000 })
  const served = await get('a', page('x'.repeat(5000)))
  const before = cache.size.bytes
  const request = { method: 'GET', target: '/', headers: { 'accept-encoding': 'gzip' } }
  await served.response.answer(request, '')
  await get('a')
  expect(cache.size.bytes).toBeGreaterThan(before)
})

for (const [flood, pushes, answer, times] of [
  ['unknown states', 'no page', missing, 1],
  ['failing states', 'no page', failed, 1],
  ['pages with one request', 'no page with two requests', undefined, 2],
] as const) {
  test(`a flood of ${flood} evicts ${pushes}`, async () => {
    const { cache, get } = setUp({ bytes: 500_000 })
    const hot = Array.from({ length: 100 }, (_, id) => `/hot/${id}`)
    for (let time = 0; time < times; time++) for (const state of hot) await get(state)
    for (let id = 0; id < 20_000; id++) await get(`/about?x=${id}`, answer)
    const sources = await Promise.all(hot.map(async (state) => (await get(state)).source))
    expect(new Set(sources)).toEqual(new Set(['hit']))
    expect(cache.size.bytes).toBeLessThanOrEqual(500_000 * (17 / 16))
  })
}

test('addresses have different keys, even if their joined parts look alike', () => {
  const keys = [
    [at('a'), at('a#!')],
    [cacheKeyOf('/', 'a', 'b'), cacheKeyOf('/', '', '?a#!b')],
    [cacheKeyOf('/a', '', 'b'), cacheKeyOf('/', 'a', 'b')],
  ] as const
  for (const [one, other] of keys) expect(one.key).not.toBe(other.key)
})

test('a purge of a state covers its variants by query and scripts, and no other page', async () => {
  const { cache } = setUp()
  const covered = [
    ['/', ''],
    ['/', 'lang=de'],
    ['/', '', 'people'],
  ] as const
  const addresses = [
    ...covered.map(([path, query, form]) => cacheKeyOf(path, query, '/a', form)),
    cacheKeyOf('/', '', '/ab'),
    cacheKeyOf('/b.html', '', '/ab'),
  ]
  const ask = async () =>
    Promise.all(addresses.map(async (one) => (await cache.get(one, async () => page('x'))).source))
  await ask()
  expect((await cache.purge(purgedTags({}, ['/a']))).count).toBe(3)
  expect(await ask()).toEqual(['rendered', 'rendered', 'rendered', 'hit', 'hit'])
  expect((await cache.purge(purgedTags({ prefix: '/' }))).count).toBe(5)
})

test('a render that is under way at a purge answers only the requests that wait for it', async () => {
  const { cache, get } = setUp()
  const { promise, resolve } = deferred<RenderResult>()
  const waits = cache.get(at('/a'), () => promise)
  void cache.purge(purgedTags({ prefix: '/' }))
  expect(textOf(await get('/a', page('new')))).toBe('new')
  resolve(page('old'))
  expect(textOf(await waits)).toBe('old')
  expect(textOf(await get('/a'))).toBe('new')
})

test('an address that is not cacheable is rendered once for each wave of requests', async () => {
  const { cache } = setUp()
  let made = 0
  const ask = async () =>
    cache.get({ ...at('a?x=1'), uncacheable: true }, async () => {
      made += 1
      return page('a')
    })
  await Promise.all([ask(), ask(), ask()])
  expect((await ask()).source).toBe('rendered')
  expect([made, cache.size.entries]).toEqual([2, 0])
})

test('a page at fault is never served stale: the next request renders a new one', async () => {
  const { get, pass } = setUp()
  const { status, body } = page('at fault').response
  const response = prepareResponse({ status, headers: { 'x-hashbang-at-fault': 'failed' }, body })
  await get('a', { kind: 'page', response, maxAge: 1000 })
  pass(1001)
  expect(textOf(await get('a', page('good')))).toBe('good')
})
