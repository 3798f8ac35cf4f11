// The log of purges as one object of a bucket, for stores that have no logs: who writes it reads it first and writes it under the
// condition that it is still what was read, so that of two who write at once both entries stand. In: entries. Out: the log.
//
// JSON lines, oldest first: {"id":"1700000000000-0","purge":{"state":"/word/ajax"}}   "purge":null begins a log

import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Bucket, BucketError } from '../objects/bucket.ts'
import type { Purge } from './purge.ts'
import { type LogEntry, readPurge } from './purge-log.ts'

/** See the head of this file. Rejects when the store does not answer. */
export interface BucketLog {
  /** The log as it is now; `[]` where there is none that can be read. */
  read(): Promise<readonly LogEntry[]>
  /** What was read last; undefined before that. */
  readonly known: readonly LogEntry[] | undefined
  /** Writes an entry at its end. @returns Its id. */
  append(which: Purge | undefined): Promise<string>
}

/** How many entries a log has: it is written anew with each. */
const MOST_ENTRIES = 1000
const MOST_BYTES = 4 * 2 ** 20

/** So often an entry is tried that others came before. */
const TRIES = 20

const PLAIN = { 'content-type': 'application/jsonl', 'cache-control': 'no-store' }

interface Reading {
  readonly etag: string | undefined
  readonly entries: readonly LogEntry[]
  /** What time it is, by the store's clock. */
  readonly date: number
}

/** How long a request may take, in ms: one that somebody's page waits for, and one of those that write an entry. */
export interface LogTimeouts {
  readonly reading: number
  readonly writing: number
}

/** Opens the log at a key. */
export function openBucketLog(bucket: Bucket, key: string, timeouts: LogTimeouts): BucketLog {
  const timeout = timeouts.writing
  let last: Reading | undefined
  let isConditional = false

  async function reading(timeout: number): Promise<Reading> {
    const before = last
    const found = await bucket.getChanged(key, before?.etag, { timeout, most: MOST_BYTES })
    if (found === 'unchanged') return before as Reading
    const now =
      found === 'missing'
        ? { etag: undefined, entries: [], date: 0 }
        : { etag: found.etag, entries: readLines(String(found.body)), date: found.date }
    // Of two readings that are on their way at once the newer stays.
    if (last === before || found === 'missing') last = now
    return now
  }

  /** A store that ignores conditions would lose purges of two who write at once. */
  async function checkConditions(): Promise<void> {
    if (isConditional) return
    const probe = () =>
      bucket.put(`${key}.probe`, Buffer.from('\n'), PLAIN, { timeout, ifNew: true })
    if ((await probe()) !== undefined && (await probe()) !== undefined)
      throw new BucketError('the store ignores If-None-Match, so that it loses purges')
    isConditional = true
  }

  return {
    get known() {
      return last?.entries
    },
    async read() {
      return (await reading(timeouts.reading)).entries
    },
    async append(which) {
      await checkConditions()
      for (let tried = 0; tried < TRIES; tried++) {
        const { etag, entries } = await reading(timeout)
        const date = await clock()
        const begin = { id: firstId(date), which: undefined }
        const before = entries.length > 0 ? entries : which ? [begin] : []
        const entry = before.length > 0 ? { id: after(before, date), which } : begin
        const body = writeLines([...before, entry].slice(-MOST_ENTRIES))
        const condition = etag === undefined ? { ifNew: true as const } : { ifMatch: etag }
        const written = await bucket.put(key, body, PLAIN, { timeout, ...condition })
        if (written !== undefined) return entry.id
        await setTimeout(Math.random() * 20 * (tried + 1), undefined, { ref: false })
      }
      throw new BucketError('others write the log of purges without end')
    },
  }

  /** The store's: the only clock that all who write have in common. */
  async function clock(): Promise<number> {
    const found = await bucket.getChanged(`${key}.probe`, undefined, { timeout, most: 1000 })
    const date = typeof found === 'string' ? Number.NaN : found.date
    return Number.isNaN(date) ? Date.now() : date
  }
}

/**
 * The id of the first entry at a time, by a clock of whole seconds: after any entry of a log that was lost, and, should it have been
 * begun in the same moment by another clock, none of its.
 */
function firstId(date: number): string {
  const now = Math.min(Math.max(Date.now(), date), date + 1000)
  return `${now + 1000}-${randomInt(2 ** 40)}`
}

/** The id that comes next at a time. */
function after(entries: readonly LogEntry[], date: number): string {
  const [ms = 0, count = 0] = (entries.at(-1)?.id ?? '0-0').split('-').map(Number)
  return date > ms ? `${date}-0` : `${ms}-${count + 1}`
}

const writeLines = (entries: readonly LogEntry[]): Buffer =>
  Buffer.from(
    entries.map(({ id, which }) => `${JSON.stringify({ id, purge: which ?? null })}\n`).join(''),
  )

/** A log with a line that nobody can read is none: it is begun anew, and nothing from before it holds. */
function readLines(text: string): LogEntry[] {
  try {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const { id, purge } = JSON.parse(line) as { id: unknown; purge: unknown }
        if (typeof id !== 'string' || !/^\d{1,15}-\d{1,15}$/.test(id)) throw new SyntaxError(line)
        return { id, which: readPurge(purge === null ? '' : JSON.stringify(purge)) }
      })
  } catch {
    return []
  }
}
