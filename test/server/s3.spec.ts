/**
 * The tier in a bucket, with a real S3 server: what one server has made, all have; whatever happens to the store costs hits only.
 * The faults are those of redis.spec.ts.
 */
import { randomBytes } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { recordCodec } from '../../dist/server/cache/record-codec.js'
import { s3Tier } from '../../dist/server/cache/s3-tier.js'
import { cacheKeyOf, type Tier } from '../../dist/server/cache/tier.js'
import { prepareResponse } from '../../dist/server/http/prepared-response.js'
import { type Bucket, openBucket } from '../../dist/server/objects/bucket.js'
import { type BucketPlace, readBucketUrl } from '../../dist/server/objects/bucket-url.js'
import type { ServerEvent } from '../../dist/server/observe/events.js'
import { setVariable } from '../environment.ts'
import { type ObjectStore, startObjectStore } from '../fixtures/site/s3.ts'
import { type Backend, startBackend, startSite } from '../fixtures/site/site.ts'

const MOST = 1_000_000
const BOUNDS = { timeout: 60_000 }

let store: ObjectStore
let backend: Backend
let bucket: Bucket
let place: BucketPlace
let restore: (() => void)[] = []

test.beforeAll(async () => {
  backend = await startBackend()
  store = await startObjectStore()
  restore = Object.entries(store.env).map(([name, value]) => setVariable(name, value))
  place = readBucketUrl(store.bucket, store.env) as BucketPlace
  bucket = openBucket(place)
})
test.afterAll(async () => {
  for (const undo of restore) undo()
  await store.close()
  await backend.close()
})
test.beforeEach(async () => {
  store.fail('none')
  store.delay(0)
  for await (const key of bucket.list('', BOUNDS)) await bucket.delete(key, BOUNDS)
})

const at = (state: string) => cacheKeyOf('/', '', state)
const LINK = '<http://a.test/>; rel="canonical"'
const stored = (text: string) => ({
  entry: prepareResponse({ status: 200, headers: { link: LINK }, body: Buffer.from(text) }),
  maxAge: 60_000,
  age: 0,
})

/** A tier, and what it has told. */
function tierOf({ scope = 'one', key }: { scope?: string; key?: string } = {}) {
  const events: ServerEvent[] = []
  const observe = (event: ServerEvent) => events.push(event)
  const origin = 'http://a.test'
  const tier = s3Tier({ place, key, origin, scope, staleFor: 1000, most: MOST, observe })
  return { tier, events, close: () => tier.close?.() }
}

const pageOf = async (tier: Tier, state = '/a') => (await tier.get(at(state))).page

const had = async (tier: Tier, state: string) => {
  let found: Awaited<ReturnType<typeof pageOf>>
  await expect(async () => {
    found = await pageOf(tier, state)
    expect(found).toBeDefined()
  }).toPass({ intervals: [10] })
  return found
}

/** Asks until the tier takes pages, and puts one. */
async function putIn(tier: Tier, state: string, text: string) {
  await expect(async () => {
    const { generation } = await tier.get(at(state))
    expect(generation).toBeDefined()
    tier.put?.(at(state), stored(text), generation ?? '')
    await expect(async () => {
      expect((await pageOf(tier, state))?.entry.body.toString()).toBe(text)
    }).toPass({ intervals: [5], timeout: 1000 })
  }).toPass({ intervals: [10] })
}

const keys = async (prefix: string) => {
  const found: string[] = []
  for await (const key of bucket.list(`hashbang/${prefix}/`, BOUNDS)) found.push(key)
  return found
}

test('what one server has made, another has, with its headers and age, and drops it for both', async () => {
  const { tier, close } = tierOf()
  await putIn(tier, '/a', 'a page')
  const other = tierOf()
  const found = await had(other.tier, '/a')
  expect(found?.entry.body.toString()).toBe('a page')
  expect(found?.entry.headers).toMatchObject({ link: LINK })
  expect(found?.maxAge).toBe(60_000)
  other.tier.drop?.(at('/a'))
  await expect(async () => expect(await pageOf(tier)).toBeUndefined()).toPass({ intervals: [10] })
  await Promise.all([close(), other.close()])
})

test('two builds that share one bucket never see the pages of each other', async () => {
  const one = tierOf({ scope: 'one' })
  const two = tierOf({ scope: 'two' })
  await putIn(one.tier, '/a', 'of build one')
  await putIn(two.tier, '/b', 'of build two')
  expect(await pageOf(two.tier)).toBeUndefined()
  expect(await pageOf(one.tier, '/b')).toBeUndefined()
  await Promise.all([one.close(), two.close()])
})

