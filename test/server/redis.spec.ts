/**
 * The tier that servers share, with a real Redis: what one has made, all have; whatever happens to Redis costs hits only. Which
 * records are pages, and purges in every order with every loss, are told by units (record-codec, purge-log, shared-tier).
 */
import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { createClient } from '@redis/client'
import { type CacheableResult, createCache } from '../../dist/server/cache/cache.js'
import { cacheKeyOf } from '../../dist/server/cache/cache-key.js'
import { redisTier } from '../../dist/server/cache/redis-tier.js'
import type { Tier } from '../../dist/server/cache/tier.js'
import { prepareResponse } from '../../dist/server/http/prepared-response.js'
import type { ServerEvent } from '../../dist/server/observe/events.js'
import { layWire, type Redis, startRedis, type Wire } from '../fixtures/site/redis.ts'
import { type Backend, type StartedSite, startBackend, startSite } from '../fixtures/site/site.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('redis-server')
const MOST = 1_000_000
/** How often is asked again for what comes in its own time: a connection, a write. */
const OFTEN = { intervals: [10] }

let redis: Redis
let wire: Wire
let backend: Backend
let client: ReturnType<typeof createClient>

test.beforeAll(async () => {
  backend = await startBackend()
  redis = await startRedis()
  wire = await layWire(redis.port)
  client = createClient({ url: redis.url })
  client.on('error', () => undefined)
  await client.connect()
})
test.afterAll(async () => {
  client.destroy()
  await wire.close()
  await redis.stop()
  await backend.close()
})
test.beforeEach(async () => {
  wire.release()
  await client.flushAll()
})

