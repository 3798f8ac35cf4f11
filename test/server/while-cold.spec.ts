/**
 * `whileCold: 'previous'`: a build that has not made a page yet answers that of the build before, from a real Redis and from a real
 * S3 server; and nothing else, whatever is purged, killed, rolled back or tampered with between.
 */
import { expect, test } from '@playwright/test'
import { createClient, RESP_TYPES } from '@redis/client'
import { createCache } from '../../dist/server/cache/cache.js'
import type { Made } from '../../dist/server/cache/cached-response.js'
import { redisTier } from '../../dist/server/cache/redis-tier.js'
import { s3Tier } from '../../dist/server/cache/s3-tier.js'
import { cacheKeyOf, type Tier } from '../../dist/server/cache/tier.js'
import { prepareResponse } from '../../dist/server/http/prepared-response.js'
import { openBucket } from '../../dist/server/objects/bucket.js'
import { type BucketPlace, readBucketUrl } from '../../dist/server/objects/bucket-url.js'
import type { ServerEvent } from '../../dist/server/observe/events.js'
import { startServer } from '../../dist/server/production/start-server.js'
import { setVariable } from '../environment.ts'
import { startRedis } from '../fixtures/site/redis.ts'
import { startObjectStore } from '../fixtures/site/s3.ts'
import { type Backend, siteConfig, startBackend, startSite } from '../fixtures/site/site.ts'
import { ensureProgram } from '../run/programs.ts'

const BOUNDS = { timeout: 60_000 }
const KEY = 'a key that is long enough'

/** What a store of either kind can be asked by a test. */
interface Shared {
  /** The setting that names it. */
  readonly setting: object
  tier(options: Parameters<typeof redisTier>[0]): Tier
  /** Keys of records and of notes. */
  keys(of: 'page' | 'build'): Promise<string[]>
  read(key: string): Promise<Buffer>
  write(key: string, value: Buffer): Promise<unknown>
  close(): Promise<void>
}

async function redisStore(program: string): Promise<Shared> {
  const redis = await startRedis(program)
  const client = createClient({ url: redis.url })
  const binary = client.withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer })
  await client.connect()
  return {
    setting: { redis: redis.url },
    tier: (options) => redisTier({ ...options, url: redis.url }),
    keys: (of) => client.keys(`hashbang:${of}:*`),
    read: async (key) => (await binary.get(key)) ?? Buffer.alloc(0),
    write: (key, value) => client.set(key, value),
    async close() {
      client.destroy()
      await redis.stop()
    },
  }
}

async function bucketStore(): Promise<Shared> {
  const store = await startObjectStore()
  const restore = Object.entries(store.env).map(([name, value]) => setVariable(name, value))
  const place = readBucketUrl(store.bucket, store.env) as BucketPlace
  const bucket = openBucket(place)
  return {
    setting: { s3: store.bucket },
    tier: (options) => s3Tier({ ...options, place }),
    async keys(of) {
      const found: string[] = []
      for await (const key of bucket.list(`hashbang/${of}s/`, BOUNDS)) found.push(key)
      return found
    },
    read: async (key) => (await bucket.get(key, BOUNDS))?.body ?? Buffer.alloc(0),
    write: (key, value) => bucket.put(key, value, {}, BOUNDS),
    async close() {
      for (const undo of restore) undo()
      await store.close()
    },
  }
}

const page = (text: string, kind: Made['kind'] = 'page', maxAge = 60_000): Made => ({
  kind,
  maxAge,
  entry: prepareResponse({
    status: kind === 'page' ? 200 : kind === 'missing' ? 404 : 503,
    headers: { link: '<http://a.test/>; rel="canonical"' },
    body: Buffer.from(text),
  }),
})

const redis = ensureProgram('redis-server')
let backend: Backend

test.beforeAll(async () => {
  backend = await startBackend()
})
test.afterAll(() => backend.close())

