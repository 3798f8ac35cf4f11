// Parts of an export that was split: which states are in which, and where a part is written to.
// In: a part, as `2/8`. Out: names and a pure choice by the name of a file.

import { createHash } from 'node:crypto'

/** One part of a split export: the `index`th of `count`, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Its name in a manifest. */
export const shardName = ({ index, count }: Shard): string => `${index}/${count}`

/** Reads such a name. */
export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  return index < 1 || index > count ? undefined : { index, count }
}

/** Its folder in the folder of the export. */
export const shardFolder = ({ index, count }: Shard): string => `shard-${index}-of-${count}`

/** Names of such folders. */
export const SHARD_FOLDER = /^shard-\d+-of-\d+$/

/** Whether a state belongs to a shard: by its name, so that new states move no others. */
export const isInShard = (file: string, { index, count }: Shard): boolean =>
  createHash('sha256').update(file).digest().readUInt32BE() % count === index - 1
