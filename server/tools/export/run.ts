// Exports a snapshot of every state. The same site gives the same bytes, even after restarts or in
// shards. An unfinished run publishes nothing. A failed state keeps its last good snapshot. Memory
// does not grow with the states.

import { join } from 'node:path'
import type { Handler } from '../../http/types.ts'
import type { SiteState } from '../../site/states.ts'
import { createExternalSort, type ExternalSort } from './external-sort.ts'
import { onDisk } from './fault.ts'
import { inParallel } from './in-parallel.ts'
import { type Journal, openJournal } from './journal.ts'
import { type Exported, makeState } from './make-state.ts'
import { type Manifest, readManifest, type SnapshotRecord } from './manifest.ts'
import { snapshotFile } from './names.ts'
import { openPublication, type Publication } from './publication.ts'
import { type Extra, publish } from './publish.ts'
import { isInShard, type Shard, shardFolder, shardName } from './shard.ts'
import { cursorOf, type SortedCursor } from './sorted-cursor.ts'
import { withKept } from './with-kept.ts'

export interface ExportOptions {
  readonly origin: string
  readonly build: string
  /**
   * Names a run whose data does not change. The next run with this name resumes it; shards share
   * it. Default: a hash of the result, and no resume.
   */
  readonly run?: string | undefined
  readonly states: AsyncIterable<SiteState>
  /** Stops the run: it rejects and publishes nothing. */
  readonly signal?: AbortSignal | undefined
  /** True when `states` omits some, whose pages must stay. Read after the states are listed. */
  readonly partial?: boolean
  readonly handler: Handler
  readonly folder: string
  /** How many snapshots may be under way. */
  readonly concurrency: number
  /** Exports only this shard, into its own subfolder of `folder`. Needs `run`. */
  readonly shard?: Shard | undefined
  /** Files made from the manifest and published with it. */
  readonly extras?: (manifest: Manifest) => Iterable<Extra>
  readonly onState?: () => void
  /** Opens the target. Default: the folder itself. */
  readonly open?: (folder: string) => Promise<Publication>
}

export interface ExportError {
  readonly page: string
  readonly state: string
  readonly reason: string
}

export interface ExportReport {
  readonly states: number
  readonly written: number
  readonly unchanged: number
  /** Reused from a stopped run of the same name. */
  readonly resumed: number
  readonly removed: number
  /** True when states were omitted, so that no page was removed. */
  readonly partial: boolean
  readonly errors: readonly ExportError[]
}

/** @throws {ExportFault} When a file cannot be written. The published files are then unchanged. */
export async function exportSite(options: ExportOptions): Promise<ExportReport> {
  const { shard, run, build, origin } = options
  if (shard && run === undefined) throw new RangeError('A shard needs the name of its run')
  const folder = shard ? join(options.folder, shardFolder(shard)) : options.folder
  const publication = await (options.open ?? openPublication)(folder)
  let isDone = false
  try {
    const generation = run === undefined ? undefined : { run, build, origin }
    const journal = await openJournal(publication.work, generation)
    try {
      const previous = await readManifest(folder)
      try {
        const report = await runExport(options, { publication, journal, previous })
        isDone = true
        return report
      } finally {
        previous?.close()
      }
    } finally {
      await journal.close()
    }
  } finally {
    await publication.close(!isDone && run !== undefined)
  }
}

interface Under {
  readonly publication: Publication
  readonly journal: Journal
  readonly previous: Manifest | undefined
}

/** The result of a state; null when it failed after it had been made. */
type ExportedFile = {
  readonly record: SnapshotRecord
  readonly how: 'written' | 'unchanged' | 'resumed'
} | null

async function runExport(options: ExportOptions, under: Under): Promise<ExportReport> {
  const { shard, signal } = options
  const { publication, journal, previous } = under
  const sort = <T>(name: string) => createExternalSort<T>(join(publication.scratch, name))
  const states = await sortStates(options, sort('states'))
  signal?.throwIfAborted()
  const { partial = false } = options
  const done = sort<SnapshotRecord>('done')
  for (const record of journal.done()) done.add(record.file, record)
  const made = sort<ExportedFile>('made')
  const errors = new Map<string, ExportError>()

  const work = async ({ file, state, known, isOurs }: Work) => {
    const one = await makeState(options, publication, { ...state, file }, known, isOurs)
    if ('reason' in one) {
      errors.set(file, { page: state.page, state: state.state, reason: one.reason })
      made.add(file, null)
    } else {
      const { how, record } = one
      if (one.how !== 'resumed') await journal.add(record, one.body)
      await onDisk(publication.scratch, () => made.add(file, { how, record }))
    }
    options.onState?.()
  }

  let count = 0
  function* inStep(): Generator<Work> {
    const before = previous && cursorOf(previous.records(), ({ file }) => file)
    const known: SortedCursor<NamedRecord> = cursorOf(done.sorted(), ([file]) => file)
    for (const [file, state] of states.sorted()) {
      signal?.throwIfAborted()
      count += 1
      const isOurs = (before?.at(file)?.bytes ?? 0) > 0
      yield { file, state, known: known.at(file)?.[1], isOurs }
    }
  }
  await inParallel(options.concurrency, inStep(), work)
  // The missing states of an interrupted list would be removed.
  signal?.throwIfAborted()

  const counts = { written: 0, unchanged: 0, resumed: 0 }
  for (const [, one] of made.sorted()) if (one) counts[one.how] += 1
  const facts = {
    origin: options.origin,
    build: options.build,
    run: options.run,
    shard: shard && shardName(shard),
    partial: partial || undefined,
    failed: [...errors.keys()],
  }
  const isKept = (file: string) => partial || errors.has(file)
  const records = () => withKept(recordsOf(made), previous, isKept)
  const removed = await publish(publication, facts, { records, previous, extras: options.extras })
  return { states: count, ...counts, removed, partial, errors: [...errors.values()] }
}

type NamedRecord = readonly [file: string, record: SnapshotRecord]

interface Work {
  readonly file: string
  readonly state: Exported
  readonly known: SnapshotRecord | undefined
  readonly isOurs: boolean
}

async function sortStates(
  { states, shard }: ExportOptions,
  sort: ExternalSort<Exported>,
): Promise<ExternalSort<Exported>> {
  for await (const { page, state, lastModified } of states) {
    const file = snapshotFile(page, state)
    if (shard && !isInShard(file, shard)) continue
    sort.add(file, { page, state, lastModified: lastModified?.toISOString() })
  }
  return sort
}

function* recordsOf(
  made: ExternalSort<ExportedFile>,
): Generator<readonly [string, SnapshotRecord]> {
  for (const [file, one] of made.sorted()) if (one !== null) yield [file, one.record]
}
