/**
 * The tier that servers share, with a real Redis: what one has made, all have; whatever happens to Redis costs hits only.
 * Tests that begin with a word and a colon are those of test/fixtures/faults.json.
 */
import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { createClient } from '@redis/client'
import { createEntry } from '../../dist/server/entry.js'
import type { ServerEvent } from '../../dist/server/events.js'
import { readRecord, writeRecord } from '../../dist/server/record.js'
import { redisTier } from '../../dist/server/redis.js'
import { addressOf, type Tier } from '../../dist/server/tier.js'
import { layWire, type Redis, startRedis, type Wire } from '../fixtures/site/redis.ts'
import { type Backend, type StartedSite, startBackend, startSite } from '../fixtures/site/site.ts'
import { ensureProgram } from '../run/programs.ts'

const program = ensureProgram('redis-server')
test.skip(program === undefined, 'there is no Redis here (Debian: apt-get install redis-server)')
const MOST = 1_000_000

let redis: Redis
let wire: Wire
let backend: Backend
let client: ReturnType<typeof createClient>

test.beforeAll(async () => {
  backend = await startBackend()
  redis = await startRedis(program ?? '')
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
  wire.delay(0)
  await client.flushAll()
})

const at = (state: string) => addressOf('/', '', state)
const stored = (text: string) => ({
  entry: createEntry({ status: 200, headers: { link: '<x>' }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

/** A tier that is connected, and what it has told. */
async function tierOf({ url = redis.url, build = 'one' } = {}) {
  const events: ServerEvent[] = []
  const tier = redisTier({
    url,
    build,
    staleFor: 1000,
    most: MOST,
    observe: (event) => events.push(event),
  })
  return { tier, events, close: () => tier.close?.() }
}

/** Asks until the tier has it: a connection is made, or a write done, in its own time. */
const had = async (tier: Tier, state: string) => {
  await expect(async () => expect(await tier.get(at(state))).toBeDefined()).toPass({
    intervals: [10],
  })
  return tier.get(at(state))
}

async function putIn(tier: Tier, state: string, text: string) {
  await expect(async () => {
    tier.put?.(at(state), stored(text))
    expect(await tier.get(at(state))).toBeDefined()
  }).toPass({ intervals: [10] })
}

const keyOf = async () => {
  const [key = ''] = await client.keys('hashbang:*')
  return key
}

test('what one server has made, another has, with its headers, status and age', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a page')
  const other = await tierOf()
  const found = await had(other.tier, '/a')
  expect(found?.entry.body.toString()).toBe('a page')
  expect(found?.entry.headers).toEqual({ link: '<x>' })
  expect(found?.maxAge).toBe(60_000)
  expect(found?.age).toBeGreaterThanOrEqual(0)
  other.tier.drop?.(at('/a'))
  await expect(async () => expect(await tier.get(at('/a'))).toBeUndefined()).toPass({
    intervals: [10],
  })
  await Promise.all([close(), other.close()])
})

test('a page leaves Redis when it may not even be answered stale', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a page')
  const left = await client.pTTL(await keyOf())
  expect(left).toBeGreaterThan(55_000)
  expect(left).toBeLessThanOrEqual(61_000)
  await close()
})

test('redis-deploy-skew: two builds that share one Redis never see the pages of each other', async () => {
  const { tier, close } = await tierOf({ build: 'one' })
  const other = await tierOf({ build: 'two' })
  await putIn(tier, '/a', 'of build one')
  await putIn(other.tier, '/b', 'of build two')
  expect(await other.tier.get(at('/a'))).toBeUndefined()
  expect(await tier.get(at('/b'))).toBeUndefined()
  await Promise.all([close(), other.close()])
})

const garbage: [what: string, damage: (key: string, value: Buffer) => Promise<unknown>][] = [
  ['cut short', (key, value) => client.set(key, value.subarray(0, 60))],
  ['empty', (key) => client.set(key, '')],
  ['one byte changed', (key) => client.setRange(key, 70, '!')],
  [
    'of another version',
    (key, value) => client.set(key, Buffer.concat([Buffer.from('hashbeng'), value.subarray(8)])),
  ],
  ['noise', (key) => client.set(key, randomBytes(2000))],
  ['a list', async (key) => [await client.del(key), await client.lPush(key, 'x')]],
  ['a gzip bomb', (key) => client.set(key, gzipSync(Buffer.alloc(50_000_000)))],
  ['larger than a page may be', (key) => client.set(key, randomBytes(MOST + 1))],
]
for (const [what, damage] of garbage) {
  test(`redis-garbage: a value that is ${what} is no page, and is written over`, async () => {
    const { tier, close } = await tierOf()
    await putIn(tier, '/a', 'a page of some length, so that it has bytes to change')
    const key = await keyOf()
    const record = await writeRecord(at('/a'), 'one', stored('x'))
    await damage(key, record)
    expect(await tier.get(at('/a'))).toBeUndefined()
    await client.del(key)
    await putIn(tier, '/a', 'whole again')
    expect((await tier.get(at('/a')))?.entry.body.toString()).toBe('whole again')
    await close()
  })
}

test('redis-garbage: a record that claims to be small does not inflate beyond that', async () => {
  const page = await writeRecord(at('/a'), 'one', stored('small'))
  const bomb = Buffer.concat([page, brotliCompressSync(Buffer.alloc(2_000_000))])
  expect(await readRecord(at('/a'), 'one', bomb, MOST)).toBeUndefined()
  const big = await writeRecord(at('/a'), 'one', stored('x'.repeat(MOST + 1)))
  expect(big.length).toBeLessThan(1000)
  expect(await readRecord(at('/a'), 'one', big, MOST)).toBeUndefined()
})

test('redis-poison: the entry of another page under this key is no page', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a')
  const key = await keyOf()
  await client.set(key, await writeRecord(at('/b'), 'one', stored('b')))
  expect(await tier.get(at('/a'))).toBeUndefined()
  await client.set(key, await writeRecord(at('/a'), 'two', stored('another build')))
  expect(await tier.get(at('/a'))).toBeUndefined()
  await close()
})

test('redis-cancel: the late reply to a command that was given up is nobody else’s', async () => {
  const { tier, close } = await tierOf({ url: wire.url })
  for (let id = 0; id < 20; id++) await putIn(tier, `/${id}`, `page ${id}`)
  for (let round = 0; round < 20; round++) {
    wire.hold()
    expect(await tier.get(at(`/${round}`))).toBeUndefined()
    wire.release()
    const other = (round + 1) % 20
    const found = await had(tier, `/${other}`)
    expect(found?.entry.body.toString()).toBe(`page ${other}`)
  }
  await close()
})

test('redis-down-start: a server starts without its Redis, says so once, and answers', async () => {
  const site = await startSite({ redis: 'redis://127.0.0.1:1' })
  for (let id = 0; id < 20; id++) expect((await site.snapshot(`/items/${id}`)).status).toBe(200)
  const told = site.events.filter(({ type }) => type === 'tier')
  expect(told).toHaveLength(1)
  expect(told[0]).toMatchObject({
    name: 'Redis',
    works: false,
    why: expect.stringContaining('ECONNREFUSED'),
  })
  await site.stop()
})

test('redis-down-mid: a Redis that is killed under load costs no request, and is used again when it is back', async () => {
  const own = await startRedis(program ?? '')
  const site = await startSite({ redis: own.url })
  const load = async (name: string) => {
    const states = Array.from({ length: 60 }, (_, id) => `/items/${name}${id}`)
    return Promise.all(states.map(async (state) => (await site.snapshot(state)).status))
  }
  expect(new Set(await load('before'))).toEqual(new Set([200]))
  const during = load('during')
  await own.stop()
  expect(new Set(await during)).toEqual(new Set([200]))
  expect(new Set(await load('after'))).toEqual(new Set([200]))
  await site.stop()
})

test('redis-stall: a Redis that stands still costs no request, and soon is not asked any more', async () => {
  const own = await startRedis(program ?? '')
  const site = await startSite({ redis: own.url })
  expect((await site.snapshot('/items/1')).status).toBe(200)
  own.process.kill('SIGSTOP')
  for (let id = 0; id < 30; id++) expect((await site.snapshot(`/items/s${id}`)).status).toBe(200)
  const told = site.events.filter(({ type }) => type === 'tier')
  expect(told).toEqual([expect.objectContaining({ works: false, why: 'no reply within 50 ms' })])
  own.process.kill('SIGCONT')
  await expect(async () => {
    await site.snapshot(`/items/${Math.random()}`)
    expect(site.events.filter(({ type }) => type === 'tier').at(-1)).toMatchObject({ works: true })
  }).toPass()
  await site.stop()
  await own.stop()
})

test('redis-slow: a Redis that takes half a second is as one that stands still', async () => {
  const site = await startSite({ redis: wire.url })
  expect((await site.snapshot('/items/1')).status).toBe(200)
  wire.delay(500)
  for (let id = 0; id < 20; id++) expect((await site.snapshot(`/items/w${id}`)).status).toBe(200)
  expect(site.events.filter(({ type }) => type === 'tier')).toEqual([
    expect.objectContaining({ works: false, why: 'no reply within 50 ms' }),
  ])
  await site.stop()
})

test('redis-flap: a connection that is cut again and again costs no request and leaves nothing behind', async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  const site = await startSite({ redis: wire.url })
  const before = wire.connections
  for (let round = 0; round < 15; round++) {
    wire.cut()
    const states = Array.from({ length: 10 }, (_, id) => `/items/f${round}-${id}`)
    const statuses = await Promise.all(
      states.map(async (state) => (await site.snapshot(state)).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  await expect(async () => expect(wire.connections).toBeGreaterThan(before)).toPass()
  expect(warnings).toEqual([])
  process.off('warning', warn)
  await site.stop()
})

/** Asks for pages until one of them is in Redis. */
const connected = (site: StartedSite) =>
  expect(async () => {
    await site.snapshot(`/items/${Math.random()}`)
    expect(await client.dbSize()).toBeGreaterThan(0)
  }).toPass({ intervals: [20] })

test('redis-oom: a Redis that takes no more is still read, and no request fails', async () => {
  const site = await startSite({ redis: redis.url })
  await connected(site)
  const { tier, close } = await tierOf()
  await putIn(tier, '/kept', 'kept')
  await client.configSet('maxmemory', '1')
  try {
    for (let id = 0; id < 10; id++) expect((await site.snapshot(`/items/o${id}`)).status).toBe(200)
    expect((await had(tier, '/kept'))?.entry.body.toString()).toBe('kept')
  } finally {
    await client.configSet('maxmemory', '0')
  }
  await close()
  await site.stop()
})

test('stampede-multi: servers that share a Redis render a cold state once each at most, and one that comes later not at all', async () => {
  const sites = await Promise.all([
    startSite({ redis: redis.url }),
    startSite({ redis: redis.url }),
  ])
  for (const site of sites) {
    await connected(site)
    await client.flushAll()
  }
  const ask = (site: StartedSite) =>
    Promise.all(Array.from({ length: 50 }, () => site.snapshot('/asked/multi')))
  await Promise.all(sites.map(ask))
  const asked = backend.count('/asked/multi')
  expect(asked).toBeLessThanOrEqual(2)
  const later = await startSite({ redis: redis.url })
  await connected(later)
  const found = await later.snapshot('/asked/multi')
  expect(await found.text()).toContain('answer /asked/multi')
  expect(backend.count('/asked/multi')).toBe(asked)
  expect(later.events.at(-1)).toMatchObject({ type: 'answered', source: 'shared' })
  await Promise.all([...sites, later].map((site) => site.stop()))
})
