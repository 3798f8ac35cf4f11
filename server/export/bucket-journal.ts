// What is done in a run, kept in the bucket that it is for, so that a machine with an empty disk takes it up. In: records and their
// pages. Out: those that a machine before has done, put on the disk as if they had been done here; each is checked by its hash, and nothing is
// published from here. Many are one object, compressed, of a name of its own: of two that write at once both stand.
//   .export/done/RUN/…        records and pages, as gzipped JSON lines
// An object that cannot be written costs its pages only: they are made again.

import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type Bucket, openBucket } from '../objects/bucket.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import { contentHash } from '../runtime/content-hash.ts'
import { WRITE_TIMEOUT } from './bucket-lease.ts'
import { asFault } from './bucket-publication.ts'
import { inParallel } from './in-parallel.ts'
import { type Generation, type Journal, openJournal } from './journal.ts'
import { PAGES, type SnapshotRecord } from './manifest.ts'
import { snapshotFile } from './names.ts'
import { patientBucket } from './patient-bucket.ts'
import { leftIn } from './publication.ts'

const DONE = '.export/done/'

/** What is written at once: bytes of pages, or what has come in so many ms. */
const MOST_HELD = 4 * 2 ** 20
const WRITTEN_EACH = 10_000

/** So much is read of an object; a single page may be larger than what is written at once. */
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
 * Gives what opens the journal of a run.
 *
 * @param place Where the export goes: of a shard its own folder.
 * @param onLost Told why pages could not be written; they would be made again.
 */
export const bucketJournal =
  (place: BucketPlace, onLost: (why: string) => void) =>
  async (work: string, generation: Generation | undefined): Promise<Journal> => {
    let local = await openJournal(work, generation)
    if (generation === undefined) return local
    const bucket = patientBucket(openBucket(place))
    const folder = `${DONE}${contentHash(JSON.stringify(generation)).slice(0, 16)}/`
    try {
      // Of a run that was stopped here, all is here.
      if (isEmpty(local)) {
        await bring(bucket, folder, work, local)
        await local.close()
        local = await openJournal(work, generation)
      }
      return keeping(bucket, folder, local, onLost)
    } catch (error) {
      await local.close()
      return asFault(error)
    }
  }

/** Takes away what runs have left there, once one is published. */
export async function forgetDone(bucket: Bucket): Promise<void> {
  await inParallel(READ_AT_ONCE, bucket.list(DONE, BOUNDS), (key) => bucket.delete(key, BOUNDS))
}

function isEmpty(journal: Journal): boolean {
  for (const _ of journal.done()) return false
  return true
}

/** Puts on the disk what was done elsewhere. */
async function bring(bucket: Bucket, folder: string, work: string, local: Journal): Promise<void> {
  await inParallel(READ_AT_ONCE, bucket.list(folder, BOUNDS), async (key) => {
    const found = await bucket.get(key, { ...BOUNDS, most: MOST_READ })
    for (const { record, body } of found ? await readLines(found.body) : []) {
      // Its name leads nowhere else, and its page is what was made.
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
    // Half an object, or another's: its pages are made again.
    return []
  }
}

/** The journal of the disk, and what is done in the bucket as well. */
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
  // One after the other: no more is held than two of them.
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
