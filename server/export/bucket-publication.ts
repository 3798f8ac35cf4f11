// Brings the pages of a bucket to what a manifest says, so that it can be served by a CDN as it stands: pages first, then the manifest,
// if it is still the one that was found, then the end of pages that are gone. In: records, and how a page gets there. Out: counts.
// Killed at any moment, every page is whole, and the manifest says of each that it names what it holds: who reads by it takes no other.
// After an export that did not finish, pages are compared with what is there and not with its manifest, and those go that none names.
// An object that no export has written is neither replaced nor removed.

import { openAsBlob } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bucket, BucketError } from '../objects/bucket.ts'
import { contentHash } from '../runtime/content-hash.ts'
import { takeLease, WRITE_TIMEOUT } from './bucket-lease.ts'
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
import { cursorOf } from './sorted-cursor.ts'
import { writeManifest } from './write-manifest.ts'

/** What is brought there. */
export interface BucketContent {
  readonly facts: ManifestFacts
  /** By their files; asked for several times. */
  records(previous: Manifest | undefined): Iterable<SnapshotRecord>
  /** The `Cache-Control` that a page gets; undefined where nobody knows. */
  cacheControl(record: SnapshotRecord): string | undefined
  /** Writes a page to its key. */
  write(record: SnapshotRecord, key: string): Promise<void>
  /** Asked before the manifest is written; rejects when what was written is not to be published. */
  readonly check?: () => Promise<void>
  /** Below the prefix: `''`, or a folder with a slash at its end. */
  readonly folder: string
  readonly concurrency: number
  /** Told each page that is looked at. */
  readonly onPage?: (() => void) | undefined
}

/** What became of the bucket. */
export interface BucketReport {
  readonly states: number
  readonly written: number
  readonly unchanged: number
  readonly removed: number
}

/** How long a manifest may take, in ms. */
const MANIFEST_TIMEOUT = 600_000

const BOUNDS = { timeout: WRITE_TIMEOUT }

/** Publishes. @throws {ExportFault} When another writes there, or the store refuses. */
export async function publishToBucket(
  bucket: Bucket,
  { facts, records, cacheControl, write, check, folder, concurrency, onPage }: BucketContent,
): Promise<BucketReport> {
  const scratch = await mkdtemp(join(tmpdir(), 'hashbang-bucket-'))
  const lease = await takeLease(bucket, facts.run).catch(asFault)
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
      // Nobody knows it of a page that stays in the place of one that failed.
      const isSure = !lease.isAfterUnfinished && known !== undefined
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
        lease.check()
        await write(record, to)
        counts.written += 1
      }
      onPage?.()
    })
    await check?.()
    lease.check()
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
      lease.check()
      await bucket.delete(key, BOUNDS)
      counts.removed += 1
    }
    const pagesFolder = `${folder}${PAGES}/`
    await inParallel(concurrency, gone(), (file) => remove(pagesFolder + file))
    if (lease.isAfterUnfinished) {
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
    await lease.release(isFinished)
    await rm(scratch, { recursive: true, force: true })
  }
}

const HEADERS = { 'content-type': 'application/jsonl', 'cache-control': 'no-cache' }

/** What says of an object that an export has written it, and what: see `markOf`. */
export const MARK = 'x-amz-meta-hashbang'

/** What says of a manifest's object which `Cache-Control` all its pages have: the manifest itself is the same wherever it is served. */
const SERVED = 'x-amz-meta-hashbang-pages'

/** The `Cache-Control` that all pages of a manifest have; undefined where they have several, or nobody has said. */
export const servedAs = async (bucket: Bucket, key: string): Promise<string | undefined> =>
  (await bucket.head(key, BOUNDS))?.get(SERVED) ?? undefined

/** All of a record that its object holds. Redirects have one and the same body. */
export const markOf = ({ status, hash, headers }: SnapshotRecord): string =>
  contentHash([status, hash, headers['content-type'], headers.location].join('\n'))

/** @throws {ExportFault} When there is an object that no export has written. */
async function checkOurs(bucket: Bucket, key: string): Promise<void> {
  const found = await bucket.head(key, BOUNDS)
  if (found && !found.has(MARK))
    throw new ExportFault(
      `${key} is in the bucket and was not written by an export: move it away, or choose another prefix`,
    )
}

/** Says what a store has refused. @throws {ExportFault} */
export function asFault(error: unknown): never {
  if (error instanceof BucketError)
    throw new ExportFault(`The bucket could not be written: ${error.message}; run it again`, {
      cause: error,
    })
  throw error
}
