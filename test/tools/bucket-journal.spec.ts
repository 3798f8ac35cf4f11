/**
 * An export to a bucket whose machine is gone: another one, with an empty disk, goes on from what is in the bucket, takes nothing that is
 * damaged or of another run, and publishes what the first would have.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import type { SiteState } from '../../dist/server/site/states.js'
import { inFolder, pushExport } from '../../dist/server/tools/export/bucket-export.js'
import { bucketJournal } from '../../dist/server/tools/export/bucket-journal.js'
import { type Bucket, openBucket } from '../../dist/server/tools/export/objects/bucket.js'
import {
  type BucketPlace,
  readBucketUrl,
} from '../../dist/server/tools/export/objects/bucket-url.js'
import { type ExportOptions, exportSite } from '../../dist/server/tools/export/run.js'
import { type ObjectStore, startObjectStore } from '../fixtures/site/s3.ts'
import { memoryFolder } from '../memory-folder.ts'

const BOUNDS = { timeout: 60_000 }
const STATES = Array.from({ length: 40 }, (_, id) => `/${id}`)
/** Some of them are written at once. */
const LARGE = 'x'.repeat(300_000)

let store: ObjectStore
let all: BucketPlace
let count = 0
let place: BucketPlace
let bucket: Bucket
let lost: string[]

test.beforeAll(async () => {
  store = await startObjectStore()
  all = readBucketUrl(store.bucket, store.env) as BucketPlace
})
test.afterAll(() => store.close())
test.beforeEach(() => {
  store.fail('none')
  place = inFolder(all, `journal-${count++}`)
  bucket = openBucket(place)
  lost = []
})

async function* states(all: readonly string[]): AsyncGenerator<SiteState> {
  for (const state of all) yield { page: '/', state, url: '', name: 'x', index: true }
}

interface Machine extends Partial<Pick<ExportOptions, 'run' | 'build' | 'signal' | 'states'>> {
  /** Told each page that it is about to make. */
  onPage?(made: number): Promise<unknown> | undefined
}

/** An export on a machine with an empty disk. */
async function machine({ onPage, ...over }: Machine = {}) {
  const folder = await memoryFolder('hashbang-machine')
  let made = 0
  const done = exportSite({
    ...{ origin: 'https://a.test', build: 'b', run: 'r', folder, concurrency: 2 },
    openJournal: bucketJournal(place, (why) => lost.push(why)),
    states: states(STATES),
    handler: async ({ target }) => {
      made += 1
      await onPage?.(made)
      const headers = { 'content-type': 'text/html; charset=utf-8' }
      return { status: 200, headers, body: Buffer.from(`${target} ${LARGE}`) }
    },
    ...over,
  })
  return { folder, done, made: () => made }
}

const keys = async (below = '.export/') => {
  const found: string[] = []
  for await (const key of bucket.list(below, BOUNDS)) found.push(key)
  return found
}

/** One that goes for good in the middle of its work. */
async function killed(over: Machine = {}): Promise<string[]> {
  const { done } = await machine({
    onPage: (made) => (made > 30 ? new Promise(() => undefined) : undefined),
    ...over,
  })
  done.catch(() => undefined)
  await expect.poll(() => keys()).not.toEqual([])
  return keys()
}

/** One that is told to stop. */
async function stopped(over: Machine = {}): Promise<string[]> {
  const stop = new AbortController()
  const { done } = await machine({
    signal: stop.signal,
    onPage: async (made) => made === 20 && stop.abort(),
    ...over,
  })
  await expect(done).rejects.toThrow()
  return keys()
}

test('an export whose machine is gone goes on elsewhere, and is what it would have been', async () => {
  expect((await killed()).length).toBeGreaterThan(0)
  expect(await keys('pages/')).toEqual([])
  const other = await machine()
  const report = await other.done
  expect(report).toMatchObject({ states: 40, errors: [] })
  expect(report.resumed).toBeGreaterThan(5)
  expect(report.written).toBe(other.made())
  expect(report.resumed + report.written).toBe(40)
  await pushExport(other.folder, place, { maxAge: 1000, concurrency: 4 })
  expect(await keys()).toEqual([])
  const alone = await machine({ run: 'r' })
  await alone.done
  for (const file of ['manifest.jsonl', 'pages/=/7+.html'])
    expect(await readFile(join(other.folder, file), 'utf8')).toBe(
      await readFile(join(alone.folder, file), 'utf8'),
    )
})

test('one that is told to stop leaves all that it has made', async () => {
  await stopped()
  const { resumed } = await (await machine()).done
  expect(resumed).toBeGreaterThanOrEqual(19)
})

test('nothing is taken up of another run, build or origin', async () => {
  await stopped()
  expect(await (await machine({ run: 's' })).done).toMatchObject({ resumed: 0, written: 40 })
  expect(await (await machine({ build: 'c' })).done).toMatchObject({ resumed: 0, written: 40 })
})

test('what is damaged, or leads elsewhere, is made again', async () => {
  const [first = ''] = await stopped()
  for (const key of await keys()) await bucket.delete(key, BOUNDS)
  const below = first.slice(0, first.lastIndexOf('/') + 1)
  const record = (over: object) => ({
    ...{ file: '=/1+.html', page: '/', state: '/1', status: 200, bytes: 3, hash: 'x', headers: {} },
    ...over,
  })
  const lines = [
    { record: record({}), body: 'YWJj' },
    { record: record({ file: '../../../evil' }), body: 'YWJj' },
    { record: record({ file: 7 }) },
    { record: null },
  ]
  const texts = [...lines.map((line) => JSON.stringify(line)), '{']
  for (const [at, text] of texts.entries())
    await bucket.put(`${below}${at}`, gzipSync(`${text}\n`), {}, BOUNDS)
  await bucket.put(`${below}plain`, Buffer.from('plain'), {}, BOUNDS)
  const { folder, done } = await machine()
  expect(await done).toMatchObject({ resumed: 0, written: 40, errors: [] })
  expect((await readdir(folder)).sort()).toEqual(['manifest.jsonl', 'pages'])
})

test('a bucket that takes nothing meanwhile costs what is kept there, and is told; one that is not there at the start ends it', {
  tag: '@nightly',
}, async () => {
  // Each time that it is asked in vain takes some seconds.
  const { done } = await machine({
    states: states(STATES.slice(0, 10)),
    onPage: async (made) => made === 2 && store.fail('full'),
  })
  expect(await done).toMatchObject({ written: 10, errors: [] })
  expect(lost[0]).toContain('InsufficientCapacity')
  store.fail('refuse')
  await expect((await machine()).done).rejects.toThrow('The bucket could not be written')
})