const at = (state: string) => cacheKeyOf('/', '', state)
const LINK = '<http://a.test/>; rel="canonical"'
const stored = (text: string) => ({
  entry: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

const tiers: Tier[] = []
test.afterEach(() => Promise.all(tiers.splice(0).map((tier) => tier.close?.())))

/** A tier that is connected, and what it has told. */
function tierOf(over: { url?: string; scope?: string; origin?: string } = {}) {
  const events: ServerEvent[] = []
  const tier = redisTier({
    ...{ url: redis.url, scope: 'one', origin: 'http://a.test', staleFor: 1000, most: MOST },
    ...over,
    observe: (event) => events.push(event),
  })
  tiers.push(tier)
  return { tier, events }
}

const textOf = async (tier: Tier, state: string) =>
  (await tier.get(at(state))).page?.entry.body.toString()

/** Asks until the tier has that text, or none. */
const shows = (tier: Tier, state: string, text?: string) =>
  expect.poll(() => textOf(tier, state), OFTEN).toBe(text)

/** Puts a page until it is there: a tier takes none before it is connected, and a write may be lost. */
async function putIn(tier: Tier, state: string, text: string): Promise<void> {
  await expect(async () => {
    const { generation, page } = await tier.get(at(state))
    if (page?.entry.body.toString() !== text) tier.put?.(at(state), stored(text), generation ?? '')
    expect(await textOf(tier, state)).toBe(text)
  }).toPass(OFTEN)
}

/** Redis's own clock, in ms. */
async function timeOfRedis(): Promise<number> {
  const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

test('what one server has made, all of its build have until it may not even be answered stale', async () => {
  const { tier } = tierOf()
  const { tier: other } = tierOf()
  const { tier: ofNextBuild } = tierOf({ scope: 'two' })
  const before = await timeOfRedis()
  await putIn(tier, '/a', 'a page')
  await shows(other, '/a', 'a page')
  const { page } = await other.get(at('/a'))
  expect(page).toMatchObject({ maxAge: 60_000, entry: { headers: { link: LINK } } })
  const [key = ''] = await client.keys('hashbang:page:*')
  const gone = await client.pExpireTime(key)
  expect(gone).toBeGreaterThanOrEqual(before + 60_000)
  expect(gone).toBeLessThanOrEqual((await timeOfRedis()) + 61_000)
  await putIn(ofNextBuild, '/b', 'of the next build')
  expect([await textOf(ofNextBuild, '/a'), await textOf(tier, '/b')]).toEqual([
    undefined,
    undefined,
  ])
  other.drop?.(at('/a'))
  await shows(tier, '/a')
})

const statesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, id) => `/${name}${id}`)

/** What happens to a Redis, and what sets it right again. */
const HAPPENS: Record<string, (own: Redis, wire: Wire) => Promise<() => unknown>> = {
  async 'redis-down-mid: is killed'(own) {
    await own.stop()
    return () => startRedis([], own.port)
  },
  async 'redis-stall: stands still'(own) {
    own.process.kill('SIGSTOP')
    return () => own.process.kill('SIGCONT')
  },
  async 'redis-flap: loses all connections'(_, wire) {
    wire.cut()
    return () => undefined
  },
  async 'redis-oom: takes no more'(own) {
    const admin = await createClient({ url: own.url }).connect()
    await admin.configSet('maxmemory', '1')
    return async () => {
      await admin.configSet('maxmemory', '0')
      admin.destroy()
    }
  },
}
for (const [what, happen] of Object.entries(HAPPENS)) {
  test(`${what}, which costs no request, and Redis is used again afterwards`, async () => {
    const own = await startRedis()
    const between = await layWire(own.port)
    const { tier, events } = tierOf({ url: between.url })
    const isTold = (works: boolean) =>
      events.some((one) => one.type === 'tier' && one.works === works)
    const cache = createCache({ bytes: 1_000_000, staleFor: 1000, tiers: [tier] })
    await putIn(tier, '/kept', 'kept')
    const askFor = async (name: string) => {
      const make = async (state: string): Promise<CacheableResult> => ({
        kind: 'page',
        ...stored(state),
      })
      const answers = statesOf(name, 60).map((state) => cache.get(at(state), () => make(state)))
      return new Set((await Promise.all(answers)).map(({ entry }) => entry.status))
    }
    expect(await askFor('before')).toEqual(new Set([200]))
    const during = askFor('during')
    const undo = await happen(own, between)
    expect(await during).toEqual(new Set([200]))
    expect(await askFor('after')).toEqual(new Set([200]))
    if (what.includes('takes no more')) await shows(tier, '/kept', 'kept')
    else await expect.poll(() => isTold(false), OFTEN).toBe(true)
    const back = await undo()
    await putIn(tier, '/again', 'used again')
    if (isTold(false)) expect(isTold(true)).toBe(true)
    await between.close()
    await (back && typeof back === 'object' ? (back as Redis) : own).stop()
  })
}

test('redis-down-start: a server starts without its Redis, says so once, and answers', async () => {
  const site = await startSite({ redis: { url: 'redis://127.0.0.1:1' } })
  for (let id = 0; id < 3; id++) expect((await site.snapshot(`/items/${id}`)).status).toBe(200)
  const told = site.events.filter(({ type }) => type === 'tier')
  const why = expect.stringContaining('ECONNREFUSED')
  expect(told).toEqual([expect.objectContaining({ name: 'Redis', works: false, why })])
  await site.stop()
})

const start = (url = redis.url) => startSite({ redis: { url }, origin: 'http://sites.test' })

/** Asks for pages until one of them is in Redis. */
const connected = (site: StartedSite) =>
  expect(async () => {
    await site.snapshot(`/items/${randomBytes(4).toString('hex')}`)
    expect(await client.dbSize()).toBeGreaterThan(0)
  }).toPass(OFTEN)

test('once a purge has resolved, no server has the old page in memory, nor one that was slow to hear or cut off meanwhile', async () => {
  const sites = await Promise.all([start(), start(), start(wire.url)])
  const texts = () =>
    Promise.all(sites.map(async (site) => (await site.snapshot('/asked/fleet')).text()))
  for (const site of sites) await connected(site)
  const ways = [undefined, () => wire.release(), () => [wire.cut(), wire.release()]]
  for (const [version, then] of ways.entries()) {
    const [old, fresh] = [`version ${version}.`, `version ${version + 1}.`]
    backend.answer('/asked/fleet', { body: old })
    expect((await texts()).every((text) => text.includes(old))).toBe(true)
    backend.answer('/asked/fleet', { body: fresh })
    if (then) wire.hold()
    const purged = sites[0]?.site.purge({ state: '/asked/fleet' })
    // The two that nothing is in the way of know soon; the purge goes on until the third does.
    await expect
      .poll(async () => (await sites[1]?.snapshot('/asked/fleet'))?.text(), OFTEN)
      .toContain(fresh)
    then?.()
    expect(await purged).toMatchObject({ complete: true })
    expect((await texts()).filter((text) => !text.includes(fresh))).toEqual([])
  }
  await Promise.all(sites.map((site) => site.stop()))
})
