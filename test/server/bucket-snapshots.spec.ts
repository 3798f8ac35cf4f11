/**
 * `snapshots: 's3://…'`: a server answers what an export has brought to a bucket, with a real S3 server; whatever happens to the store,
 * to the objects or to the export costs renders, and nothing that was purged is answered.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { exportTier } from '../../dist/server/cache/export-tier.js'
import { exportedFolder } from '../../dist/server/cache/exported-pages.js'
import { PURGED } from '../../dist/server/cache/purged-file.js'
import { cacheKeyOf } from '../../dist/server/cache/tier.js'
import { inFolder, pushExport } from '../../dist/server/export/bucket-export.js'
import { PAGES } from '../../dist/server/export/manifest.js'
import { snapshotFile } from '../../dist/server/export/names.js'
import { exportSite } from '../../dist/server/export/run.js'
import { type Bucket, openBucket } from '../../dist/server/objects/bucket.js'
import { type BucketPlace, readBucketUrl } from '../../dist/server/objects/bucket-url.js'
import type { ServerEvent } from '../../dist/server/observe/events.js'
import { buildOf } from '../../dist/server/site/build-id.js'
import type { SiteState } from '../../dist/server/site/states.js'
import { setVariable } from '../environment.ts'
import { type ObjectStore, startObjectStore } from '../fixtures/site/s3.ts'
import { type StartedSite, siteConfig, startSite } from '../fixtures/site/site.ts'

const BOUNDS = { timeout: 60_000 }
const STATES = ['/moved', ...Array.from({ length: 20 }, (_, id) => `/items/${id + 1}`)]

let store: ObjectStore
let place: BucketPlace
let snapshots: string
let bucket: Bucket
let folder: string
let undo: (() => void)[] = []
let count = 0

// Several servers start in a test, on a machine that may be busy.
test.describe.configure({ timeout: 300_000 })

test.beforeAll(async () => {
  store = await startObjectStore()
  undo = Object.entries(store.env).map(([name, value]) => setVariable(name, value))
})
test.afterAll(async () => {
  for (const one of undo) one()
  await store.close()
})
test.beforeEach(async () => {
  store.fail('none')
  folder = await mkdtemp(join(tmpdir(), 'hashbang-bucket-'))
  count += 1
  snapshots = `${store.bucket}/${count}`
  place = inFolder(readBucketUrl(store.bucket, store.env) as BucketPlace, `${count}`)
  bucket = openBucket(place)
})
test.afterEach(() => rm(folder, { recursive: true }))

/** Exports states to the folder. */
async function exported(text: string, build?: string): Promise<void> {
  await exportSite({
    ...{ origin: siteConfig.origin, build: build ?? (await buildOf(siteConfig)), folder },
    concurrency: 2,
    states: (async function* (): AsyncGenerator<SiteState> {
      for (const state of STATES) yield { page: '/', state, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => {
      const isMoved = target.endsWith('/moved')
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        ...(isMoved && { location: 'http://a.test/#!/items/1' }),
      }
      return { status: isMoved ? 301 : 200, headers, body: Buffer.from(isMoved ? '' : text) }
    },
  })
}

/** Exports them to the bucket. */
async function pushed(text: string, build?: string): Promise<void> {
  await exported(text, build)
  await pushExport(folder, place, { maxAge: 60_000, concurrency: 2 })
}

const pageKey = (state: string) => `${PAGES}/${snapshotFile('/', state)}`

/** Asks for one state after the other: a store that is slow costs a render, and is none that is wrong. */
async function isAnswered(site: StartedSite): Promise<Response> {
  for (const state of STATES.slice(4)) {
    const answer = await site.snapshot(state)
    if ((await answer.clone().text()) === 'from the bucket') return answer
  }
  throw new Error('Nothing was answered from the bucket')
}

test('answers what is in the bucket without a render, and renders what is not, or is not what the manifest says', async () => {
  await pushed('from the bucket')
  const site = await startSite({ snapshots })
  const answer = await isAnswered(site)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")
  const moved = await site.snapshot('/moved')
  expect([moved.status, moved.headers.get('location')]).toEqual([301, 'http://a.test/#!/items/1'])
  await bucket.put(pageKey('/items/2'), Buffer.from('from somebody'), {}, BOUNDS)
  await bucket.delete(pageKey('/items/3'), BOUNDS)
  for (const id of [2, 3, 99])
    expect(await (await site.snapshot(`/items/${id}`)).text()).toContain(`Item ${id}`)
  await site.stop()
})

test('what was purged is rendered, by this server, by one that is started later, and by one that purges at the same time', async () => {
  await pushed('from the bucket')
  const sites = await Promise.all([startSite({ snapshots }), startSite({ snapshots })])
  const purged = await Promise.all(
    sites.map(({ site }, at) => site.purge({ state: `/items/${at + 1}` })),
  )
  expect(purged.map(({ complete }) => complete)).toEqual([true, true])
  expect(await (await sites[0].snapshot('/items/1')).text()).toContain('Item 1')
  const later = await startSite({ snapshots })
  for (const id of [1, 2])
    expect(await (await later.snapshot(`/items/${id}`)).text()).toContain(`Item ${id}`)
  await isAnswered(later)
  expect(
    String((await bucket.get(PURGED, BOUNDS))?.body)
      .trim()
      .split('\n'),
  ).toHaveLength(2)
  store.fail('full')
  expect((await later.site.purge({ state: '/items/3' })).complete).toBe(false)
  expect(await (await later.snapshot('/items/3')).text()).toContain('Item 3')
  await Promise.all([...sites, later].map((site) => site.stop()))
})

for (const fault of ['refuse', 'half'] as const) {
  test(`a store that answers "${fault}" costs renders only, at the start and later`, async () => {
    await pushed('from the bucket')
    const site = await startSite({ snapshots })
    store.fail(fault)
    expect(await (await site.snapshot('/items/1')).text()).toContain('Item 1')
    const other = await startSite({ snapshots })
    expect(await (await other.snapshot('/items/2')).text()).toContain('Item 2')
    expect(other.events).toContainEqual(
      expect.objectContaining({ name: 'the exported snapshots', works: false }),
    )
    expect((await other.site.purge({})).complete).toBe(false)
    await Promise.all([site.stop(), other.stop()])
  })
}

test('an export of another build is not answered; one that comes after the start is, but for what was purged till then', async () => {
  await exported('of another build', 'another')
  const events: ServerEvent[] = []
  const tier = exportTier({
    ...{ origin: siteConfig.origin, build: 'this one', maxAge: 60_000 },
    pages: { ...exportedFolder(folder), again: 5 },
    observe: (event) => void events.push(event),
  })
  await tier.ready?.()
  const body = async (state: string) =>
    String((await tier.get(cacheKeyOf('/', '', state))).page?.entry.body)
  expect(await body('/items/1')).toBe('undefined')
  expect(events).toContainEqual(
    expect.objectContaining({ works: false, why: expect.stringContaining('another build') }),
  )
  await exported('of this build', 'this one')
  await expect.poll(() => body('/items/1'), { intervals: [5] }).toBe('of this build')
  expect(await tier.purge?.({ state: '/items/1' })).toBe(true)
  expect([await body('/items/1'), await body('/items/2')]).toEqual(['undefined', 'of this build'])
  expect(events.at(-1)).toMatchObject({ type: 'tier', works: true })
  await tier.close?.()
})
