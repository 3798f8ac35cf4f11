/**
 * Pages that two servers share: which of them a server trusts, and the fate of a purge that Redis
 * does not get.
 */
import { expect } from '@playwright/test'
import { Cache, type RenderResult } from '../../../server/cache/cache.ts'
import { type CacheKey, cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { prepareResponse } from '../../../server/cache/response/prepared-response.ts'
import { openSharedPages } from '../../../server/cache/shared-pages.ts'
import { suite } from '../../run/suite.ts'
import { turn } from '../helpers/promises.ts'
import { FakeClock, FakeRedis, Wire } from './fake-redis.ts'

const test = suite('shared-pages')

const at = (state: string): CacheKey => cacheKeyOf('/', '', state)
const made = (text: string, kind: RenderResult['kind'] = 'page', maxAge = 60_000) => {
  const status = { page: 200, missing: 404 }[kind as string] ?? 503
  return {
    kind,
    maxAge,
    response: prepareResponse({ status, headers: {}, body: Buffer.from(text) }),
  }
}

/** A Redis, and servers that share it. */
function setUp() {
  const redis = new FakeRedis()
  const clock = new FakeClock()
  const warnings: string[] = []

  function open() {
    const wire = new Wire(() => redis, clock.now)
    const shared = openSharedPages({
      ...{ name: 'Redis', store: wire.store, clock, staleFor: 10_000, most: 1000 },
      keyOf: (key) => key,
      warn: (sentence) => warnings.push(sentence),
    })
    const cache = new Cache({ bytes: 1_000_000, staleFor: 10_000, shared, now: clock.now })
    /** Until every command is carried out: records are compressed by threads. */
    const flow = async (isDone: () => boolean = () => true) => {
      do {
        await turn()
        for (; wire.pending > 0; await turn()) wire.next('done')
      } while (!isDone())
    }
    const get = async (state: string, answer: RenderResult, uncacheable = false) => {
      let ended = false
      const served = cache.get({ ...at(state), uncacheable }, async () => answer)
      void served.then(() => {
        ended = true
      })
      await flow(() => ended)
      const { response, source } = await served
      return `${source}: ${response.body}`
    }
    return { wire, shared, cache, flow, get }
  }

  return { redis, clock, warnings, open, one: open(), other: open() }
}

/** Two servers that have looked at Redis. */
async function started() {
  const all = setUp()
  await all.one.flow()
  await all.other.flow()
  return all
}

test('servers share the pages that they render, but no missing or uncacheable ones', async () => {
  const { redis, one, other } = await started()
  expect(await one.get('/a', made('a'))).toBe('rendered: a')
  await one.flow(() => redis.pages.size === 1)
  expect(await other.get('/a', made('new'))).toBe('shared: a')
  expect(await other.get('/a', made('new'))).toBe('hit: a')
  expect(await one.get('/once', made('b'), true)).toBe('rendered: b')
  await one.get('/c', made('', 'missing'))
  await one.flow()
  expect([...redis.pages.keys()]).toEqual([at('/a').key])
})

test('a stale shared page is rendered again, and is served when the render fails', async () => {
  const { redis, clock, one, other } = await started()
  await one.get('/a', made('a', 'page', 100))
  await one.flow(() => redis.pages.size === 1)
  const { now } = Date
  Date.now = () => now() + 200
  try {
    expect(await other.get('/a', made('', 'failed'))).toBe('stale: a')
    clock.pass(2001)
    await other.flow()
    const record = redis.pages.get(at('/a').key)
    expect(await other.get('/a', made('new'))).toBe('stale: a')
    await other.flow(() => redis.pages.get(at('/a').key) !== record)
    expect(await other.get('/a', made('newer'))).toBe('hit: new')
  } finally {
    Date.now = now
  }
})

test('a page from Redis is valid for a second after the look that it was checked by', async () => {
  const { redis, clock, one, other } = await started()
  await one.get('/a', made('a'))
  await one.flow(() => redis.pages.size === 1)
  clock.time += 900
  expect(await other.get('/a', made('new'))).toBe('shared: a')
  clock.time += 99
  expect(await other.get('/a', made('new'))).toBe('hit: a')
  clock.time += 1
  expect(await other.get('/a', made('new'))).toBe('rendered: new')
})

test('a look is as old as its request, not as its reply', async () => {
  const { redis, clock, one, other } = await started()
  await one.get('/a', made('a'))
  await one.flow(() => redis.pages.size === 1)
  clock.pass(250)
  await turn()
  other.wire.next('slow')
  clock.time += 999
  other.wire.next('done')
  await turn()
  expect(other.shared.generations.isCurrent(clock.time)).toBe(true)
  clock.time += 1
  expect(other.shared.generations.isCurrent(clock.time)).toBe(false)
})

test('a reply that takes a second is not used', async () => {
  const { redis, clock, one, other } = await started()
  await one.get('/a', made('a'))
  await one.flow(() => redis.pages.size === 1)
  const served = other.cache.get(at('/a'), async () => made('new'))
  other.wire.next('slow')
  clock.time += 1000
  other.wire.next('done')
  expect((await served).source).toBe('rendered')
})

test('a purge that does not reach Redis in a second is incomplete, and is sent with a later look', async () => {
  const { redis, clock, one, other } = await started()
  await other.get('/a', made('old'))
  const purged = one.cache.purge(['hb'])
  await turn()
  clock.pass(1000)
  expect(await purged).toEqual({ count: 0, complete: false })
  let isSent = false
  void one.shared.generations.whenSent().then(() => {
    isSent = true
  })
  // The first is not carried out.
  one.wire.next('lost')
  await turn()
  expect(isSent).toBe(false)
  clock.pass(250)
  await one.flow(() => isSent)
  clock.pass(250)
  await other.flow()
  expect(await other.get('/a', made('new'))).toBe('rendered: new')
  expect(redis.tags.size).toBe(2)
})

test('more than a hundred purges that wait for Redis become one purge of everything', async () => {
  const { redis, clock, one } = await started()
  for (let id = 0; id < 1000; id++) void one.cache.purge([`product:${id}`])
  await turn()
  one.wire.next('lost')
  clock.pass(250)
  await one.flow()
  expect(redis.tags.size).toBeLessThanOrEqual(101)
  expect(redis.tags.get('hb')).toBe(one.shared.generations.latest)
})

test('a Redis that has lost its generations makes the server purge everything', async () => {
  const { redis, clock, one, other } = await started()
  await one.get('/a', made('old'))
  // Its clock went back, too.
  for (const tag of redis.tags.keys()) redis.tags.set(tag, 1)
  clock.pass(250)
  await one.flow()
  expect(await one.get('/a', made('new'))).toBe('rendered: new')
  clock.pass(250)
  await one.flow()
  await other.flow()
  expect(redis.tags.get('hb')).toBe(one.shared.generations.latest)
})

test('a damaged record is no page, and causes one warning', async () => {
  const { redis, warnings, one } = await started()
  for (const state of ['/a', '/b']) {
    redis.pages.set(at(state).key, Buffer.from('rubbish'))
    expect(await one.get(state, made('new'))).toBe('rendered: new')
  }
  expect(warnings).toEqual([expect.stringContaining('it is damaged')])
})