test('a record that is damaged, of another page, unsigned or too large is no page, and is written over', async () => {
  const { tier, events, close } = tierOf({ key: 'a key that is long enough' })
  await putIn(tier, '/a', 'a page of some length')
  const [key = ''] = await keys('pages')
  const record = (await bucket.get(key, BOUNDS))?.body ?? Buffer.alloc(0)
  const { generation = '' } = await tier.get(at('/a'))
  const unsigned = recordCodec({ scope: 'one', most: MOST })
  const signed = recordCodec({ scope: 'one', key: 'a key that is long enough', most: MOST })
  const changed = Buffer.from(record)
  changed[70] = (changed[70] ?? 0) ^ 1
  const bad = {
    cut: record.subarray(0, 60),
    empty: Buffer.alloc(0),
    changed,
    noise: randomBytes(2000),
    'too large': randomBytes(MOST + 1),
    'of another page': await signed.write(at('/b'), stored('b'), generation),
    unsigned: await unsigned.write(at('/a'), stored('planted'), generation),
  }
  for (const [what, body] of Object.entries(bad)) {
    await bucket.put(key, body, {}, BOUNDS)
    expect(await pageOf(tier), what).toBeUndefined()
  }
  await expect(async () => {
    expect(await pageOf(tier)).toBeUndefined()
    expect(events.filter(({ type }) => type === 'warning')).toHaveLength(1)
  }).toPass({ intervals: [10] })
  await putIn(tier, '/a', 'whole again')
  await close()
})

test('a page that is put while it is purged is no page, for any server, and others stay', async () => {
  const one = tierOf()
  const other = tierOf()
  await putIn(one.tier, '/kept', 'kept')
  for (const which of [{ page: '/', state: '/a' }, { prefix: '/a' }]) {
    await putIn(one.tier, '/a', 'old')
    const { generation = '' } = await other.tier.get(at('/a'))
    const purged = one.tier.purge?.(which)
    for (let put = 0; put < 20; put++) other.tier.put?.(at('/a'), stored('old'), generation)
    expect(await purged).toBe(true)
    for (let ask = 0; ask < 20; ask++) {
      for (const { tier } of [one, other]) expect(await pageOf(tier)).toBeUndefined()
    }
    await had(one.tier, '/kept')
    await putIn(other.tier, '/a', `new of ${JSON.stringify(which)}`)
  }
  await Promise.all([one.close(), other.close()])
})

test('purges that many servers begin at once all stand, and each is heard by the others', async () => {
  const tiers = Array.from({ length: 5 }, () => tierOf())
  const [first] = tiers as [(typeof tiers)[0]]
  for (let id = 0; id < 5; id++) await putIn(first.tier, `/${id}`, `page ${id}`)
  const heard: string[] = []
  first.tier.watch?.(({ state = '' }) => heard.push(state))
  const purged = tiers.map(({ tier }, id) => tier.purge?.({ state: `/${id}` }))
  expect(await Promise.all(purged)).toEqual([true, true, true, true, true])
  for (const { tier } of tiers)
    for (let id = 0; id < 5; id++) expect(await pageOf(tier, `/${id}`)).toBeUndefined()
  expect(heard.sort()).toEqual(['/1', '/2', '/3', '/4'])
  await Promise.all(tiers.map(({ close }) => close()))
})

test('a server that asks nothing hears of purges all the same', async () => {
  const { tier, close } = tierOf()
  await putIn(tier, '/a', 'a')
  const heard = new Promise<unknown>((resolve) => tier.watch?.(resolve))
  const other = tierOf()
  expect(await other.tier.purge?.({ tag: 'x' })).toBe(true)
  expect(await heard).toMatchObject({ tag: 'x' })
  await Promise.all([close(), other.close()])
})

test('a log that is lost or that nobody can read takes all pages with it', async () => {
  const { tier, close } = tierOf()
  for (const damage of [
    (key: string) => bucket.delete(key, BOUNDS),
    (key: string) => bucket.put(key, Buffer.from('noise'), {}, BOUNDS),
    (key: string) => bucket.put(key, Buffer.from('{"id":"x"}\n'), {}, BOUNDS),
    // Begun by a server whose clock is late.
    (key: string) => bucket.put(key, Buffer.from('{"id":"1-0","purge":null}\n'), {}, BOUNDS),
  ]) {
    await putIn(tier, '/a', 'a')
    const [log = ''] = (await keys('purges')).filter((key) => !key.endsWith('.probe'))
    await damage(log)
    expect(await pageOf(tier)).toBeUndefined()
    expect(await pageOf(tier)).toBeUndefined()
  }
  await close()
})

