/**
 * An export in a bucket, with a real S3 server: it holds what the folder holds, whoever writes, fails or is killed; shards are put
 * together without a page being read; what no export has written stays.
 */
import { readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
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
import { hashbang } from './command.ts'

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
  {
    names = NAMES,
    run = 'r',
    shard,
    moved = '/a',
    fails,
  }: { names?: string[]; run?: string; shard?: Shard; moved?: string; fails?: string } = {},
) {
  await exportSite({
    ...{ origin: 'https://a.test', build: text, run, folder, concurrency: 2 },
    ...(shard && { shard }),
    states: (async function* (): AsyncGenerator<SiteState> {
      for (const state of names) yield { page: '/', state, url: '', name: 'x', index: true }
    })(),
    handler: async ({ target }) => {
      if (fails !== undefined && target.endsWith(fails))
        return { status: 500, headers: {}, body: Buffer.alloc(0) }
      const isMoved = target.endsWith('/moved')
      const headers = {
        'content-type': 'text/html; charset=utf-8',
        ...(isMoved && { location: `https://a.test/#!${moved}` }),
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

test('pages that have not changed get a Cache-Control that has, also where shards are put together', {
  tag: '@nightly',
}, async () => {
  const served = async () => (await bucket.head('pages/=/a+.html', BOUNDS))?.get('cache-control')
  const hour = { ...OPTIONS, maxAge: 3_600_000 }
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  expect(await pushExport(folder, place, hour)).toMatchObject({ written: 7, unchanged: 0 })
  expect(await served()).toBe('public, max-age=3600')
  expect(await pushExport(folder, place, hour)).toMatchObject({ written: 0, unchanged: 7 })
  // Killed when it had given some pages another.
  const left = { 'x-amz-meta-hashbang': 'x' }
  const page = await bucket.head('pages/=/a+.html', BOUNDS)
  const mark = page?.get('x-amz-meta-hashbang') ?? ''
  const body = (await bucket.get('pages/=/a+.html', BOUNDS))?.body ?? Buffer.alloc(0)
  await bucket.put('pages/=/a+.html', body, { ...left, 'x-amz-meta-hashbang': mark }, BOUNDS)
  await bucket.put('.export/unfinished', Buffer.from('{}'), {}, BOUNDS)
  expect(await pushExport(folder, place, hour)).toMatchObject({ written: 1, unchanged: 6 })
  expect(await served()).toBe('public, max-age=3600')
  const shards = async (...ages: (typeof OPTIONS)[]) => {
    for (const [at, age] of ages.entries()) {
      await exported('one', { shard: { index: at + 1, count: 2 } })
      await pushExport(join(folder, `shard-${at + 1}-of-2`), place, age)
    }
    await mergeInBucket(place, { run: 'r', concurrency: 4 })
    return served()
  }
  expect(await shards(OPTIONS, OPTIONS)).toBe('public, max-age=60')
  const mixed = await shards(OPTIONS, hour)
  expect(await shards(OPTIONS, hour)).toBe(mixed)
  expect(await shards(hour, hour)).toBe('public, max-age=3600')
})

test('a page that stays, as its state fails in a shard, stays with another maxAge, too', {
  tag: '@nightly',
}, async () => {
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  for (const index of [1, 2]) {
    await exported('one', { run: 's', shard: { index, count: 2 }, fails: '/a' })
    await pushExport(join(folder, `shard-${index}-of-2`), place, { ...OPTIONS, maxAge: 1000 })
  }
  const merge = () => mergeInBucket(place, { run: 's', concurrency: 4 })
  expect(await merge()).toEqual({ states: 7, removed: 0, failed: 1 })
  expect(await textOf('pages/=/a+.html')).toContain('one')
  const ages = ['pages/=/a+.html', 'pages/=/moved+.html'].map(async (key) =>
    (await bucket.head(key, BOUNDS))?.get('cache-control'),
  )
  expect(await Promise.all(ages)).toEqual(['public, max-age=60', 'public, max-age=1'])
  expect(await merge()).toEqual({ states: 7, removed: 0, failed: 1 })
})

test('an object that no export has written is not replaced', { tag: '@nightly' }, async () => {
  await bucket.put('pages/=/a+.html', Buffer.from('mine'), {}, BOUNDS)
  await exported('one')
  await expect(pushExport(folder, place, OPTIONS)).rejects.toThrow(
    'pages/=/a+.html is in the bucket and was not written by an export',
  )
  expect(await textOf('pages/=/a+.html')).toBe('mine')
  expect(await keys('manifest')).toEqual([])
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

for (const how of ['refuse', 'full', 'half'] as const) {
  test(`a store that answers "${how}" ends it with a sentence, and the next run ends as if undisturbed`, {
    tag: '@nightly',
  }, async () => {
    await exported('one')
    await pushExport(folder, place, OPTIONS)
    await exported('two', { run: 's' })
    store.fail(how)
    await expect(pushExport(folder, place, OPTIONS)).rejects.toThrow(
      'The bucket could not be written',
    )
    store.fail('none')
    expect(await textOf('manifest.jsonl')).toContain('"run":"r"')
    await bucket.delete('.export/unfinished', BOUNDS)
    await pushExport(folder, place, OPTIONS)
    expect(await textOf('pages/=/a+.html')).toContain('two')
    expect(await textOf('manifest.jsonl')).toContain('"run":"s"')
  })
}

test("an export after one that was killed trusts no page that may be the other one's", {
  tag: '@nightly',
}, async () => {
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  // Killed when it had written one page, and one of a state that is gone by now, and a minute ago.
  const left = { 'x-amz-meta-hashbang': 'x' }
  await bucket.put('pages/=/a+.html', Buffer.from('two'), left, BOUNDS)
  await bucket.put('pages/=/gone+.html', Buffer.from('two'), left, BOUNDS)
  await bucket.put('pages/mine.txt', Buffer.from('mine'), {}, BOUNDS)
  await bucket.put('.export/unfinished', Buffer.from('r x'), {}, BOUNDS)
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({
    ...{ written: 1, unchanged: 6, removed: 1 },
  })
  expect(await textOf('pages/=/a+.html')).toContain('one')
  expect(await bucket.head('pages/=/gone+.html', BOUNDS)).toBeUndefined()
  expect(await textOf('pages/mine.txt')).toBe('mine')
  expect(await keys('.export/')).toEqual([])
})

test('a redirect that leads elsewhere by now is written anew', { tag: '@nightly' }, async () => {
  await exported('one')
  await pushExport(folder, place, OPTIONS)
  await exported('one', { moved: '/c' })
  expect(await pushExport(folder, place, OPTIONS)).toMatchObject({ written: 1, unchanged: 6 })
  const moved = await bucket.head('pages/=/moved+.html', BOUNDS)
  expect(moved?.get('x-amz-website-redirect-location')).toBe('https://a.test/#!/c')
})

test('a shard whose export was stopped, or goes on, is not put together with others', {
  tag: '@nightly',
}, async () => {
  for (const index of [1, 2]) {
    await exported('one', { shard: { index, count: 2 } })
    await pushExport(join(folder, `shard-${index}-of-2`), place, OPTIONS)
  }
  // Left by an operator's own tools.
  await bucket.put('.export/shards/', Buffer.alloc(0), {}, BOUNDS)
  await bucket.put('.export/shards/a/b', Buffer.alloc(0), {}, BOUNDS)
  const merge = () => mergeInBucket(place, { run: 'r', concurrency: 4 })
  const claim = await claimBucket(openBucket(inFolder(place, 'shard-2-of-2')), 's')
  await expect(merge()).rejects.toThrow('shard 2 of 2 is being written, or its export was stopped')
  await claim.release(false)
  await expect(merge()).rejects.toThrow('shard 2 of 2 is being written, or its export was stopped')
  expect(await keys('pages/')).toEqual([])
  await pushExport(join(folder, 'shard-2-of-2'), place, OPTIONS)
  expect(await merge()).toMatchObject({ states: 7 })
  const moved = await bucket.head('pages/=/moved+.html', BOUNDS)
  expect(moved?.get('x-amz-website-redirect-location')).toBe('https://a.test/#!/a')
  store.fail('refuse')
  await expect(merge()).rejects.toThrow('The bucket could not be written')
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

test('the command takes its shard from a Job, and brings it to the bucket', {
  tag: '@nightly',
}, async () => {
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const job = { ...store.env, CATALOGUE: '20', REVISION: '0', GONE: '', JOB_COMPLETION_COUNT: '2' }
  const url = `${store.bucket}/command`
  const run = (args: string[], env = {}) =>
    hashbang(['export', ...config, '--run', 'job', ...args], process.cwd(), { ...job, ...env })
  for (const index of ['0', '1']) {
    const { code, stderr } = await run(['-o', folder, '--to', url], { JOB_COMPLETION_INDEX: index })
    expect(code, stderr).toBe(0)
  }
  const merged = await run(['--merge', url])
  expect([merged.code, merged.stdout]).toEqual([0, expect.stringContaining('merged into s3:')])
})

test('a shard that a Job cannot mean, and a bucket that is none, are refused', {
  tag: '@nightly',
}, async () => {
  const config = ['-c', resolve('test/fixtures/catalogue/hashbang.config.mjs')]
  const url = `${store.bucket}/command`
  const job = { ...store.env, JOB_COMPLETION_COUNT: '2' }
  const run = (args: string[], env = {}) =>
    hashbang(['export', ...config, '--run', 'job', ...args], process.cwd(), { ...job, ...env })
  const lost = await run(['--merge', url, '--twins', folder])
  expect([lost.code, lost.stderr]).toEqual([
    2,
    expect.stringContaining('--twins cannot be combined'),
  ])
  const wrong = await run(['-o', folder], { JOB_COMPLETION_INDEX: '2' })
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('JOB_COMPLETION_INDEX')])
  const none = await run(['-o', folder, '--to', 'here'], { JOB_COMPLETION_INDEX: '0' })
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('"here" is no bucket')])
})
