// Splits the files of an export into shards, by a hash of their names.

import { createHash } from 'node:crypto'

/** The `index`th of `count` shards, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** The most shards: a shard has whole buckets. */
const BUCKETS = 1024

export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  return index < 1 || index > count || count > BUCKETS ? undefined : { index, count }
}

/** Equal for names that are one on a disk without case. */
export const keyOf = (file: string): string => file.normalize('NFC').toLowerCase()

export function bucketOf(file: string): number {
  // The rules of a state are in the bucket of its page.
  const [, bucket] = /^rules\/(\d{4})\//.exec(file) ?? []
  if (bucket !== undefined) return Number(bucket)
  return createHash('sha256').update(keyOf(file)).digest().readUInt16BE() % BUCKETS
}

export const isInShard = (file: string, { index, count }: Shard): boolean =>
  count === 1 || bucketOf(file) % count === index - 1