test('a purge that the store could not be told is not complete, and holds here until it is', async () => {
  const { tier, close } = tierOf()
  await putIn(tier, '/a', 'a')
  store.fail('refuse')
  expect(await tier.purge?.({ state: '/a' })).toBe(false)
  expect(await pageOf(tier)).toBeUndefined()
  store.fail('none')
  const other = tierOf()
  await expect(async () => expect(await pageOf(other.tier)).toBeUndefined()).toPass()
  expect(await pageOf(tier)).toBeUndefined()
  await putIn(tier, '/a', 'new')
  await Promise.all([close(), other.close()])
})

test('a store that ignores conditions takes no purge, and says why', async () => {
  store.fail('unconditional')
  const { tier, events, close } = tierOf()
  expect(await tier.purge?.({ state: '/a' })).toBe(false)
  expect((await tier.get(at('/a'))).generation).toBeUndefined()
  expect(events).toContainEqual(
    expect.objectContaining({ works: false, why: expect.stringContaining('If-None-Match') }),
  )
  await close()
})

for (const [how, why] of [
  ['refuse', '503 SlowDown'],
  ['full', '507 InsufficientCapacity'],
  ['half', ''],
  ['hold', 'no reply within 500 ms'],
] as const) {
  test(`a store that answers "${how}" costs no request, and is used again when it is well`, async () => {
    const site = await startSite({ s3: store.bucket })
    await expect(async () => {
      await site.snapshot(`/items/${Math.random()}`)
      expect((await keys('pages')).length).toBeGreaterThan(0)
    }).toPass({ intervals: [20] })
    const told = () => site.events.filter(({ type }) => type === 'tier').at(-1)
    // A machine that has much to do may be late, which is a fault of its own, told in the place of this one.
    await expect(async () => {
      store.fail(how)
      const states = Array.from({ length: 12 }, () => `/items/${how}${Math.random()}`)
      for (const state of states) {
        const answer = await site.snapshot(state)
        expect(answer.status).toBe(200)
        expect(await answer.text()).toContain('<')
      }
      await expect(async () => expect(told()).toMatchObject({ name: 'S3', works: false })).toPass()
      const fault = JSON.stringify(told())
      store.fail('none')
      await expect(async () => {
        await site.snapshot(`/items/${Math.random()}`)
        expect(told()).toMatchObject({ works: true })
      }).toPass()
      expect(fault).toContain(why)
    }).toPass()
    await site.stop()
  })
}

test('a store that is slow costs hits', async () => {
  const site = await startSite({ s3: store.bucket })
  expect((await site.snapshot('/items/1')).status).toBe(200)
  store.delay(800)
  for (let id = 0; id < 10; id++) expect((await site.snapshot(`/items/w${id}`)).status).toBe(200)
  expect(site.events).toContainEqual(
    expect.objectContaining({
      works: false,
      why: expect.stringContaining('no reply within 500 ms'),
    }),
  )
  await site.stop()
})

test('a store that is killed under load costs no request', async () => {
  const own = await startObjectStore()
  const before = setVariable('AWS_ENDPOINT_URL', own.env.AWS_ENDPOINT_URL ?? '')
  const site = await startSite({ s3: own.bucket })
  const load = async (name: string) => {
    const states = Array.from({ length: 30 }, (_, id) => `/items/${name}${id}`)
    return new Set(await Promise.all(states.map(async (one) => (await site.snapshot(one)).status)))
  }
  expect(await load('before')).toEqual(new Set([200]))
  const during = load('during')
  own.process.kill('SIGKILL')
  expect(await during).toEqual(new Set([200]))
  expect(await load('after')).toEqual(new Set([200]))
  await site.stop()
  await own.close()
  before()
})

test('once a purge has resolved, no server that was asked nothing before answers the old page', async () => {
  const site = await startSite({ s3: store.bucket })
  await expect(async () => {
    await site.snapshot(`/items/${Math.random()}`)
    expect((await keys('pages')).length).toBeGreaterThan(0)
  }).toPass({ intervals: [20] })
  backend.answer('/asked/purged', { body: 'old' })
  expect(await (await site.snapshot('/asked/purged')).text()).toContain('old')
  backend.answer('/asked/purged', { body: 'new' })
  expect((await site.site.purge({ state: '/asked/purged' })).complete).toBe(true)
  const other = await startSite({ s3: store.bucket })
  for (const one of [other, site])
    expect(await (await one.snapshot('/asked/purged')).text()).toContain('new')
  await Promise.all([site.stop(), other.stop()])
})

test('a bucket that cannot be used ends the start with the cause', async () => {
  const undo = setVariable('AWS_SECRET_ACCESS_KEY', '')
  await expect(startSite({ s3: store.bucket })).rejects.toThrow(
    '"s3" cannot be used: "s3://pages/some/prefix" needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE',
  )
  undo()
  await expect(startSite({ s3: 'http://x' })).rejects.toThrow('it must be a bucket')
})
