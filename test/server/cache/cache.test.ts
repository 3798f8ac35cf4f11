/**
 * The cache with a clock and makers of the test's: how often an answer is made, which one is served, what is kept.
 */
import { expect } from '@playwright/test'
import { type CacheOptions, createCache } from '../../../server/cache/cache.ts'
import { type CacheKey, cacheKeyOf } from '../../../server/cache/cache-key.ts'
import type { CacheableResult, Served } from '../../../server/cache/cached-response.ts'
import type { Purge } from '../../../server/cache/purge.ts'
import type { Stored } from '../../../server/cache/tier.ts'
import { prepareResponse } from '../../../server/http/prepared-response.ts'
import { suite } from '../../run/suite.ts'

const test = suite('cache')

const at = (state: string): CacheKey => cacheKeyOf('/', '', state)
const entry = (text: string, status = 200) =>
  prepareResponse({ status, headers: {}, body: Buffer.from(text) })
const page = (text: string, maxAge = 1000): CacheableResult => ({
  kind: 'page',
  entry: entry(text),
  maxAge,
})
const missing: CacheableResult = { kind: 'missing', entry: entry('missing', 404), maxAge: 0 }
const failed: CacheableResult = { kind: 'failed', entry: entry('failed', 503), maxAge: 0 }
const refused: CacheableResult = { kind: 'refused', entry: entry('refused', 503), maxAge: 0 }
const textOf = ({ entry }: Served) => entry.body.toString()

/** A cache, its clock, and makers that answer in turn and count. */
function setUp(options: Partial<CacheOptions> = {}) {
  let time = 0
  const made: string[] = []
  const cache = createCache({ bytes: 1_000_000, staleFor: 10_000, now: () => time, ...options })
  return {
    cache,
    made,
    pass: (ms: number) => {
      time += ms
    },
    get: async (state: string, answer: CacheableResult = page(state)) =>
      cache.get(at(state), async () => {
        made.push(state)
        return answer
      }),
  }
}

function gate<T>() {
  let open: (value: T) => void = () => undefined
  const passed = new Promise<T>((resolve) => {
    open = resolve
  })
  return { passed, open: (value: T) => open(value) }
}