for (const [name, start] of [
  ['Redis', () => redisStore(redis ?? '')],
  ['S3', bucketStore],
] as const) {
  test.describe(name, () => {
    test.skip(
      name === 'Redis' && redis === undefined,
      'there is no Redis here (Debian: apt-get install redis-server)',
    )
    let store: Shared
    let sites = 0
    const open: { close(): unknown }[] = []

    test.beforeAll(async () => {
      store = await start()
    })
    test.afterEach(() => Promise.all(open.splice(0).map((server) => server.close())))
    test.afterAll(() => store.close())

    /** Servers of one site, whose builds are named. */
    function newSite(key?: string) {
      sites += 1
      const origin = `http://site${sites}.test`
      const prefix = `site${sites}-`
      return async (build: string, own: { previous?: boolean; key?: string } = {}) => {
        const events: ServerEvent[] = []
        const observe = (event: ServerEvent) => void events.push(event)
        const most = 1_000_000
        const scope = prefix + build
        const settings = { url: '', origin, scope, staleFor: 60_000, most, observe }
        const tier = store.tier({ ...settings, previous: true, ...(key && { key }), ...own })
        const cache = createCache({ bytes: 1_000_000, staleFor: 60_000, tiers: [tier] })
        await tier.ready?.()
        // Until it has read the log of purges.
        await expect(async () =>
          expect((await tier.get(cacheKeyOf('/', '', '/log'))).generation).toBeDefined(),
        ).toPass({ intervals: [10] })
        const get = async (state: string, make: () => Made | Promise<Made>) => {
          const { entry, source } = await cache.get(cacheKeyOf('/', '', state), async () => make())
          return `${source}: ${entry.status} ${entry.body}`
        }
        open.push({ close: () => tier.close?.() })
        return {
          ...{ tier, events, get },
          purge: cache.purge,
          /** Makes a page, until others of the build have it. */
          async fill(state: string, text: string) {
            const address = cacheKeyOf('/', '', state)
            await expect(async () => {
              const { generation } = await tier.get(address)
              expect(generation).toBeDefined()
              tier.put?.(address, { ...page(text), age: 0 }, generation ?? '')
              await expect(async () => {
                expect(String((await tier.get(address)).page?.entry.body)).toBe(text)
              }).toPass({ timeout: 1000, intervals: [5] })
            }).toPass({ intervals: [10] })
          },
        }
      }
    }
    /** Polled, as a store that is slow to answer costs hits: what is refused is kept by nobody. */
    const answers = (
      server: { get(state: string, make: () => Made): Promise<string> },
      state: string,
    ) => expect.poll(() => server.get(state, () => page('', 'refused')), { intervals: [10] })

    test('a page of the build before is answered until one is made, and by no server after that', async () => {
      const build = newSite()
      const one = await build('one')
      await one.fill('/a', 'old')
      // At once, as a deploy starts them.
      const [two, too] = await Promise.all([build('two'), build('two')])
      for (const server of [two, too]) await answers(server, '/a').toBe('previous: 200 old')
      await two.fill('/a', 'new')
      for (const server of [too, await build('two')])
        await expect(async () => {
          const { page: kept, previous } = await server.tier.get(cacheKeyOf('/', '', '/a'))
          expect([String(kept?.entry.body), previous]).toEqual(['new', undefined])
        }).toPass({ intervals: [10] })
      await answers(one, '/a').toContain('200 old')
      const live = cacheKeyOf('/', '', '/live', { live: true })
      await expect(async () => {
        const { generation = '' } = await one.tier.get(live)
        one.tier.put?.(live, { ...page('old'), age: 0 }, generation)
        expect((await one.tier.get(live)).page).toBeDefined()
      }).toPass({ intervals: [20] })
      expect((await too.tier.get(live)).previous).toBeUndefined()
    })

    test('what was purged is answered by no build', async () => {
      const build = newSite()
      const one = await build('one')
      for (const state of ['/a', '/b', '/c', '/left']) await one.fill(state, 'old')
      const two = await build('two')
      for (const [by, which, state] of [
        [two, { state: '/a' }, '/a'],
        [one, { state: '/b' }, '/b'],
        [two, { prefix: '/c' }, '/c'],
      ] as const) {
        await answers(two, state).toBe('previous: 200 old')
        expect((await by.purge(which)).complete).toBe(true)
        expect(await two.get(state, () => page('', 'refused'))).toBe('rendered: 503 ')
        await answers(two, '/left').toBe('previous: 200 old')
      }
    })

    test('what the new build has no page to keep of is answered so by all its servers', async () => {
      const build = newSite()
      const one = await build('one')
      for (const state of ['/gone', '/unkept']) await one.fill(state, 'old')
      const [two, too] = [await build('two'), await build('two')]
      for (const [state, made] of [
        ['/gone', page('gone', 'missing')],
        ['/unkept', page('new', 'page', 0)],
      ] as const) {
        await answers(too, state).toBe('previous: 200 old')
        await expect(async () =>
          expect(await two.get(state, () => made)).toContain(`${made.entry.body}`),
        ).toPass({ intervals: [10] })
        await answers(too, state).toBe('rendered: 503 ')
        // Also for servers that start when others have answered so again.
        for (const server of [too, two]) await server.get(state, () => made)
        await answers(await build('two'), state).toBe('rendered: 503 ')
      }
    })

    test('a build that is rolled back to answers nothing of the one it replaces; what was before a build stays so', async () => {
      const build = newSite()
      const one = await build('one')
      for (const state of ['/a', '/c']) await one.fill(state, 'of one')
      const two = await build('two')
      await two.fill('/b', 'of two')
      const back = await build('one')
      await answers(back, '/a').toContain('200 of one')
      expect(await back.get('/b', () => page('', 'refused'))).toBe('rendered: 503 ')
      // As after a kill: it had written which build was before it, and not yet that it is the current one.
      const again = await build('two')
      await answers(again, '/a').toBe('previous: 200 of one')
      const three = await build('three')
      await answers(three, '/b').toBe('previous: 200 of two')
      expect(await three.get('/c', () => page('', 'refused'))).toBe('rendered: 503 ')
    })

    test('a note or a page that was tampered with is used by nobody who signs', async () => {
      const build = newSite(KEY)
      const before = new Set(await store.keys('build'))
      const one = await build('one')
      for (const state of ['/a', '/b']) await one.fill(state, 'old')
      const notes = async () => (await store.keys('build')).filter((key) => !before.has(key))
      const current = (await notes()).find((key) => key.endsWith('current')) ?? ''
      const own = (await notes()).find((key) => key.endsWith('one')) ?? ''
      const signed = await store.read(current)
      for (const text of [
        '',
        'noise',
        `${signed}`.replace('-one', '-two'),
        await store.read(own),
      ]) {
        await store.write(current, Buffer.from(text))
        const scope = `build${Math.random()}`.replace('.', '')
        const two = await build(scope)
        expect(await two.get('/a', () => page('', 'refused'))).toBe('rendered: 503 ')
        expect(two.events).toContainEqual(
          expect.objectContaining({ warnings: [expect.stringContaining('a note of builds')] }),
        )
      }
      await store.write(current, signed)
      const three = await build('three')
      await answers(three, '/b').toBe('previous: 200 old')
      for (const key of await store.keys('page')) {
        const record = await store.read(key)
        record[record.length - 1] = (record[record.length - 1] as number) ^ 1
        await store.write(key, record)
      }
      await answers(three, '/b').toBe('rendered: 503 ')
      const stranger = await build('four', { key: 'another that is long enough' })
      expect(await stranger.get('/b', () => page('', 'refused'))).toBe('rendered: 503 ')
    })

    test('a server says so, and lets nobody keep it; without the setting, who asks waits', async () => {
      test.setTimeout(300_000)
      const common = {
        ...{ ...store.setting, origin: `http://${name.toLowerCase()}.test` },
        ...{ deadline: 20_000 },
      }
      const setting = { ...common, whileCold: 'previous' } as const
      backend.answer('/asked/cold', { body: 'old page' })
      const old = await startSite({ ...setting, build: 'one' })
      const [before] = [new Set(await store.keys('page'))]
      await expect(async () => {
        await old.site.purge({ state: '/asked/cold' })
        await old.snapshot('/asked/cold')
        expect((await store.keys('page')).filter((key) => !before.has(key))).not.toEqual([])
      }).toPass()
      const asked = backend.count('/asked/cold')
      backend.answer('/asked/cold', { body: 'new page', hold: true })
      const site = await startSite({ ...setting, build: 'two' })
      const first = await site.snapshot('/asked/cold')
      expect(await first.text()).toContain('old page')
      expect(first.headers.get('cache-control')).toBe('no-store')
      expect(first.headers.get('cache-status')).toBe('hashbang; hit; detail=previous-build')
      expect(site.events).toContainEqual(expect.objectContaining({ source: 'previous' }))
      await backend.asked('/asked/cold', asked + 1)
      const plain = await startSite({ ...common, build: 'three' })
      const waiting = plain.snapshot('/asked/cold')
      await backend.asked('/asked/cold', asked + 2)
      backend.release('/asked/cold')
      expect(await (await waiting).text()).toContain('new page')
      await expect(async () => {
        const fresh = await site.snapshot('/asked/cold')
        expect(await fresh.text()).toContain('new page')
        expect(fresh.headers.get('cache-control')).toContain('max-age')
        expect(fresh.headers.get('cache-status')).toBeNull()
      }).toPass({ intervals: [10] })
      await Promise.all([old, site, plain].map((server) => server.stop()))
    })
  })
}

