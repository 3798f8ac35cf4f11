// Publishes an export to a bucket: pages, then the manifest, then the removal of old pages, so that
// a crash leaves every page whole. After an unfinished export, the next one compares pages with the
// bucket. Objects that no export wrote stay.

import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { claimBucket, WRITE_TIMEOUT } from './bucket-claim.ts'
import { ExportFault } from './fault.ts'
import { inParallel } from './in-parallel.ts'
import {
  MANIFEST,
  type Manifest,
  type ManifestFacts,
  openManifest,
  PAGES,
  type SnapshotRecord,
} from './manifest.ts'
import { type Bucket, BucketError } from './objects/bucket.ts'
import { cursorOf } from './sorted-cursor.ts'
import { writeManifest } from './write-manifest.ts'

export interface BucketContent {
  readonly facts: ManifestFacts
  /** Sorted by file. Called several times. */
  records(previous: Manifest | undefined): Iterable<SnapshotRecord>
  /** The `Cache-Control` of a page; undefined where it is unknown. */
  cacheControl(record: SnapshotRecord): string | undefined
  write(record: SnapshotRecord, key: string): Promise<void>
  /** Runs before the manifest is written. Rejects if the pages must not be published. */
  readonly check?: () => Promise<void>
  /** Below the prefix: `''`, or a folder with a trailing slash. */
  readonly folder: string
  readonly concurrency: number
  readonly onPage?: (() => void) | undefined
}

export interface BucketReport {
  readonly states: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

/** Timeout for a manifest, in ms. */
const MANIFEST_TIMEOUT = 600_000

const BOUNDS = { timeout: WRITE_TIMEOUT }

/** @throws {ExportFault} When another export writes there, or the store refuses. */
export async function publishToBucket(
  bucket: Bucket,
  { facts, records, cacheControl, write, check, folder, concurrency, onPage }: BucketContent,
): Promise<BucketReport> {
  const scratch = await mkdtemp(join(tmpdir(), 'hashbang-bucket-'))
  const claim = await claimBucket(bucket, facts.run).catch(asFault)
  let previous: Manifest | undefined
  let isFinished = false
  try {
    const there = join(scratch, 'there')
    const key = folder + MANIFEST
    const etag = await bucket.download(key, there, { timeout: MANIFEST_TIMEOUT })
    previous = etag === undefined ? undefined : openManifest(there)
    const known = previous && (await servedAs(bucket, key))
    const made = join(scratch, 'made')
    writeManifest(made, facts, () => records(previous))
    const counts = { states: 0, written: 0, unchanged: 0, removed: 0 }
    const before = cursorOf(previous?.records() ?? [], ({ file }) => file)
    function* pages() {
      for (const record of records(previous)) yield { record, old: before.at(record.file) }
    }
    const all = new Set<string | undefined>()
    await inParallel(concurrency, pages(), async ({ record, old }) => {
      counts.states += 1
      const to = `${folder}${PAGES}/${record.file}`
      // Unknown for a page that replaces a failed one.
      const isSure = !claim.isAfterUnfinished && known !== undefined
      const wanted = cacheControl(record) ?? (isSure ? known : undefined)
      all.add(wanted)
      const isThere = async () => {
        const found = await bucket.head(to, BOUNDS)
        const isServed = wanted === undefined || found?.get('cache-control') === wanted
        return isServed && found?.get(MARK) === markOf(record)
      }
      const isSame = old !== undefined && markOf(old) === markOf(record)
      if (isSame && (isSure ? known === wanted : await isThere())) counts.unchanged += 1
      else {
        if (old === undefined) await checkOurs(bucket, to)
        await claim.check()
        await write(record, to)
        counts.written += 1
      }
      onPage?.()
    })
    await check?.()
    await claim.check('now')
    const condition = etag === undefined ? { ifNew: true as const } : { ifMatch: etag }
    const [one] = all
    const served = all.size === 1 && one !== undefined ? { [SERVED]: one } : {}
    const headers = { ...HEADERS, ...served }
    const published = await bucket.put(key, await openAsBlob(made), headers, {
      ...{ timeout: MANIFEST_TIMEOUT, ...condition },
    })
    if (published === undefined)
      throw new ExportFault(
        `Another export has written ${key} meanwhile: its manifest stands; run this one again`,
      )
    const stays = cursorOf(records(previous), ({ file }) => file)
    function* gone() {
      for (const { file } of previous?.records() ?? []) if (!stays.at(file)) yield file
    }
    const remove = async (key: string) => {
      await claim.check()
      await bucket.delete(key, BOUNDS)
      counts.removed += 1
    }
    const pagesFolder = `${folder}${PAGES}/`
    await inParallel(concurrency, gone(), (file) => remove(pagesFolder + file))
    if (claim.isAfterUnfinished) {
      const named = new Set<string>()
      for (const { file } of records(previous)) named.add(pagesFolder + file)
      await inParallel(concurrency, bucket.list(pagesFolder, BOUNDS), async (key) => {
        if (!named.has(key) && (await bucket.head(key, BOUNDS))?.has(MARK)) await remove(key)
      })
    }
    isFinished = true
    return counts
  } catch (error) {
    return asFault(error)
  } finally {
    previous?.close()
    await claim.release(isFinished).catch(() => undefined)
    await rm(scratch, { recursive: true, force: true })
  }
}

const HEADERS = { 'content-type': 'application/jsonl', 'cache-control': 'no-cache' }

/** Metadata that marks an object of an export, and identifies its content: see `markOf`. */
export const MARK = 'x-amz-meta-hashbang'

/** The `Cache-Control` of all pages, as metadata, because the manifest does not depend on it. */
const SERVED = 'x-amz-meta-hashbang-pages'

/** Undefined where pages differ or nothing is known. */
export const servedAs = async (bucket: Bucket, key: string): Promise<string | undefined> =>
  (await bucket.head(key, BOUNDS))?.get(SERVED) ?? undefined

/** Includes status and headers, because redirects share a body. */
export const markOf = ({ status, hash, headers }: SnapshotRecord): string =>
  contentHash([status, hash, headers['content-type'], headers.location].join('\n'))

/** @throws {ExportFault} When the key holds an object that no export wrote. */
async function checkOurs(bucket: Bucket, key: string): Promise<void> {
  const found = await bucket.head(key, BOUNDS)
  if (found && !found.has(MARK))
    throw new ExportFault(
      `${key} is in the bucket and was not written by an export: move it away, or choose another prefix`,
    )
}

/** Explains a refusal of the store. @throws {ExportFault} */
export function asFault(error: unknown): never {
  if (error instanceof BucketError)
    throw new ExportFault(`The bucket could not be written: ${error.message}; run it again`, {
      cause: error,
    })
  throw error
}