/** Lets what is under way without waiting for anyone come to its end. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('makes one answer for all who ask at once, and none for the next wave', async () => {
  const { cache } = setUp()
  const { passed, open } = gate<CacheableResult>()
  let made = 0
  const ask = () =>
    cache.get(at('a'), () => {
      made += 1
      return passed
    })
  const first = Array.from({ length: 500 }, ask)
  open(page('a'))
  expect(new Set((await Promise.all(first)).map(textOf))).toEqual(new Set(['a']))
  const second = await Promise.all(Array.from({ length: 500 }, ask))
  expect(new Set(second.map(({ source }) => source))).toEqual(new Set(['hit']))
  expect(made).toBe(1)
})

test('answers what is stale at once while one new answer is made', async () => {
  const { cache, get, made, pass } = setUp()
  await get('a', page('old'))
  pass(2000)
  const { passed, open } = gate<CacheableResult>()
  const stale = await Promise.all(
    Array.from({ length: 500 }, () => cache.get(at('a'), () => passed)),
  )
  expect(new Set(stale.map(textOf))).toEqual(new Set(['old']))
  expect(new Set(stale.map(({ source }) => source))).toEqual(new Set(['stale']))
  open(page('new'))
  await settle()
  expect(textOf(await get('a'))).toBe('new')
  expect(made).toEqual(['a'])
})

test('what is stale beyond its time is made anew before it is answered', async () => {
  const { get, pass } = setUp()
  await get('a', page('old'))
  pass(11_001)
  const served = await get('a', page('new'))
  expect([textOf(served), served.source]).toEqual(['new', 'rendered'])
})

for (const failure of [failed, refused]) {
  test(`an old answer stands in for one that ${failure.kind === 'failed' ? 'fails' : 'is refused'}`, async () => {
    const { get, pass } = setUp()
    await get('a', page('old'))
    pass(5000)
    expect(textOf(await get('a', failure))).toBe('old')
    await settle()
    const again = await get('a', failure)
    expect([textOf(again), again.source]).toEqual(['old', 'stale'])
  })
}

test('an outage is not asked about for every request', async () => {
  const { get, made, pass } = setUp()
  await get('a', page('old'))
  pass(5000)
  for (let request = 0; request < 100; request++) {
    await get('a', failed)
    await settle()
  }
  expect(made).toHaveLength(2)
  pass(2001)
  await get('a', page('new'))
  await settle()
  expect(textOf(await get('a'))).toBe('new')
})

test('a failure without an old answer is told to all who wait, held for a moment, then tried again', async () => {
  const { cache, get, made, pass } = setUp()
  const { passed, open } = gate<CacheableResult>()
  const waiting = Array.from({ length: 100 }, () => cache.get(at('a'), () => passed))
  open(failed)
  expect(new Set((await Promise.all(waiting)).map(textOf))).toEqual(new Set(['failed']))
  expect((await get('a')).source).toBe('negative')
  pass(2000)
  expect(textOf(await get('a'))).toBe('a')
  expect(made).toHaveLength(1)
})

test('what was refused for want of room is tried again at once', async () => {
  const { get } = setUp()
  await get('a', refused)
  expect(textOf(await get('a'))).toBe('a')
})

test('what throws is told to those who wait and leaves nothing behind', async () => {
  const { cache, get } = setUp()
  const broken = () => Promise.reject(new Error('a bug'))
  const all = await Promise.allSettled([cache.get(at('a'), broken), cache.get(at('a'), broken)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(textOf(await get('a'))).toBe('a')
})

test('what is missing takes the place of a page, is remembered for seconds, and gives way to a page', async () => {
  const { get, pass } = setUp()
  await get('a', page('there'))
  pass(2000)
  await get('a', missing)
  await settle()
  expect((await get('a')).entry.status).toBe(404)
  pass(10_001)
  expect((await get('a', page('back'))).entry.status).toBe(200)
  expect((await get('a')).source).toBe('hit')
})

test('a page that must not be kept is made for every request, and an older one is forgotten', async () => {
  const { get, made } = setUp()
  await get('a', page('one', 0))
  await get('a', page('two', 0))
  expect(made).toHaveLength(2)
})

test('pages of one moment do not all end in one moment', async () => {
  const { cache, get, pass } = setUp()
  const states = Array.from({ length: 400 }, (_, id) => `/${id}`)
  for (const state of states) await get(state, page(state, 10_000))
  const renewed: number[] = []
  for (let ms = 0; ms < 1000; ms += 100) {
    pass(ms === 0 ? 9000 : 100)
    let count = 0
    for (const state of states) {
      await cache.get(at(state), async () => {
        count += 1
        return page(state, 10_000)
      })
    }
    await settle()
    renewed.push(count)
  }
  // All of them within the last tenth of their time, and no more than a fifth in any tenth of that.
  expect(Math.max(...renewed)).toBeLessThan(80)
})

test('never takes more than its bytes, whatever it is given', async () => {
  const { cache, get } = setUp({ bytes: 100_000 })
  for (let id = 0; id < 1000; id++) {
    await get(`/${id}`, page('x'.repeat(id * 10)))
    expect(cache.size.bytes).toBeLessThanOrEqual(100_000 * (17 / 16))
  }
  await get('/huge', page('x'.repeat(200_000)))
  expect(cache.size.bytes).toBeLessThanOrEqual(100_000 * (17 / 16))
})

test('an encoding that is made later is weighed, too', async () => {
  const { cache, get } = setUp({ bytes: 100_000 })
  const served = await get('a', page('x'.repeat(5000)))
  const before = cache.size.bytes
  const request = { method: 'GET', target: '/', headers: { 'accept-encoding': 'gzip' } }
  await served.entry.answer(request, '')
  await get('a')
  expect(cache.size.bytes).toBeGreaterThan(before)
})

for (const [what, answer] of [
  ['unknown', missing],
  ['failing', failed],
] as const) {
  test(`a flood of ${what} states pushes out no page`, async () => {
    const { cache, get } = setUp({ bytes: 500_000 })
    const hot = Array.from({ length: 100 }, (_, id) => `/hot/${id}`)
    for (const state of hot) await get(state)
    for (let id = 0; id < 10_000; id++) await get(`/${id}`, answer)
    for (const state of hot) expect((await get(state)).source).toBe('hit')
    expect(cache.size.bytes).toBeLessThanOrEqual(500_000 * (17 / 16))
  })
}

test('a flood of pages pushes out only what nobody asks for', async () => {
  const { get } = setUp({ bytes: 500_000 })
  const hot = Array.from({ length: 50 }, (_, id) => `/hot/${id}`)
  for (const state of hot) await get(state)
  const sources = new Set<string>()
  for (let id = 0; id < 2000; id++) {
    await get(`/${id}`)
    sources.add((await get(hot[id % hot.length] as string)).source)
  }
  expect(sources).toEqual(new Set(['hit']))
})

test('addresses whose parts would read the same when joined are two', async () => {
  const { get, made } = setUp()
  await get('a')
  await get('a#!')
  expect(made).toHaveLength(2)
  expect(cacheKeyOf('/', 'a', 'b').key).not.toBe(cacheKeyOf('/', '', '?a#!b').key)
  expect(cacheKeyOf('/a', '', 'b').key).not.toBe(cacheKeyOf('/', 'a', 'b').key)
})

test('a page that was purged while it was made is answered, and not kept', async () => {
  const { cache, get } = setUp()
  const { passed, open } = gate<CacheableResult>()
  const under = cache.get(at('a'), () => passed)
  cache.purge({ prefix: 'a' })
  open(page('old'))
  expect(textOf(await under)).toBe('old')
  expect(textOf(await get('a', page('new')))).toBe('new')
})

test('ages by a clock of its own: the system clock may jump', async () => {
  const { get } = setUp()
  await get('a')
  const { now } = Date
  try {
    for (const jump of [86_400_000, -86_400_000]) {
      Date.now = () => now() + jump
      const served = await get('a')
      expect([served.source, served.age]).toEqual(['hit', 0])
    }
  } finally {
    Date.now = now
  }
})

/** A tier as a map. */
function mapTier() {
  const kept = new Map<string, Stored>()
  return {
    kept,
    get: async ({ key }: CacheKey) => ({ page: kept.get(key), generation: '0' }),
    put: ({ key }: CacheKey, stored: Stored) => void kept.set(key, stored),
    drop: ({ key }: CacheKey) => void kept.delete(key),
  }
}