/** A cache whose tier has a page of the build before of every address. */
function besidePrevious() {
  const dropped: unknown[] = []
  const previous = { entry: page('old').entry, maxAge: 60_000, age: 0 }
  const tier: Tier = {
    get: async () => ({ generation: '1', previous }),
    drop: (...args) => dropped.push(args.slice(1)),
    put: (_, kept) => dropped.push(String(kept.entry.body)),
  }
  const cache = createCache({ bytes: 1_000_000, staleFor: 60_000, tiers: [tier] })
  const get = async (state: string, make: () => Made | Promise<Made>) => {
    const { entry, source } = await cache.get(cacheKeyOf('/', '', state), async () => make())
    return `${source}: ${entry.status} ${entry.body}`
  }
  return { cache, get, dropped }
}
const never = (): Made => {
  throw new Error('It must not be made')
}

test('while a page is made, all who ask get that of before, and it is made once; a purge ends that', async () => {
  const { cache, get, dropped } = besidePrevious()
  let made = (_: Made) => {}
  const slow = () =>
    new Promise<Made>((resolve) => {
      made = resolve
    })
  for (const _ of [1, 2, 3])
    expect(await get('/a', _ === 1 ? slow : never)).toBe('previous: 200 old')
  made(page('new'))
  await expect.poll(() => get('/a', never), { intervals: [5] }).toBe('hit: 200 new')
  expect(dropped).toEqual(['new'])
  expect(await get('/b', slow)).toBe('previous: 200 old')
  await cache.purge({ prefix: '/b' })
  const tier = get('/b', () => page('', 'failed'))
  expect(await tier).toBe('previous: 200 old')
  made(page('begun before the purge'))
  await expect.poll(() => dropped).toHaveLength(1)
})

