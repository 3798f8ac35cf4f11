/** Pages and purges that servers share, with a real Redis. */
import { expect, test } from '@playwright/test'
import { createClient } from '@redis/client'
import { cacheKeyOf } from '../../dist/server/cache/cache-key.js'
import { openRedis } from '../../dist/server/cache/redis-pages.js'
import { prepareResponse } from '../../dist/server/cache/response/prepared-response.js'
import type { SharedPages } from '../../dist/server/cache/shared-pages.js'
import { type Redis, startRedis } from '../fixtures/site/redis.ts'
import { startSite } from '../fixtures/site/site.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('redis-server')
/** How often events are polled that come in their own time: a connection, a write. */
const OFTEN = { intervals: [10] }

let redis: Redis
let client: ReturnType<typeof createClient>

test.beforeAll(async () => {
  redis = await startRedis()
  client = createClient({ url: redis.url })
  client.on('error', () => undefined)
  await client.connect()
})
test.afterAll(async () => {
  client.destroy()
  await redis.stop()
})
test.beforeEach(() => client.flushAll())

const at = (state: string) => cacheKeyOf('/', '', state)
const LINK = '<http://a.test/>; rel="canonical"'
const stored = (text: string) => ({
  response: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

const opened: SharedPages[] = []
test.afterEach(() => {
  for (const shared of opened.splice(0)) shared.close()
})

function open(scope = 'one'): SharedPages {
  const sizes = { staleFor: 1000, most: 1_000_000 }
  const shared = openRedis({
    ...{ url: redis.url, scope, origin: 'http://a.test', ...sizes, observe: () => undefined },
  })
  opened.push(shared)
  return shared
}

const textOf = async (shared: SharedPages, state: string) =>
  (await shared.get(at(state)))?.response.body.toString()

const shows = (shared: SharedPages, state: string, text?: string) =>
  expect.poll(() => textOf(shared, state), OFTEN).toBe(text)

/**
 * Puts a page until it is there: none is taken before there is a connection, and a write may be
 * lost.
 */
async function putIn(shared: SharedPages, state: string, text: string): Promise<void> {
  await expect(async () => {
    if ((await textOf(shared, state)) !== text) shared.put(at(state), stored(text), ['hb'])
    expect(await textOf(shared, state)).toBe(text)
  }).toPass(OFTEN)
}

/** Redis's own clock, in ms. */
async function timeOfRedis(): Promise<number> {
  const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

test('servers of one build share their pages until they are too old to be served stale', async () => {
  const [shared, other, ofNextBuild] = [open(), open(), open('two')]
  const before = await timeOfRedis()
  await putIn(shared, '/a', 'a page')
  await shows(other, '/a', 'a page')
  expect(await other.get(at('/a'))).toMatchObject({
    maxAge: 60_000,
    response: { headers: { link: LINK } },
  })
  const [key = ''] = await client.keys('hashbang:page:*')
  const gone = await client.pExpireTime(key)
  expect(gone).toBeGreaterThanOrEqual(before + 60_000)
  expect(gone).toBeLessThanOrEqual((await timeOfRedis()) + 61_000)
  await putIn(ofNextBuild, '/b', 'of the next build')
  expect([await textOf(ofNextBuild, '/a'), await textOf(shared, '/b')]).toEqual([
    undefined,
    undefined,
  ])
  other.drop(at('/a'))
  await shows(shared, '/a')
})

test('a Redis with too many tags replaces its oldest ones by a purge of everything', async () => {
  const shared = open()
  const [tags = ''] = await keysOf(shared)
  const first = shared.generations.latest
  const all = Array.from({ length: 10_000 }, (_, id) => ({ score: first + 1 + id, value: `${id}` }))
  await client.zAdd(tags, all)
  await shared.generations.purge(['one more'])
  expect(await client.zCard(tags)).toBeLessThanOrEqual(10_001)
  expect(await client.zScore(tags, 'hb')).toBeGreaterThan(first)
  expect(shared.generations.isValid(first, ['other'])).toBe(false)
  expect(shared.generations.isValid(first + 5000, ['other'])).toBe(true)
})

/** The keys of Redis, once the server has looked. */
async function keysOf(shared: SharedPages): Promise<string[]> {
  await expect.poll(() => shared.generations.latest, OFTEN).toBeGreaterThan(0)
  return client.keys('hashbang:generations:*')
}

test('redis-down-start: a server starts without its Redis, reports it once, and answers', async () => {
  const site = await startSite({ redis: { url: 'redis://127.0.0.1:1' } })
  for (let id = 0; id < 3; id++) expect((await site.snapshot(`/items/${id}`)).status).toBe(200)
  const events = site.events.filter(({ type }) => type === 'tier')
  const why = expect.stringContaining('ECONNREFUSED')
  expect(events).toEqual([expect.objectContaining({ name: 'Redis', works: false, why })])
  await site.stop()
})
