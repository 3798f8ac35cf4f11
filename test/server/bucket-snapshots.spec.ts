/**
 * `snapshots: 's3://…'`: a server answers what an export has brought to a bucket, with a real S3 server; whatever happens to the store,
 * to the objects or to the export costs renders, and nothing that was purged is answered.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { createBreaker } from '../../dist/server/cache/breaker.js'
import { exportTier } from '../../dist/server/cache/export-tier.js'
import { exportedBucket, PAGE_TIMEOUT } from '../../dist/server/cache/exported-bucket.js'
import { PURGED } from '../../dist/server/cache/purged-file.js'
import { cacheKeyOf, type Tier } from '../../dist/server/cache/tier.js'
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
const opened: Tier[] = []

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
test.afterEach(async () => {
  for (const tier of opened.splice(0)) await tier.close?.()
  await rm(folder, { recursive: true })
})

/** Exports states to the folder. */
async function exported(text: string): Promise<void> {
  await exportSite({
    ...{ origin: siteConfig.origin, build: await buildOf(siteConfig), folder },
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
async function pushed(text: string): Promise<void> {
  await exported(text)
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

/** What of a server reads the bucket, as it is at a start. */
async function open() {
  const events: ServerEvent[] = []
  const observe = (event: ServerEvent) => void events.push(event)
  const tier = exportTier({
    ...{ origin: siteConfig.origin, build: await buildOf(siteConfig), maxAge: 60_000, observe },
    pages: exportedBucket(place, createBreaker({ name: 'S3', timeout: PAGE_TIMEOUT, observe })),
  })
  opened.push(tier)
  await tier.ready?.()
  return {
    events,
    purge: async (which: object) => tier.purge?.(which),
    /** Undefined: the page is rendered. */
    text: async (state: string) => {
      const { page } = await tier.get(cacheKeyOf('/', '', state))
      return page && String(page.entry.body)
    },
  }
}
type Opened = Awaited<ReturnType<typeof open>>

/** A store that is slow costs a render, and is none that is wrong. */
const isGiven = ({ text }: Opened, state: string) =>
  expect(async () => expect(await text(state)).toBe('from the bucket')).toPass({ intervals: [10] })

test('what was purged is rendered, by this server, by one that is started later, and by one that purges at the same time', async () => {
  await pushed('from the bucket')
  const [one, other] = await Promise.all([open(), open()])
  for (const server of [one, other]) await isGiven(server, '/items/1')
  const purged = await Promise.all(
    [one, other].map(({ purge }, at) => purge({ state: `/items/${at + 1}` })),
  )
  expect(purged).toEqual([true, true])
  expect(await one.text('/items/1')).toBeUndefined()
  const later = await open()
  for (const id of [1, 2]) expect(await later.text(`/items/${id}`)).toBeUndefined()
  await isGiven(later, '/items/3')
  const log = String((await bucket.get(PURGED, BOUNDS))?.body)
  expect(log.trim().split('\n')).toHaveLength(2)
  store.fail('full')
  expect(await later.purge({ state: '/items/3' })).toBe(false)
  expect(await later.text('/items/3')).toBeUndefined()
})

for (const fault of ['refuse', 'half'] as const) {
  test(`a store that answers "${fault}" costs renders only, at the start and later`, {
    tag: '@all',
  }, async () => {
    await pushed('from the bucket')
    const server = await open()
    store.fail(fault)
    expect(await server.text('/items/1')).toBeUndefined()
    const later = await open()
    expect(await later.text('/items/2')).toBeUndefined()
    expect(later.events).toContainEqual(
      expect.objectContaining({ name: 'the exported snapshots', works: false }),
    )
    expect(await later.purge({})).toBe(false)
  })
}

test('a store that does not reply costs renders only, and is used again when it does', async () => {
  await pushed('from the bucket')
  const server = await open()
  await isGiven(server, '/items/1')
  store.fail('hold')
  expect(await server.text('/items/1')).toBeUndefined()
  expect(server.events).toContainEqual(
    expect.objectContaining({
      works: false,
      why: expect.stringContaining('no reply within 500 ms'),
    }),
  )
  store.fail('none')
  await isGiven(server, '/items/1')
})

test('a bucket that cannot be used ends the start with the cause', async () => {
  const undo = setVariable('AWS_SECRET_ACCESS_KEY', '')
  await expect(startSite({ snapshots })).rejects.toThrow(
    `"snapshots" cannot be used: "${snapshots}" needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_SHARED_CREDENTIALS_FILE`,
  )
  undo()
  await expect(startSite({ snapshots: 's3:///nowhere' })).rejects.toThrow(
    'it must be the folder or bucket',
  )
})
