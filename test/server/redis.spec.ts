/**
 * The tier that servers share, with a real Redis: what one has made, all have; whatever happens to Redis costs hits only.
 * Tests that begin with a word and a colon are those of test/fixtures/faults.json.
 */
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { createClient } from '@redis/client'
import { createCache } from '../../dist/server/cache/cache.js'
import { cacheKeyOf } from '../../dist/server/cache/cache-key.js'
import type { CacheableResult } from '../../dist/server/cache/cached-response.js'
import { recordCodec } from '../../dist/server/cache/record-codec.js'
import { redisTier } from '../../dist/server/cache/redis-tier.js'
import type { Tier } from '../../dist/server/cache/tier.js'
import { contentHash } from '../../dist/server/diagnostics/runtime/content-hash.js'
import { prepareResponse } from '../../dist/server/http/prepared-response.js'
import type { ServerEvent } from '../../dist/server/observe/events.js'
import { layWire, type Redis, startRedis, type Wire } from '../fixtures/site/redis.ts'
import { type Backend, type StartedSite, startBackend, startSite } from '../fixtures/site/site.ts'
import { needsProgram } from '../run/programs.ts'

needsProgram('redis-server')
const MOST = 1_000_000

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
  wire.delay(0)
  await client.flushAll()
})

const at = (state: string) => cacheKeyOf('/', '', state)
const LINK = '<http://a.test/>; rel="canonical"'
const stored = (text: string) => ({
  entry: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

/** A tier that is connected, and what it has told. */
async function tierOf({
  url = redis.url,
  scope = 'one',
  origin = 'http://a.test',
  key,
}: {
  url?: string
  scope?: string
  origin?: string
  key?: string
} = {}) {
  const events: ServerEvent[] = []
  const tier = redisTier({
    url,
    key,
    origin,
    scope,
    staleFor: 1000,
    most: MOST,
    observe: (event) => events.push(event),
  })
  return { tier, events, close: () => tier.close?.() }
}

const pageOf = async (tier: Tier, address = at('/a')) => (await tier.get(address)).page

/** Asks until the tier has it: a connection is made, or a write done, in its own time. */
const had = async (tier: Tier, state: string, address = at(state)) => {
  let found: Awaited<ReturnType<typeof pageOf>>
  await expect(async () => {
    found = await pageOf(tier, address)
    expect(found).toBeDefined()
  }).toPass({ intervals: [10] })
  return found
}

/** Asks until the tier takes pages, and puts one. */
async function putIn(tier: Tier, state: string, text: string, address = at(state)) {
  await expect(async () => {
    const { generation } = await tier.get(address)
    expect(generation).toBeDefined()
    tier.put?.(address, stored(text), generation ?? '')
    await expect(async () => expect(await pageOf(tier, address)).toBeDefined()).toPass({
      intervals: [5],
      timeout: 500,
    })
  }).toPass({ intervals: [10] })
}

const keyOf = async () => {
  const [key = ''] = await client.keys('hashbang:page:*')
  return key
}

test('what one server has made, another has, with its headers, status and age', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a page')
  const other = await tierOf()
  const found = await had(other.tier, '/a')
  expect(found?.entry.body.toString()).toBe('a page')
  expect(found?.entry.headers).toMatchObject({ link: LINK })
  expect(found?.maxAge).toBe(60_000)
  expect(found?.age).toBeGreaterThanOrEqual(0)
  other.tier.drop?.(at('/a'))
  await expect(async () => expect(await pageOf(tier)).toBeUndefined()).toPass({
    intervals: [10],
  })
  await Promise.all([close(), other.close()])
})

/** Redis's own clock, in ms. */
async function timeOfRedis(): Promise<number> {
  const [seconds, micros] = await client.sendCommand<[string, string]>(['TIME'])
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

test('a page leaves Redis when it may not even be answered stale', async () => {
  const { tier, close } = await tierOf()
  const before = await timeOfRedis()
  await putIn(tier, '/a', 'a page')
  const gone = await client.pExpireTime(await keyOf())
  expect(gone).toBeGreaterThanOrEqual(before + 60_000)
  expect(gone).toBeLessThanOrEqual((await timeOfRedis()) + 61_000)
  await close()
})

test('redis-deploy-skew: two builds that share one Redis never see the pages of each other', async () => {
  const { tier, close } = await tierOf({ scope: 'one' })
  const other = await tierOf({ scope: 'two' })
  await putIn(tier, '/a', 'of build one')
  await putIn(other.tier, '/b', 'of build two')
  expect(await pageOf(other.tier)).toBeUndefined()
  expect(await pageOf(tier, at('/b'))).toBeUndefined()
  await Promise.all([close(), other.close()])
})

const codec = recordCodec({ scope: 'one', most: MOST })

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
// Whatever bytes there are, the units of record-codec.ts show that they are no page.
const SHOWN = ['one byte changed', 'a list', 'larger than a page may be']
for (const [what, damage] of garbage) {
  const tag = SHOWN.includes(what) ? [] : '@nightly'
  test(`redis-garbage: a value that is ${what} is no page, and is written over`, {
    tag,
  }, async () => {
    const { tier, close } = await tierOf()
    await putIn(tier, '/a', 'a page of some length, so that it has bytes to change')
    const key = await keyOf()
    const record = await codec.write(at('/a'), stored('x'), '0-1')
    await damage(key, record)
    expect(await pageOf(tier)).toBeUndefined()
    await client.del(key)
    await putIn(tier, '/a', 'whole again')
    expect((await had(tier, '/a'))?.entry.body.toString()).toBe('whole again')
    await close()
  })
}

test('redis-poison: the entry of another page under this key is no page', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a')
  const key = await keyOf()
  const { generation = '' } = await tier.get(at('/a'))
  await client.set(key, await codec.write(at('/b'), stored('b'), generation))
  expect(await pageOf(tier)).toBeUndefined()
  const other = recordCodec({ scope: 'two', most: MOST })
  await client.set(key, await other.write(at('/a'), stored('another build'), generation))
  expect(await pageOf(tier)).toBeUndefined()
  await close()
})

test('a page that is put while it is purged is no page, for any server, nor are its variants', async () => {
  const one = await tierOf()
  const other = await tierOf()
  const variants = [
    at('/a'),
    cacheKeyOf('/', 'lang=de', '/a'),
    cacheKeyOf('/', '', '/a', { live: true }),
  ]
  for (const address of variants) await putIn(one.tier, '/a', 'old', address)
  await had(other.tier, '/a')
  for (const which of [{ page: '/', state: '/a' }, { prefix: '/' }, { page: '/' }, {}]) {
    for (const { tier } of [one, other]) await putIn(tier, '/a', 'old')
    const { generation = '' } = await other.tier.get(at('/a'))
    const purged = one.tier.purge?.(which)
    for (let put = 0; put < 50; put++) other.tier.put?.(at('/a'), stored('old'), generation)
    expect(await purged).toBe(true)
    const found: unknown[] = []
    for (let ask = 0; ask < 20; ask++) {
      for (const { tier } of [one, other])
        for (const address of variants) found.push(await pageOf(tier, address))
    }
    expect(found.filter((page) => page !== undefined)).toEqual([])
    await putIn(other.tier, '/a', 'new')
    expect((await had(one.tier, '/a'))?.entry.body.toString()).toBe('new')
  }
  await Promise.all([one.close(), other.close()])
})

test('a purge of one state leaves the others in Redis, and those of other pages', async () => {
  const { tier, close } = await tierOf()
  const elsewhere = cacheKeyOf('/b.html', '', '/a')
  await putIn(tier, '/a', 'a')
  await putIn(tier, '/ab', 'ab')
  await putIn(tier, '/a', 'elsewhere', elsewhere)
  await tier.purge?.({ page: '/', state: '/a' })
  expect(await pageOf(tier, at('/a'))).toBeUndefined()
  await had(tier, '/ab')
  await had(tier, '/a', elsewhere)
  await close()
})

test('a log of purges that Redis has lost takes all pages with it, and one that nobody can read is of everything', async () => {
  const { tier, close } = await tierOf()
  await putIn(tier, '/a', 'a')
  const [log = ''] = await client.keys('hashbang:purges:*')
  await client.del(log)
  expect(await pageOf(tier)).toBeUndefined()
  await putIn(tier, '/a', 'a')
  for (const entry of [{ purge: 'noise' }, { other: 'x' }, { purge: 'null' }] as const) {
    await putIn(tier, '/a', 'a')
    await client.xAdd(log, '*', { ...entry })
    expect(await pageOf(tier)).toBeUndefined()
  }
  await close()
})

test('a purge that Redis could not be told is not complete, and holds here until it is', async () => {
  const { tier, close } = await tierOf({ url: wire.url })
  await putIn(tier, '/a', 'a')
  const other = await tierOf()
  await had(other.tier, '/a')
  wire.hold()
  expect(await tier.purge?.({ state: '/a' })).toBe(false)
  wire.cut()
  expect(await pageOf(tier)).toBeUndefined()
  wire.release()
  await expect(async () => expect(await pageOf(other.tier)).toBeUndefined()).toPass()
  expect(await pageOf(tier)).toBeUndefined()
  await putIn(tier, '/a', 'new')
  await Promise.all([close(), other.close()])
})

test('a server that signs takes nothing from one that does not, and says so', async () => {
  const plain = await tierOf()
  const signing = await tierOf({ key: 'a key that is long enough' })
  await putIn(plain.tier, '/a', 'planted')
  await expect(async () => {
    expect(await pageOf(signing.tier)).toBeUndefined()
    // A reply that was late on a busy machine is told, too.
    expect(signing.events.filter(({ type }) => type !== 'tier')).toEqual([
      expect.objectContaining({
        warnings: [expect.stringContaining('it is damaged, or signed with another key')],
      }),
    ])
  }).toPass({ intervals: [10] })
  await putIn(signing.tier, '/a', 'own')
  expect((await had(signing.tier, '/a'))?.entry.body.toString()).toBe('own')
  await Promise.all([plain.close(), signing.close()])
})

test('redis-cancel: the late reply to a command that was given up is nobody else’s', async () => {
  const { tier, close } = await tierOf({ url: wire.url })
  for (let id = 0; id < 8; id++) await putIn(tier, `/${id}`, `page ${id}`)
  for (let round = 0; round < 8; round++) {
    wire.hold()
    expect(await pageOf(tier, at(`/${round}`))).toBeUndefined()
    wire.release()
    const other = (round + 1) % 8
    const found = await had(tier, `/${other}`)
    expect(found?.entry.body.toString()).toBe(`page ${other}`)
  }
  await close()
})

/** What of a server a Redis has to do with: a cache over a tier. It makes each page at once. */
async function serverOf(url: string) {
  const events: ServerEvent[] = []
  const tier = redisTier({
    ...{ url, origin: 'http://a.test', scope: 'one', staleFor: 1000, most: MOST },
    observe: (event) => events.push(event),
  })
  const cache = createCache({ bytes: 1_000_000, staleFor: 1000, tiers: [tier] })
  await tier.ready?.()
  return {
    events,
    /** Asks for a state; the answer's status. */
    async ask(state: string) {
      const make = async (): Promise<CacheableResult> => ({ kind: 'page', ...stored(state) })
      return (await cache.get(at(state), make)).entry.status
    },
    /** Asks for so many at once; their statuses. */
    async askFor(name: string, count: number) {
      const states = Array.from({ length: count }, (_, id) => `/${name}${id}`)
      return new Set(await Promise.all(states.map((state) => this.ask(state))))
    },
    stop: () => tier.close?.(),
  }
}
let asked = 0
const another = () => `/items/another${asked++}`

test('redis-down-start: a server starts without its Redis, says so once, and answers', async () => {
  const site = await startSite({ shared: { redis: 'redis://127.0.0.1:1' } })
  for (let id = 0; id < 3; id++) expect((await site.snapshot(`/items/${id}`)).status).toBe(200)
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
  const own = await startRedis()
  const server = await serverOf(own.url)
  expect(await server.askFor('before', 60)).toEqual(new Set([200]))
  const during = server.askFor('during', 60)
  await own.stop()
  expect(await during).toEqual(new Set([200]))
  expect(await server.askFor('after', 60)).toEqual(new Set([200]))
  const back = await startRedis([], own.port)
  await expect(async () => {
    await server.ask(another())
    expect(server.events.filter(({ type }) => type === 'tier').at(-1)).toMatchObject({
      works: true,
    })
  }).toPass({ intervals: [20] })
  await server.stop()
  await back.stop()
})

/** That a server has told that its Redis is slow, once; on a busy machine it may have been before, and quick again. */
function expectSlow(events: readonly ServerEvent[]) {
  const told = events.filter((event) => event.type === 'tier')
  expect(told.at(-1)).toMatchObject({ works: false, why: 'no reply within 50 ms' })
  expect(told.map(({ works }) => works)).toEqual(told.map((_, at) => (told.length - at) % 2 === 0))
}

test('redis-stall: a Redis that stands still costs no request, and soon is not asked any more', async () => {
  const own = await startRedis()
  const { ask, events, stop } = await serverOf(own.url)
  expect(await ask('/items/1')).toBe(200)
  own.process.kill('SIGSTOP')
  for (let id = 0; id < 30; id++) expect(await ask(`/items/s${id}`)).toBe(200)
  expectSlow(events)
  own.process.kill('SIGCONT')
  await expect(async () => {
    await ask(another())
    expect(events.filter(({ type }) => type === 'tier').at(-1)).toMatchObject({ works: true })
  }).toPass({ intervals: [20] })
  await stop()
  await own.stop()
})

test('redis-slow: a Redis that takes half a second is as one that stands still', {
  tag: '@nightly',
}, async () => {
  const { ask, events, stop } = await serverOf(wire.url)
  expect(await ask('/items/1')).toBe(200)
  wire.delay(500)
  for (let id = 0; id < 20; id++) expect(await ask(`/items/w${id}`)).toBe(200)
  expectSlow(events)
  await stop()
})

test('redis-flap: a connection that is cut again and again costs no request and leaves nothing behind', {
  tag: '@nightly',
}, async () => {
  const warnings: Error[] = []
  const warn = (warning: Error) => warnings.push(warning)
  process.on('warning', warn)
  const server = await serverOf(wire.url)
  const before = wire.connections
  for (let round = 0; round < 15; round++) {
    wire.cut()
    expect(await server.askFor(`f${round}-`, 10)).toEqual(new Set([200]))
  }
  await expect(async () => expect(wire.connections).toBeGreaterThan(before)).toPass()
  expect(warnings).toEqual([])
  process.off('warning', warn)
  await server.stop()
})

/** Asks for pages until one of them is in Redis. */
const connected = (site: StartedSite) =>
  expect(async () => {
    await site.snapshot(another())
    expect(await client.dbSize()).toBeGreaterThan(0)
  }).toPass({ intervals: [20] })

test('redis-oom: a Redis that takes no more is still read, and no request fails', async () => {
  const server = await serverOf(redis.url)
  const { tier, close } = await tierOf()
  await putIn(tier, '/kept', 'kept')
  await client.configSet('maxmemory', '1')
  try {
    for (let id = 0; id < 10; id++) expect(await server.ask(`/items/o${id}`)).toBe(200)
    expect((await had(tier, '/kept'))?.entry.body.toString()).toBe('kept')
  } finally {
    await client.configSet('maxmemory', '0')
  }
  await close()
  await server.stop()
})

const start = ({ redis: url = redis.url, ...over }: { redis?: string; origin?: string } = {}) =>
  startSite({ shared: { redis: url, build: 'one' }, origin: 'http://sites.test', ...over })
let started: Promise<[StartedSite, StartedSite]> | undefined
/** Two servers of one site, for all tests that need them. */
const pair = () => {
  started ??= Promise.all([start(), start()])
  return started
}
test.afterAll(async () => {
  for (const site of (await started) ?? []) await site.stop()
})

// The units of build-id.ts show that their scopes differ, and redis-deploy-skew that pages of another scope are not seen.
test('two servers of one build with other origins never answer the URLs of each other', {
  tag: '@nightly',
}, async () => {
  const origins = ['http://sites.test', 'http://b.test']
  const [one] = await pair()
  const other = await start({ origin: 'http://b.test' })
  const sites = [one, other]
  for (const [at, site] of sites.entries()) {
    await connected(site)
    await site.snapshot('/items/1')
    await expect(async () =>
      expect((await client.keys('hashbang:page:*')).length).toBeGreaterThan(at),
    ).toPass()
  }
  for (const [at, site] of sites.entries()) {
    const answer = await site.snapshot('/items/1')
    expect(answer.headers.get('link')).toContain(`<${origins[at]}/#!/items/1>`)
    expect(await answer.text()).toContain(`${origins[at]}/`)
  }
  await other.stop()
})

test('once a purge has resolved, no server has the old page in memory, nor one that was slow to hear or cut off meanwhile', async () => {
  const cut = await start({ redis: wire.url })
  const sites = [...(await pair()), cut]
  const texts = () =>
    Promise.all(sites.map(async (site) => (await site.snapshot('/asked/fleet')).text()))
  for (const site of sites) await connected(site)
  let version = 0
  for (const happens of [
    () => undefined,
    () => wire.release(),
    () => {
      wire.cut()
      wire.release()
    },
  ]) {
    const [old, fresh] = [`version ${version}.`, `version ${version + 1}.`]
    backend.answer('/asked/fleet', { body: old })
    expect((await texts()).every((text) => text.includes(old))).toBe(true)
    backend.answer('/asked/fleet', { body: fresh })
    wire.hold()
    if (version === 0) wire.release()
    const purged = sites[0]?.site.purge({ state: '/asked/fleet' })
    // The two that nothing is in the way of know soon; the purge goes on until the third does.
    await expect(async () =>
      expect(await (await sites[1]?.snapshot('/asked/fleet'))?.text()).toContain(fresh),
    ).toPass({ intervals: [20] })
    happens()
    expect(await purged).toMatchObject({ complete: true })
    expect((await texts()).filter((text) => !text.includes(fresh))).toEqual([])
    version += 1
  }
  await cut.stop()
})

test('a server that ends is not waited for; one that is killed only until it is taken for gone', async () => {
  const origin = 'http://ends.test'
  const { tier, close } = await tierOf({ origin })
  const other = await tierOf({ origin })
  await putIn(tier, '/a', 'a')
  await putIn(other.tier, '/b', 'b')
  const names = () => client.keys(`hashbang:reader:${contentHash(origin)}:*`)
  await expect(async () => expect(await names()).toHaveLength(2)).toPass({ intervals: [20] })
  await other.close()
  await expect(async () => expect(await names()).toHaveLength(1)).toPass({ intervals: [20] })
  const [name = ''] = await names()
  const set = name.replace(/^hashbang:reader:(.*):.*$/, 'hashbang:readers:$1')
  // As one that was killed has left it.
  const dead = name.replace(/[^:]*$/, 'dead')
  await client.sAdd(set, 'dead')
  await client.set(dead, '0-0')
  let done = false
  const purged = tier.purge?.({ state: '/a' }).then((complete) => {
    done = true
    return complete
  })
  await putIn(tier, '/c', 'c')
  expect(done).toBe(false)
  await client.del(dead)
  expect(await purged).toBe(true)
  await expect(async () => expect(await client.sMembers(set)).toHaveLength(1)).toPass({
    intervals: [20],
  })
  await close()
})

test('once a purge has resolved, no server that was asked nothing before answers the old page', async () => {
  const [site] = await pair()
  await connected(site)
  backend.answer('/asked/purged', { body: 'old' })
  expect(await (await site.snapshot('/asked/purged')).text()).toContain('old')
  backend.answer('/asked/purged', { body: 'new' })
  expect((await site.site.purge({ state: '/asked/purged' })).complete).toBe(true)
  const other = await start()
  for (const one of [other, site]) {
    expect(await (await one.snapshot('/asked/purged')).text()).toContain('new')
  }
  await other.stop()
})

test('stampede-multi: servers that share a Redis render a cold state once each at most, and one that comes later not at all', async () => {
  const sites = await pair()
  for (const site of sites) {
    await connected(site)
    await client.flushAll()
  }
  const ask = (site: StartedSite) =>
    Promise.all(Array.from({ length: 50 }, () => site.snapshot('/asked/multi')))
  await Promise.all(sites.map(ask))
  expect(backend.count('/asked/multi')).toBeLessThanOrEqual(2)
  // A server puts a page after it has answered, and asks a Redis that is slow to reply for nothing: the next one finds it.
  await expect(async () => {
    const asked = backend.count('/asked/multi')
    const later = await start()
    await connected(later)
    const found = await later.snapshot('/asked/multi')
    await later.stop()
    expect(await found.text()).toContain('answer /asked/multi')
    expect(backend.count('/asked/multi')).toBe(asked)
    expect(later.events).toContainEqual(
      expect.objectContaining({ type: 'answered', source: 'shared' }),
    )
  }).toPass({ intervals: [10] })
})
