// Copies an export to a bucket under the same file names. The store copies shards itself, so no
// page is downloaded.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { WRITE_TIMEOUT } from './bucket-claim.ts'
import { forgetDone } from './bucket-journal.ts'
import { asFault, type BucketReport, MARK, markOf, publishToBucket } from './bucket-publication.ts'
import { ExportFault } from './fault.ts'
import { MANIFEST, PAGES, readManifest, type SnapshotRecord } from './manifest.ts'
import { type Bucket, openBucket } from './objects/bucket.ts'
import type { BucketPlace } from './objects/bucket-url.ts'
import { patientBucket } from './patient-bucket.ts'
import { readShard, shardFolder } from './shard.ts'

export interface BucketOptions {
  /** For how many ms a page is fresh. */
  readonly maxAge: number
  readonly concurrency: number
  readonly onPage?: () => void
}

export const SHARDS = '.export/shards/'

const BOUNDS = { timeout: WRITE_TIMEOUT }

/** @throws {ExportFault} When the store refuses. */
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

export const inFolder = (place: BucketPlace, folder: string): BucketPlace => ({
  ...place,
  prefix: `${place.prefix}${folder}/`,
})

/** The redirect target of an object. A copy loses it unless it is set again. */
export const leadsOn = ({
  headers: { location },
}: SnapshotRecord): Readonly<Record<string, string>> =>
  location === undefined ? {} : { 'x-amz-website-redirect-location': location }

/** Adds the headers that a CDN needs, and a redirect target. */
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
