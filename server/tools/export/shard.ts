// Names the shards of a split export, and assigns states to them.

import { createHash } from 'node:crypto'

/** One shard of a split export: the `index`th of `count`, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

export const shardName = ({ index, count }: Shard): string => `${index}/${count}`

export function readShard(text: string): Shard | undefined {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  return index < 1 || index > count ? undefined : { index, count }
}

export const shardFolder = ({ index, count }: Shard): string => `shard-${index}-of-${count}`

export const SHARD_FOLDER = /^shard-\d+-of-\d+$/

/** Depends on the state's file name only, so that new states move no others. */
export const isInShard = (file: string, { index, count }: Shard): boolean =>
  createHash('sha256').update(file).digest().readUInt32BE() % count === index - 1
