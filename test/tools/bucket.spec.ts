/**
 * An export in a bucket, with a real S3 server: it holds what the folder holds, whoever writes; shards are put
 * together without a page being read; what no export has written stays.
 */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import type { SiteState } from '../../dist/server/site/states.js'
import { claimBucket } from '../../dist/server/tools/export/bucket-claim.js'
import { inFolder, pushExport } from '../../dist/server/tools/export/bucket-export.js'
import { mergeInBucket } from '../../dist/server/tools/export/bucket-merge.js'
import { type Bucket, openBucket } from '../../dist/server/tools/export/objects/bucket.js'
import {
  type BucketPlace,
  readBucketUrl,
} from '../../dist/server/tools/export/objects/bucket-url.js'
import { exportSite } from '../../dist/server/tools/export/run.js'
import type { Shard } from '../../dist/server/tools/export/shard.js'
import { type ObjectStore, startObjectStore } from '../fixtures/site/s3.ts'
import { memoryFolder } from '../memory-folder.ts'

const BOUNDS = { timeout: 60_000 }
const OPTIONS = { maxAge: 60_000, concurrency: 8 }
const NAMES = ['', '/a', '/A b', '/c?d=e', '/naïve', '/moved', '//hashed']

let store: ObjectStore
let all: BucketPlace
let folder: string
let count = 0
let place: BucketPlace
let bucket: Bucket

test.beforeAll(async () => {
  store = await startObjectStore()
  all = readBucketUrl(store.bucket, store.env) as BucketPlace
})
test.afterAll(() => store.close())
test.beforeEach(async () => {
  store.fail('none')
  folder = await memoryFolder('hashbang-bucket-test')
  // Each test has a prefix of its own.
  place = inFolder(all, `${count++}`)
  bucket = openBucket(place)
})
test.afterEach(() => rm(folder, { recursive: true }))

/** Exports states to the folder; `text` is in each page. */
async function exported(
  text: string,
  { names = NAMES, run = 'r', shard }: { names?: string[]; run?: string; shard?: Shard } = {},
) {
  await exportSite({
    ...{ origin: 'https://a.test', build: text, run, folder, concurrency: 2 },
    ...(shard && { shard }),
    states: (async function* (): AsyncGenerator<SiteState> {
      for (const state of names) yield { page: '/', state, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => {
      const isMoved = target.endsWith('/moved')
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        ...(isMoved && { location: 'https://a.test/#!/a' }),
      }
      const body = Buffer.from(isMoved ? '' : `${text} ${target}`)
      return { status: isMoved ? 301 : 200, headers, body }
    },
  })
}

const keys = async (below = '') => {
  const found: string[] = []
  for await (const key of bucket.list(below, BOUNDS)) found.push(key)
  return found.sort()
}
const textOf = async (key: string) => String((await bucket.get(key, BOUNDS))?.body)

test('a bucket holds what the folder holds, with what a CDN has to know', async () => {
  await exported('one')
  expect(await pushExport(folder, place, OPTIONS)).toEqual({
    ...{ states: 7, written: 7, unchanged: 0, removed: 0 },
  })
  expect(await textOf('manifest.jsonl')).toBe(
    await readFile(join(folder, 'manifest.jsonl'), 'utf8'),
  )
  expect(await textOf('pages/=/a+.html')).toBe('one /?_escaped_fragment_=/a')
  expect(await textOf('pages/=/^a%2520b+.html')).toContain('one')
  const head = await bucket.head('pages/=/a+.html', BOUNDS)
  expect(head?.get('content-type')).toBe('text/html; charset=utf-8')
  expect(head?.get('cache-control')).toBe('public, max-age=60')
  const moved = await bucket.head('pages/=/moved+.html', BOUNDS)
  expect(moved?.get('x-amz-website-redirect-location')).toBe('https://a.test/#!/a')
  expect(await keys('.export/')).toEqual([])
})

test('a second time only what changed is written, what is gone goes, and what is not ours stays', async () => {
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  await bucket.put('pages/mine.txt', Buffer.from('mine'), {}, BOUNDS)
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 0, unchanged: 7 })
  await exported('two', { names: ['', '/a', '/moved'] })
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 2, removed: 4 })
  const stays = ['pages/=+.html', 'pages/=/a+.html', 'pages/=/moved+.html', 'pages/mine.txt']
  for (const key of stays) expect(await bucket.head(key, BOUNDS), key).toBeDefined()
  expect(await keys('pages/')).toHaveLength(stays.length)
})

test('of two exports the one that began last is published, and the other one says so', async () => {
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  const first = await claimBucket(bucket, 'other')
  await exported('two')
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 6 })
  await expect(first.check('now')).rejects.toThrow('Another export has begun to write')
  await first.release(false)
  // What the first may have written after that, the next export puts right.
  const left = { 'x-amz-meta-hashbang': 'x' }
  await bucket.put('pages/=/a+.html', Buffer.from('one'), left, BOUNDS)
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 1, unchanged: 6 })
  expect(await textOf('pages/=/a+.html')).toContain('two')
  expect(await keys('.export/')).toEqual([])
})

test('shards are put together without a page being read, and are the whole', async () => {
  for (const index of [1, 2, 3]) {
    await exported('one', { shard: { index, count: 3 } })
    if (index === 3) {
      const early = mergeInBucket(place, { run: undefined, concurrency: 4 })
      await expect(early).rejects.toThrow('shard 3 of 3 is missing')
    }
    await pushExport(join(folder, `shard-${index}-of-3`), place, OPTIONS)
  }
  const before = store.asked.get('GET') ?? 0
  expect(await mergeInBucket(place, { run: 'r', concurrency: 4 })).toEqual({
    ...{ states: 7, removed: 0, failed: 0 },
  })
  // The list, three manifests, and the one that is not there.
  expect((store.asked.get('GET') ?? 0) - before).toBe(5)
  await exported('one')
  expect(await textOf('manifest.jsonl')).toBe(
    await readFile(join(folder, 'manifest.jsonl'), 'utf8'),
  )
  expect(await textOf('pages/=/^a%2520b+.html')).toContain('one')
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 0, unchanged: 7 })
})
