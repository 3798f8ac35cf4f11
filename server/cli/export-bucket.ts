// The bucket part of `hashbang export`: uploads an export, or merges its shards in the bucket.

import { isBucketUrl } from '../site/is-bucket-url.ts'
import type { BucketReport } from '../tools/export/bucket-publication.ts'
import type { MergeReport } from '../tools/export/merge.ts'
import { type BucketPlace, readBucketUrl } from '../tools/export/objects/bucket-url.ts'
import type { ExportOptions } from '../tools/export/run.ts'
import { readShard, type Shard, shardFolder } from '../tools/export/shard.ts'
import { styled, yellow } from './styled.ts'
import { type Terminal, UsageError } from './terminal.ts'

/** Default freshness of pages in a bucket, in ms. */
const MAX_AGE = 60_000

/** @throws {UsageError} When the URL is invalid. */
export function placeOf(url: string): BucketPlace {
  const place = readBucketUrl(url, process.env)
  if (typeof place === 'string') throw new UsageError(place)
  return place
}

export function bucketOf(merge: readonly string[]): BucketPlace | undefined {
  const [first = '', ...more] = merge
  if (![first, ...more].some((one) => isBucketUrl(one))) return undefined
  if (more.length > 0)
    throw new UsageError(
      '--merge cannot mix a bucket with other places: pass only folders, or the one bucket that holds all shards',
    )
  return placeOf(first)
}

interface PushFlags {
  readonly maxAge: number | undefined
  readonly concurrency: number
}

export async function pushTo(
  place: BucketPlace,
  folder: string,
  { maxAge = MAX_AGE, concurrency }: PushFlags,
  terminal: Terminal,
): Promise<BucketReport> {
  const { pushExport } = await withClient(() => import('../tools/export/bucket-export.ts'))
  const progress = terminal.progress('In the bucket', 0)
  try {
    const onPage = () => progress.step()
    return await pushExport(folder, place, { maxAge, concurrency, onPage })
  } finally {
    progress.stop()
  }
}

/** Also keeps the journal in the target bucket, so that another machine can resume. */
export async function journalIn(
  place: BucketPlace,
  shard: Shard | undefined,
  terminal: Terminal,
): Promise<ExportOptions['openJournal']> {
  const { bucketJournal } = await withClient(() => import('../tools/export/bucket-journal.ts'))
  const { inFolder } = await withClient(() => import('../tools/export/bucket-export.ts'))
  const own = shard ? inFolder(place, shardFolder(shard)) : place
  return bucketJournal(own, (why) =>
    terminal.note(
      styled`${yellow('!')} The progress could not be stored in the bucket (${why}): another machine would export these states again`,
    ),
  )
}

export async function mergeThere(
  place: BucketPlace,
  options: { readonly run: string | undefined; readonly concurrency: number },
): Promise<MergeReport> {
  const { mergeInBucket } = await withClient(() => import('../tools/export/bucket-merge.ts'))
  return mergeInBucket(place, options)
}

const withClient = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new UsageError(
      'An export to a bucket needs the package aws4fetch: run npm install aws4fetch',
    )
  }
}

/**
 * The shard of a Kubernetes Indexed Job's Pod. @throws {UsageError} When only one variable is set.
 */
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
