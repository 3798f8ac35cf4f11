// Exports the snapshots of a site to files: every state of its tables, answered by the server's own handler.
// In: states, a handler, a folder. Out: a folder that holds exactly these states, and what happened.
// The same site gives the same bytes, however often it is run, killed, or split into shards. What did not
// change keeps its file; what is gone goes last; a state that fails keeps its last good snapshot.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toUglyUrl } from '../src/url.ts'
import {
  MANIFEST,
  PAGES,
  readManifest,
  type SnapshotRecord,
  writeManifest,
} from './export/manifest.ts'
import { snapshotFile } from './export/names.ts'
import { type Journal, openJournal, openStore, type Store } from './export/store.ts'
import type { Handler, HandlerResponse } from './message.ts'
import type { SiteState } from './sitemap/states.ts'

/** One part of a split export: the `index`th of `count`, from 1. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** What to export, and where to. */
export interface ExportOptions {
  readonly origin: string
  /** What the snapshots are made of: another build takes up no run that was killed. */
  readonly build: string
  readonly states: AsyncIterable<SiteState>
  readonly handler: Handler
  readonly folder: string
  /** How many snapshots may be under way. */
  readonly concurrency: number
  readonly shard?: Shard | undefined
  /** Told each state that is done, with its snapshot. */
  readonly onState?: (record: SnapshotRecord, body: Buffer) => void | Promise<void>
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
  /** Taken over from a run that was killed. */
  readonly resumed: number
  readonly removed: number
  readonly errors: readonly ExportError[]
}

/** The name of the manifest of a shard, or of the whole. */
const manifestName = (shard: Shard | undefined): string =>
  shard ? `manifest-${shard.index}-of-${shard.count}.jsonl` : MANIFEST

/** Exports. */
export async function exportSite(options: ExportOptions): Promise<ExportReport> {
  const { folder, build, origin, shard } = options
  const run = shard ? `${shard.index}-of-${shard.count}` : 'whole'
  const store = await openStore(folder, run)
  const journal = await openJournal(folder, run, build)
  const previous = await readManifest(folder, manifestName(shard)).catch(() => undefined)
  const records = new Map<string, SnapshotRecord>()
  const errors: ExportError[] = []
  const counts = { written: 0, unchanged: 0, resumed: 0 }

  const work = async (state: SiteState, file: string) => {
    const made = await makeState(options, store, journal, state, file)
    if ('reason' in made) {
      errors.push({ page: state.page, state: state.state, reason: made.reason })
      const last = previous?.find(state.page, state.state)
      if (last) records.set(file, last)
      return
    }
    counts[made.how] += 1
    records.set(file, made.record)
    await options.onState?.(made.record, made.body)
  }

  let broken: { readonly error: unknown } | undefined
  const seen = new Set<string>()
  const running = new Set<Promise<void>>()
  for await (const state of options.states) {
    const file = snapshotFile(state.page, state.state)
    if (seen.has(file) || !isInShard(file, shard)) continue
    seen.add(file)
    const task = work(state, file)
      .catch((error: unknown) => {
        broken ??= { error }
      })
      .finally(() => running.delete(task))
    running.add(task)
    if (running.size >= options.concurrency) await Promise.race(running)
    if (broken) break
  }
  await Promise.all(running)
  // Such as a disk that is full: what is done stays for the next run.
  if (broken) throw broken.error

  const held = (file: string) => (records.get(file)?.bytes ?? 0) > 0
  const mine = shard && new Set([...(previous?.records() ?? [])].map(({ file }) => file))
  const removed = await store.sweep((file) => held(file) || (mine ? !mine.has(file) : false))
  const lines = writeManifest({ origin, build }, [...records.values()])
  store.putLines(manifestName(shard), lines)
  await journal.close()
  await store.close()
  return { states: seen.size, ...counts, removed, errors }
}

type Made =
  | {
      readonly how: 'written' | 'unchanged' | 'resumed'
      readonly record: SnapshotRecord
      readonly body: Buffer
    }
  | { readonly reason: string }

async function makeState(
  { handler, folder }: ExportOptions,
  store: Store,
  journal: Journal,
  { page, state, lastModified }: SiteState,
  file: string,
): Promise<Made> {
  const known = journal.done.get(file)
  if (known) {
    const body = await readFile(join(folder, PAGES, file)).catch(() => Buffer.alloc(0))
    if (body.length === known.bytes) return { how: 'resumed', record: known, body }
  }
  const target = toUglyUrl(`${page}#!${state}`)
  if (target === null) return { reason: 'it has no ugly URL' }
  const response = await handler({ method: 'GET', target, headers: {} })
  if (response === null) return { reason: `there is no page "${page}"` }
  const { status, body } = response
  const isRedirect = status === 301 || status === 302
  if (status !== 200 && !isRedirect) return { reason: `it is answered ${status}` }
  const record: SnapshotRecord = {
    file,
    page,
    state,
    status,
    bytes: isRedirect ? 0 : body.length,
    hash: createHash('sha256').update(body).digest('base64url'),
    headers: kept(response),
    ...(lastModified === undefined ? {} : { lastModified: lastModified.toISOString() }),
  }
  const written = !isRedirect && store.put(`${PAGES}/${file}`, body)
  journal.add(record)
  return { how: written ? 'written' : 'unchanged', record, body }
}

/** Headers of a connection, of the moment, and of who serves the file are not the snapshot's own. */
const PASSING = ['content-length', 'date', 'cache-control', 'vary']

const kept = ({ headers }: HandlerResponse): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name)))

/** Whether a state belongs to a shard: by its name, so that new states move no others. */
const isInShard = (file: string, shard: Shard | undefined): boolean =>
  shard === undefined ||
  createHash('sha256').update(file).digest().readUInt32BE() % shard.count === shard.index - 1
