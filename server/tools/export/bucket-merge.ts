// Merges shards inside a bucket. Reads only the manifests: the store copies the pages.

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CLAIM, WRITE_TIMEOUT } from './bucket-claim.ts'
import { leadsOn, SHARDS } from './bucket-export.ts'
import { asFault, publishToBucket, servedAs } from './bucket-publication.ts'
import { MANIFEST, PAGES, readManifest } from './manifest.ts'
import type { MergeReport } from './merge.ts'
import { type Bucket, openBucket } from './objects/bucket.ts'
import type { BucketPlace } from './objects/bucket-url.ts'
import { patientBucket } from './patient-bucket.ts'
import { isInShard, readShard, SHARD_FOLDER, shardFolder } from './shard.ts'
import { chooseRun, type Part, recordsOf } from './shard-parts.ts'
import { withKept } from './with-kept.ts'

export interface BucketMergeOptions {
  /** Merges only this run. Default: all shards must be of one run. */
  readonly run?: string | undefined
  readonly concurrency: number
  readonly onPage?: () => void
}

const BOUNDS = { timeout: WRITE_TIMEOUT }
const MANIFEST_TIMEOUT = 600_000

/**
 * @throws {RangeError} When the shards are not one run. @throws {ExportFault} When the bucket
 * cannot be written.
 */
export async function mergeInBucket(
  place: BucketPlace,
  { run, concurrency, onPage }: BucketMergeOptions,
): Promise<MergeReport> {
  const bucket = patientBucket(openBucket(place))
  const scratch = await mkdtemp(join(tmpdir(), 'hashbang-merge-'))
  const parts: Part[] = []
  const etags = new Map<string, string>()
  try {
    for await (const key of bucket.list(SHARDS, BOUNDS)) {
      const name = key.slice(SHARDS.length)
      if (!SHARD_FOLDER.test(name)) continue
      const folder = join(scratch, name)
      await mkdir(folder)
      const bounds = { timeout: MANIFEST_TIMEOUT }
      const etag = await bucket.download(`${name}/${MANIFEST}`, join(folder, MANIFEST), bounds)
      if (etag !== undefined) etags.set(name, etag)
      const manifest = await readManifest(folder)
      const shard = readShard(manifest?.header.shard ?? '')
      if (manifest && shard) parts.push({ folder: name, shard, manifest })
      else manifest?.close()
    }
    const chosen = chooseRun(parts, [`s3://${place.bucket}/${place.prefix}`], run)
    const [{ shard, manifest: first }] = chosen as [Part]
    const check = () => checkWhole(bucket, chosen, etags)
    await check()
    const failed = chosen.flatMap(({ manifest }) => manifest.header.failed ?? [])
    const isFailed = new Set(failed)
    const served = new Map<number, string | undefined>()
    for (const { folder, shard } of chosen)
      served.set(shard.index, await servedAs(bucket, `${folder}/${MANIFEST}`))
    const shardOf = (file: string) =>
      chosen.find((part) => isInShard(file, part.shard))?.shard.index ?? 1
    const { origin, build, run: name } = first.header
    const report = await publishToBucket(bucket, {
      facts: { origin, build, run: name, failed },
      records: (previous) => withKept(recordsOf(chosen), previous, (file) => isFailed.has(file)),
      cacheControl: ({ file }) => (isFailed.has(file) ? undefined : served.get(shardOf(file))),
      async write(record, key) {
        const { file } = record
        const from = shardFolder({ index: shardOf(file), count: shard.count })
        await bucket.copy(`${from}/${PAGES}/${file}`, key, leadsOn(record), BOUNDS)
      },
      check,
      ...{ folder: '', concurrency, onPage },
    })
    return { states: report.states, removed: report.removed, failed: failed.length }
  } catch (error) {
    return asFault(error)
  } finally {
    for (const { manifest } of parts) manifest.close()
    await rm(scratch, { recursive: true, force: true })
  }
}

/**
 * @throws {RangeError} When a shard's pages may differ from its manifest. Nothing reads the pages
 * here.
 */
async function checkWhole(
  bucket: Bucket,
  parts: readonly Part[],
  etags: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { folder, shard, manifest } of parts) {
    const claim = await bucket.head(`${folder}/${CLAIM}`, BOUNDS)
    const now = await bucket.head(`${folder}/${MANIFEST}`, BOUNDS)
    if (claim === undefined && now?.get('etag') === etags.get(folder)) continue
    throw new RangeError(
      `Cannot merge: shard ${shard.index} of ${shard.count} is being written, or its export was stopped: export it again with --run ${manifest.header.run}`,
    )
  }
}