test('what a tier has is not made, what is made is given to it, what is missing is taken from it', async () => {
  const tier = mapTier()
  const one = setUp({ tiers: [tier] })
  const other = setUp({ tiers: [tier] })
  await one.get('a')
  expect((await other.get('a')).source).toBe('shared')
  expect((await other.get('a')).source).toBe('hit')
  expect(other.made).toEqual([])
  one.pass(2000)
  await one.get('a', missing)
  tier.kept.clear()
  await settle()
  expect(tier.kept.size).toBe(0)
})

test('what a tier has that is stale is made anew, and stands in when that fails', async () => {
  const tier = mapTier()
  const { get } = setUp({ tiers: [tier] })
  tier.kept.set(at('a').key, { entry: entry('shared'), maxAge: 1000, age: 2000 })
  expect(textOf(await get('a', failed))).toBe('shared')
  tier.kept.set(at('b').key, { entry: entry('shared'), maxAge: 1000, age: 2000 })
  expect(textOf(await get('b', page('new')))).toBe('new')
})

test('a purge is told to every tier, and is complete when all of them were reached', async () => {
  const told: unknown[] = []
  const purge = (answer: boolean) => async (which: Purge) => {
    told.push(which)
    return answer
  }
  const tiers = [true, true].map((answer) => ({ ...mapTier(), purge: purge(answer) }))
  const { cache, get } = setUp({ tiers })
  await get('a')
  expect(await cache.purge({ page: '/', state: 'a' })).toEqual({ count: 1, complete: true })
  expect(told).toEqual(Array(2).fill({ page: '/', state: 'a' }))
  const broken = setUp({ tiers: [mapTier(), { ...mapTier(), purge: purge(false) }] })
  expect(await broken.cache.purge({})).toEqual({ count: 0, complete: false })
})

