// Flags of `hashbang export`, and values that its steps share.

import type { ImportedApp } from '../site/states.ts'
import type { Manifest } from '../tools/export/manifest.ts'
import type { Extra } from '../tools/export/publish.ts'
import type { ExportReport } from '../tools/export/run.ts'
import { readShard, type Shard } from '../tools/export/shard.ts'
import { UsageError } from './terminal.ts'

export interface Outcome {
  readonly report: object
  readonly line: string
  readonly isWhole: boolean
  readonly isInterrupted?: boolean
  /** Known states that failed. Default: none. */
  readonly failed?: ExportReport['errors']
}

export interface Extras {
  extras(manifest: Manifest): Extra[]
}

export interface ExportFlags {
  readonly config?: string
  readonly out?: string
  readonly concurrency: number
  readonly run?: string
  readonly shard?: Shard
  readonly merge?: readonly string[]
  readonly limit?: number
  readonly twins?: string
  readonly markdown?: true
  readonly paths?: string
  readonly json?: boolean
}

export type PathPages = ReadonlyMap<string, ImportedApp['routes']>

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