test('a page that fails to be made is answered as before, for as long as the failure is remembered', async () => {
  const { get, dropped, cache } = besidePrevious()
  expect(await get('/a', () => page('', 'failed'))).toBe('previous: 200 old')
  for (const _ of [1, 2, 3]) expect(await get('/a', never)).toBe('previous: 200 old')
  await cache.purge({ state: '/a' })
  // Its tier is told as well, and has nothing then: here it is one that has it again.
  expect(await get('/a', () => page('gone', 'missing'))).toBe('previous: 200 old')
  await expect.poll(() => get('/a', never), { intervals: [5] }).toBe('negative: 404 gone')
  expect(dropped).toEqual([[true]])
})

test('no more is made behind such answers than there is room for, and who asks again begins it', async () => {
  const kept = { entry: page('old').entry, maxAge: 60_000, age: 0 }
  const tier: Tier = { get: async () => ({ generation: '1', previous: kept }) }
  const cache = createCache({ bytes: 1_000_000, staleFor: 0, tiers: [tier] })
  const makes: ((made: Made) => void)[] = []
  const make = () => new Promise<Made>((resolve) => makes.push(resolve))
  const ask = (id: number) => cache.get(cacheKeyOf('/', '', `/${id}`), make)
  const answers = await Promise.all(Array.from({ length: 100 }, (_, id) => ask(id)))
  expect(new Set(answers.map(({ source }) => source))).toEqual(new Set(['previous']))
  expect(makes).toHaveLength(32)
  for (const made of makes.splice(0)) made(page('new'))
  await expect(async () => expect((await ask(0)).source).toBe('hit')).toPass({ intervals: [5] })
  expect((await ask(99)).source).toBe('previous')
  expect(makes).toHaveLength(1)
  // What fails to be made fails for nobody.
  const broken = await cache.get(cacheKeyOf('/', '', '/broken'), () => {
    throw new Error('broken')
  })
  expect(broken.source).toBe('previous')
})

test('without a store that servers share there is no build before: the start says so', async () => {
  const config = { ...siteConfig, whileCold: 'previous' as const }
  await expect(startServer(config)).rejects.toThrow('"whileCold" is "previous", which needs')
  await expect(startServer({ ...siteConfig, whileCold: 'never' as never })).rejects.toThrow(
    '"whileCold" is "never": it must be "wait" or "previous"',
  )
})
