// Keeps finished states in the bucket, so that a machine with an empty disk can resume a run. A
// lost object only costs its pages. Concurrent writers use separate objects.
//   .export/done/RUN/…        records and pages, as gzipped JSON lines

import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { contentHash } from '../../diagnostics/runtime/content-hash.ts'
import { WRITE_TIMEOUT } from './bucket-claim.ts'
import { asFault } from './bucket-publication.ts'
import { inParallel } from './in-parallel.ts'
import { type Generation, type Journal, openJournal } from './journal.ts'
import { PAGES, type SnapshotRecord } from './manifest.ts'
import { snapshotFile } from './names.ts'
import { type Bucket, openBucket } from './objects/bucket.ts'
import type { BucketPlace } from './objects/bucket-url.ts'
import { patientBucket } from './patient-bucket.ts'
import { leftIn } from './publication.ts'

const DONE = '.export/done/'

/** An object is written at this many bytes of pages, or after this many ms. */
const MOST_HELD = 4 * 2 ** 20
const WRITTEN_EACH = 10_000

/** Most bytes read of an object. A single page may exceed a write. */
const MOST_READ = 256 * 2 ** 20

const READ_AT_ONCE = 4
const BOUNDS = { timeout: WRITE_TIMEOUT }
const HEADERS = { 'content-type': 'application/gzip', 'cache-control': 'no-store' }

interface Line {
  readonly record: SnapshotRecord
  /** base64 */
  readonly body: string
}

/**
 * @param place The target: a shard has its own folder. @param onLost Receives the reason why pages
 * were not stored.
 */
export const bucketJournal =
  (place: BucketPlace, onLost: (why: string) => void) =>
  async (work: string, generation: Generation | undefined): Promise<Journal> => {
    let local = await openJournal(work, generation)
    if (generation === undefined) return local
    const bucket = patientBucket(openBucket(place))
    const folder = `${DONE}${contentHash(JSON.stringify(generation)).slice(0, 16)}/`
    try {
      // A run that stopped on this machine has everything on disk.
      if (isEmpty(local)) {
        await restoreRecords(bucket, folder, work, local)
        await local.close()
        local = await openJournal(work, generation)
      }
      return keeping(bucket, folder, local, onLost)
    } catch (error) {
      await local.close()
      return asFault(error)
    }
  }

export async function forgetDone(bucket: Bucket): Promise<void> {
  await inParallel(READ_AT_ONCE, bucket.list(DONE, BOUNDS), (key) => bucket.delete(key, BOUNDS))
}

function isEmpty(journal: Journal): boolean {
  for (const _ of journal.done()) return false
  return true
}

async function restoreRecords(
  bucket: Bucket,
  folder: string,
  work: string,
  local: Journal,
): Promise<void> {
  await inParallel(READ_AT_ONCE, bucket.list(folder, BOUNDS), async (key) => {
    const found = await bucket.get(key, { ...BOUNDS, most: MOST_READ })
    for (const { record, body } of found ? await readLines(found.body) : []) {
      // Rejects file names outside of the folder, and pages that do not match their hash.
      if (record.file !== snapshotFile(record.page, record.state)) continue
      const page = Buffer.from(body, 'base64')
      if (record.bytes > 0) {
        if (contentHash(page) !== record.hash) continue
        const path = join(leftIn(work), PAGES, record.file)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, page)
      }
      await local.add(record, page)
    }
  })
}

async function readLines(body: Buffer): Promise<Line[]> {
  try {
    const text = await promisify(gunzip)(body, { maxOutputLength: MOST_READ })
    return String(text)
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ record, body }) => typeof record.file === 'string' && typeof body === 'string')
  } catch {
    // A damaged object: its pages are made again.
    return []
  }
}

function keeping(
  bucket: Bucket,
  folder: string,
  local: Journal,
  onLost: (why: string) => void,
): Journal {
  let held: string[] = []
  let bytes = 0
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    if (held.length === 0) return
    const lines = held
    held = []
    bytes = 0
    try {
      const body = await promisify(gzip)(lines.join(''))
      await bucket.put(folder + randomUUID(), body, HEADERS, BOUNDS)
    } catch (error) {
      onLost((error as Error).message)
    }
  }
  // One after the other: at most two batches are in memory.
  const next = () => {
    writing = writing.then(write)
    return writing
  }
  const timer = setInterval(next, WRITTEN_EACH).unref()

  return {
    ...local,
    async add(record, body) {
      await local.add(record, body)
      const page = record.bytes > 0 ? body.toString('base64') : ''
      const line = `${JSON.stringify({ record, body: page } satisfies Line)}\n`
      held.push(line)
      bytes += line.length
      if (bytes > MOST_HELD) await next()
    },
    async close() {
      clearInterval(timer)
      await next()
      await local.close()
    },
  }
}
