// What of `hashbang export` has to do with a bucket: an export is brought there, or its shards are put together there.
// In: URLs of buckets, flags. Out: what was done.

import type { BucketReport } from '../export/bucket-publication.ts'
import { type Manifest, readManifest } from '../export/manifest.ts'
import type { MergeReport } from '../export/merge.ts'
import type { ExportOptions } from '../export/run.ts'
import { readShard, type Shard, shardFolder } from '../export/shard.ts'
import { type BucketPlace, isBucketUrl, readBucketUrl } from '../objects/bucket-url.ts'
import { styled, yellow } from './styled.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** For how many ms pages in a bucket are fresh, where the configuration does not say. */
const MAX_AGE = 60_000

/** Reads where a bucket is. @throws {UsageError} When that cannot be used. */
export function placeOf(url: string): BucketPlace {
  const place = readBucketUrl(url, process.env)
  if (typeof place === 'string') throw new UsageError(place)
  return place
}

/** The bucket whose shards are to be put together; undefined where folders are given. */
export function bucketOf(merge: readonly string[]): BucketPlace | undefined {
  const [first = '', ...more] = merge
  if (![first, ...more].some((one) => isBucketUrl(one))) return undefined
  if (more.length > 0)
    throw new UsageError('--merge takes folders, or one bucket that all shards were exported to')
  return placeOf(first)
}

/** The manifest of the export in a folder or a bucket; undefined where there is none. */
export async function manifestAt(snapshots: string): Promise<Manifest | undefined> {
  if (!isBucketUrl(snapshots)) return readManifest(snapshots)
  const { exportedBucket } = await withClient(() => import('../cache/exported-bucket.ts'))
  const attempt = <T>(command: () => Promise<T>) => command()
  const found = await exportedBucket(placeOf(snapshots), { attempt }).open()
  return found === 'unchanged' ? undefined : found?.manifest
}

interface PushFlags {
  readonly maxAge: number | undefined
  readonly concurrency: number
}

/** Brings the export in a folder to a bucket. */
export async function pushTo(
  place: BucketPlace,
  folder: string,
  { maxAge = MAX_AGE, concurrency }: PushFlags,
  terminal: Terminal,
): Promise<BucketReport> {
  const { pushExport } = await withClient(() => import('../export/bucket-export.ts'))
  const progress = terminal.progress('In the bucket', 0)
  try {
    const onPage = () => progress.step()
    return await pushExport(folder, place, { maxAge, concurrency, onPage })
  } finally {
    progress.stop()
  }
}

/** Opens what is done of a run in the bucket that it is for, too, so that another machine may take it up. */
export async function journalIn(
  place: BucketPlace,
  shard: Shard | undefined,
  terminal: Terminal,
): Promise<ExportOptions['openJournal']> {
  const { bucketJournal } = await withClient(() => import('../export/bucket-journal.ts'))
  const { inFolder } = await withClient(() => import('../export/bucket-export.ts'))
  const own = shard ? inFolder(place, shardFolder(shard)) : place
  return bucketJournal(own, (why) =>
    terminal.note(
      styled`${yellow('!')} What is done could not be kept in the bucket (${why}): another machine would make it again`,
    ),
  )
}

/** Puts the shards in a bucket together. */
export async function mergeThere(
  place: BucketPlace,
  options: { readonly run: string | undefined; readonly concurrency: number },
): Promise<MergeReport> {
  const { mergeInBucket } = await withClient(() => import('../export/bucket-merge.ts'))
  return mergeInBucket(place, options)
}

const withClient = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError('A bucket needs aws4fetch: npm install it')
  }
}

/** The shard of a Pod of a Kubernetes Indexed Job, which counts from 0. @throws {UsageError} When it says half of it. */
export function shardOfJob(env: Readonly<Record<string, string | undefined>>): Shard | undefined {
  const { JOB_COMPLETION_INDEX: index, JOB_COMPLETION_COUNT: count } = env
  if (!index && !count) return undefined
  const shard = readShard(`${index === undefined ? '' : Number(index) + 1}/${count ?? ''}`)
  if (shard === undefined)
    throw new UsageError(
      `JOB_COMPLETION_INDEX is "${index ?? ''}" and JOB_COMPLETION_COUNT is "${count ?? ''}": both must be numbers, the index less than the count; set the count in the env of the Job`,
    )
  return shard
}