test('a purge covers what differs by query and scripts only, and no other page', async () => {
  const { cache } = setUp()
  const addresses = [
    cacheKeyOf('/', '', '/a'),
    cacheKeyOf('/', 'lang=de', '/a'),
    cacheKeyOf('/', '', '/a', { live: true }),
    cacheKeyOf('/', '', '/ab'),
    cacheKeyOf('/b.html', '', '/a'),
  ]
  const ask = async () =>
    Promise.all(addresses.map(async (one) => (await cache.get(one, () => page('x'))).source))
  await ask()
  expect((await cache.purge({ page: '/', state: '/a' })).count).toBe(3)
  expect(await ask()).toEqual(['rendered', 'rendered', 'rendered', 'hit', 'hit'])
  expect((await cache.purge({ prefix: '/a' })).count).toBe(5)
})

test('what a tier gives that was purged while it was asked is not answered', async () => {
  const { passed, open } = gate<Stored>()
  const tier = { ...mapTier(), get: async () => ({ page: await passed, generation: '0' }) }
  const { cache, get } = setUp({ tiers: [tier] })
  const under = get('a', page('new'))
  const purged = cache.purge({ state: 'a' })
  open({ entry: entry('old'), maxAge: 1000, age: 0 })
  await purged
  expect(textOf(await under)).toBe('new')
})

test('what a tier gives before it has been told of a purge is not kept after it', async () => {
  const { passed, open } = gate<boolean>()
  let isOld = true
  const tier = {
    ...mapTier(),
    get: async () => ({
      page: isOld ? { entry: entry('old'), maxAge: 1000, age: 0 } : undefined,
      generation: '0',
    }),
    purge: async () => {
      const told = await passed
      isOld = false
      return told
    },
  }
  const { cache, get } = setUp({ tiers: [tier] })
  const purged = cache.purge({ state: 'a' })
  expect(textOf(await get('a'))).toBe('old')
  open(true)
  await purged
  expect(textOf(await get('a', page('new')))).toBe('new')
})

test('a flood of pages that are asked for once does not touch those that were asked for twice', async () => {
  const { cache, get } = setUp({ bytes: 500_000 })
  const hot = Array.from({ length: 100 }, (_, id) => `/hot/${id}`)
  for (const state of [...hot, ...hot]) await get(state)
  for (let id = 0; id < 100_000; id++) await get(`/about?x=${id}`)
  const sources = await Promise.all(hot.map(async (state) => (await get(state)).source))
  expect(new Set(sources)).toEqual(new Set(['hit']))
  expect(cache.size.bytes).toBeLessThanOrEqual(500_000 * (17 / 16))
})

test('an address that is kept nowhere is made for each wave of requests, once, and is given to no tier', async () => {
  const tier = mapTier()
  const { cache } = setUp({ tiers: [tier] })
  let made = 0
  const ask = async () =>
    cache.get({ ...at('a?x=1'), once: true }, async () => {
      made += 1
      return page('a')
    })
  await Promise.all([ask(), ask(), ask()])
  expect((await ask()).source).toBe('rendered')
  expect([made, cache.size.entries, tier.kept.size]).toEqual([2, 0, 0])
})
