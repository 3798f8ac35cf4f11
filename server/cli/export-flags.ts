// Flags of `hashbang export`, and values that its steps share.

import type { ImportedApp } from '../site/states.ts'
import type { Manifest } from '../tools/export/manifest.ts'
import type { Extra } from '../tools/export/publish.ts'
import type { ExportReport } from '../tools/export/run.ts'
import type { Shard } from '../tools/export/shard.ts'

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
  readonly to?: string
  readonly limit?: number
  readonly twins?: string
  readonly markdown?: true
  readonly paths?: string
  readonly json?: boolean
}

export type PathPages = ReadonlyMap<string, ImportedApp['routes']>
