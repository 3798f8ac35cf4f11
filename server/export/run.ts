// Exports the snapshots of a site to files: every state of its tables, answered by the server's own handler.
// In: states, a handler, a folder. Out: a folder that holds exactly these states, and what happened.
// The same site gives the same bytes, however often it is run, killed, or split into shards. A run that is
// not finished publishes nothing. What did not change keeps its file; a state that fails keeps its last good
// snapshot, and the manifest says which run that is of. States and records are sorted on the disk and read in step with what is
// published: memory does not grow with them.

import { join } from 'node:path'
import type { Handler } from '../http/types.ts'
import type { SiteState } from '../site/states.ts'
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

/** What to export, and where to. */
export interface ExportOptions {
  readonly origin: string
  /** What the snapshots are made of. */
  readonly build: string
  /**
   * The name of the run, for data that does not change while it is used: a run that was stopped is taken
   * up by the next of the same name, and shards of one name belong together. Default: a hash of what was
   * made; then nothing is taken up.
   */
  readonly run?: string | undefined
  readonly states: AsyncIterable<SiteState>
  /** Ends the run where it is: it rejects, and nothing is published. */
  readonly signal?: AbortSignal | undefined
  /** True when `states` leaves some out: what it leaves out stays. Read when they are listed. */
  readonly partial?: boolean
  readonly handler: Handler
  readonly folder: string
  /** How many snapshots may be under way. */
  readonly concurrency: number
  /** Exports a part only, into a folder of its own in `folder`. Needs `run`. */
  readonly shard?: Shard | undefined
  /** Files that are made of the manifest and published with it. */
  readonly extras?: (manifest: Manifest) => Iterable<Extra>
  /** Told each state that is done. */
  readonly onState?: () => void
  /** Opens what is done of the run, in the folder of its work. Default: on the disk alone. */
  readonly openJournal?: typeof openJournal | undefined
  /** Where it writes to. Default: the folder itself. */
  readonly open?: (folder: string) => Promise<Publication>
}

/** A state that could not be exported. */
export interface ExportError {
  readonly page: string
  readonly state: string
  readonly reason: string
}

/** What an export did. */
export interface ExportReport {
  readonly states: number
  readonly written: number
  readonly unchanged: number
  /** Taken over from a run of the same name that was stopped. */
  readonly resumed: number
  readonly removed: number
  /** True when states were left out, so that nothing was removed. */
  readonly partial: boolean
  readonly errors: readonly ExportError[]
}

/**
 * Exports.
 *
 * @throws {ExportFault} When a file cannot be written; what was published is then as it was.
 */
export async function exportSite(options: ExportOptions): Promise<ExportReport> {
  const { shard, run, build, origin } = options
  if (shard && run === undefined) throw new RangeError('A shard needs the name of its run')
  const folder = shard ? join(options.folder, shardFolder(shard)) : options.folder
  const publication = await (options.open ?? openPublication)(folder)
  let isDone = false
  try {
    const generation = run === undefined ? undefined : { run, build, origin }
    const open = options.openJournal ?? openJournal
    const journal = await open(publication.work, generation)
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

/** What became of a state; null where it failed after it had been made. */
type Kept = {
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
  const made = sort<Kept>('made')
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
    const known: SortedCursor<Named> = cursorOf(done.sorted(), ([file]) => file)
    for (const [file, state] of states.sorted()) {
      signal?.throwIfAborted()
      count += 1
      const isOurs = (before?.at(file)?.bytes ?? 0) > 0
      yield { file, state, known: known.at(file)?.[1], isOurs }
    }
  }
  await inParallel(options.concurrency, inStep(), work)
  // A list that was cut short must not stand for the whole: what it leaves out would go.
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

type Named = readonly [file: string, record: SnapshotRecord]

interface Work {
  readonly file: string
  readonly state: Exported
  /** What a run that was stopped has made of it. */
  readonly known: SnapshotRecord | undefined
  /** Whether there is a page of it that an export has written. */
  readonly isOurs: boolean
}

/** The states of this export, each once. */
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

function* recordsOf(made: ExternalSort<Kept>): Generator<readonly [string, SnapshotRecord]> {
  for (const [file, one] of made.sorted()) if (one !== null) yield [file, one.record]
}
