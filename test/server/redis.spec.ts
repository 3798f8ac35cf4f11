/** Pages and purges that servers share, with a real Redis. */
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { createClient } from '@redis/client'
import { createCache, type RenderResult } from '../../dist/server/cache/cache.js'
import { cacheKeyOf } from '../../dist/server/cache/cache-key.js'
import { openRedis } from '../../dist/server/cache/redis-pages.js'
import { prepareResponse } from '../../dist/server/cache/response/prepared-response.js'
import type { SharedPages } from '../../dist/server/cache/shared-pages.js'
import type { ServerEvent } from '../../dist/server/serve/observe/events.js'
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
  response: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

const opened: SharedPages[] = []
test.afterEach(() => {
  for (const shared of opened.splice(0)) shared.close()
})

function open(over: { url?: string; scope?: string; origin?: string } = {}) {
  const events: ServerEvent[] = []
  const shared = openRedis({
    ...{ url: redis.url, scope: 'one', origin: 'http://a.test', staleFor: 1000, most: MOST },
    ...over,
    observe: (event) => events.push(event),
  })
  opened.push(shared)
  return { shared, events }
}

const textOf = async (shared: SharedPages, state: string) =>
  (await shared.get(at(state)))?.response.body.toString()

const shows = (shared: SharedPages, state: string, text?: string) =>
  expect.poll(() => textOf(shared, state), OFTEN).toBe(text)

/** Puts a page until it is there: none is taken before there is a connection, and a write may be lost. */
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

test('what one server has made, all of its build have until it may not even be answered stale', async () => {
  const [{ shared }, { shared: other }, { shared: ofNextBuild }] = [
    open(),
    open(),
    open({ scope: 'two' }),
  ]
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

test('a Redis that was emptied, or has lost its purges alone, has everything purged', async () => {
  const { shared } = open()
  const [tags = ''] = await keysOf(shared)
  for (const lose of [() => client.flushAll(), () => client.del(tags)]) {
    await putIn(shared, '/a', 'a page')
    const { latest } = shared.generations
    await lose()
    await expect.poll(() => shared.generations.latest, OFTEN).toBeGreaterThan(latest)
    expect(await client.zScore(tags, 'hb')).toBe(shared.generations.latest)
    expect(await textOf(shared, '/a')).toBeUndefined()
  }
})

test('a Redis that knows too many tags takes its oldest for a purge of everything', async () => {
  const { shared } = open()
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
    const { shared, events } = open({ url: between.url })
    const isTold = (works: boolean) =>
      events.some((one) => one.type === 'tier' && one.works === works)
    const cache = createCache({ bytes: 1_000_000, staleFor: 1000, shared })
    await putIn(shared, '/kept', 'kept')
    const askFor = async (name: string) => {
      const make = async (state: string): Promise<RenderResult> => ({
        kind: 'page',
        ...stored(state),
      })
      const answers = statesOf(name, 60).map((state) => cache.get(at(state), () => make(state)))
      return new Set((await Promise.all(answers)).map(({ response }) => response.status))
    }
    expect(await askFor('before')).toEqual(new Set([200]))
    const during = askFor('during')
    const undo = await happen(own, between)
    expect(await during).toEqual(new Set([200]))
    expect(await askFor('after')).toEqual(new Set([200]))
    if (what.includes('takes no more')) await shows(shared, '/kept', 'kept')
    else await expect.poll(() => isTold(false), OFTEN).toBe(true)
    const back = await undo()
    await putIn(shared, '/again', 'used again')
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
    expect((await client.keys('hashbang:page:*')).length).toBeGreaterThan(0)
  }).toPass(OFTEN)

test('a second after a purge was complete, no server has the old page, nor one that Redis cannot reach', async () => {
  const sites = await Promise.all([start(), start(), start(wire.url)])
  const texts = () =>
    Promise.all(sites.map(async (site) => (await site.snapshot('/asked/fleet')).text()))
  for (const site of sites) await connected(site)
  const ways = [() => undefined, () => wire.hold(), () => wire.cut()]
  for (const [version, happen] of ways.entries()) {
    const [old, fresh] = [`version ${version}.`, `version ${version + 1}.`]
    backend.answer('/asked/fleet', { body: old })
    expect((await texts()).every((text) => text.includes(old))).toBe(true)
    backend.answer('/asked/fleet', { body: fresh })
    happen()
    const purged = await sites[0]?.site.purge({ state: '/asked/fleet' })
    expect(purged).toMatchObject({ complete: true })
    await setTimeout(1000)
    expect((await texts()).filter((text) => !text.includes(fresh))).toEqual([])
    wire.release()
    await expect
      .poll(async () => (await texts()).filter((text) => !text.includes(fresh)))
      .toEqual([])
  }
  await Promise.all(sites.map((site) => site.stop()))
})

test('a purge without Redis is complete for this server, and reaches the others when Redis is back', async () => {
  const sites = await Promise.all([start(wire.url), start()])
  const texts = () =>
    Promise.all(sites.map(async (site) => (await site.snapshot('/asked/fleet')).text()))
  for (const site of sites) await connected(site)
  backend.answer('/asked/fleet', { body: 'old.' })
  await texts()
  backend.answer('/asked/fleet', { body: 'new.' })
  wire.hold()
  const purged = await sites[0]?.site.purge({ state: '/asked/fleet' })
  expect(purged).toMatchObject({ complete: false })
  expect(await (await sites[0]?.snapshot('/asked/fleet'))?.text()).toContain('new.')
  wire.release()
  await expect.poll(async () => (await texts()).every((text) => text.includes('new.'))).toBe(true)
  await Promise.all(sites.map((site) => site.stop()))
})
