// An export in a bucket. In: the folder of an export, or the shards that are in the bucket already. Out: the same in the bucket, as
// files of the same names. Shards are put together without a page being read: the store copies them.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Bucket, openBucket } from '../objects/bucket.ts'
import type { BucketPlace } from '../objects/bucket-url.ts'
import { forgetDone } from './bucket-journal.ts'
import { WRITE_TIMEOUT } from './bucket-lease.ts'
import { asFault, type BucketReport, MARK, markOf, publishToBucket } from './bucket-publication.ts'
import { ExportFault } from './fault.ts'
import { MANIFEST, PAGES, readManifest, type SnapshotRecord } from './manifest.ts'
import { patientBucket } from './patient-bucket.ts'
import { readShard, shardFolder } from './shard.ts'

/** How an export is brought to a bucket. */
export interface BucketOptions {
  /** For how many ms a page is fresh. */
  readonly maxAge: number
  /** How many pages may be under way. */
  readonly concurrency: number
  /** Told each page that is looked at. */
  readonly onPage?: () => void
}

/** Which shards of which run are in a bucket. */
export const SHARDS = '.export/shards/'

const BOUNDS = { timeout: WRITE_TIMEOUT }

/** Brings the export of a folder to a bucket. @throws {ExportFault} When that cannot be. */
export async function pushExport(
  from: string,
  place: BucketPlace,
  { maxAge, concurrency, onPage }: BucketOptions,
): Promise<BucketReport> {
  const bucket = patientBucket(openBucket(place))
  const manifest = await readManifest(from)
  if (manifest === undefined) throw new ExportFault(`There is no ${MANIFEST} in ${from}`)
  try {
    const { header } = manifest
    const shard = readShard(header.shard ?? '')
    const below = shard ? patientBucket(openBucket(inFolder(place, shardFolder(shard)))) : bucket
    const cacheControl = `public, max-age=${Math.floor(maxAge / 1000)}`
    const report = await publishToBucket(below, {
      cacheControl: () => cacheControl,
      facts: header,
      records: () => manifest.records(),
      write: (record, key) =>
        putPage(below, key, record, join(from, PAGES, record.file), cacheControl),
      ...{ folder: '', concurrency, onPage },
    })
    if (shard)
      await bucket
        .put(`${SHARDS}${shardFolder(shard)}`, Buffer.from(header.run), TEXT, BOUNDS)
        .catch(asFault)
    await forgetDone(below).catch(asFault)
    return report
  } finally {
    manifest.close()
  }
}

const TEXT = { 'content-type': 'text/plain', 'cache-control': 'no-store' }

/** A folder of a bucket as a bucket of its own. */
export const inFolder = (place: BucketPlace, folder: string): BucketPlace => ({
  ...place,
  prefix: `${place.prefix}${folder}/`,
})

/** Where an object leads that stands for another. A copy of it does not, unless that is said again. */
export const leadsOn = ({
  headers: { location },
}: SnapshotRecord): Readonly<Record<string, string>> =>
  location === undefined ? {} : { 'x-amz-website-redirect-location': location }

/** Writes a page with what a CDN has to know of it. One that stands for another says where that is. */
async function putPage(
  bucket: Bucket,
  key: string,
  record: SnapshotRecord,
  path: string,
  cacheControl: string,
): Promise<void> {
  const { status, headers } = record
  await bucket.put(
    key,
    status < 300 ? await readFile(path) : Buffer.alloc(0),
    {
      'content-type': headers['content-type'] ?? 'text/html; charset=utf-8',
      'cache-control': cacheControl,
      [MARK]: markOf(record),
      ...leadsOn(record),
    },
    BOUNDS,
  )
}
