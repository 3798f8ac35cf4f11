// Holds this process's copy of the append-only purge log of a shared tier. Does no I/O.

import type { CacheKey } from './cache-key.ts'
import { isPurged, type Purge } from './purge.ts'

export interface LogEntry {
  /** `ms-number`: the store's time, and a counter within that ms. Ids only grow. */
  readonly id: string
  /**
   * Undefined: a server found no log and started one; nothing from before the first entry is valid.
   */
  readonly which: Purge | undefined
}

export interface PurgeLog {
  readonly last: string | undefined
  /**
   * Whether the entry is known here. An unknown entry may belong to another log, whatever its id.
   */
  reaches(id: string): boolean
  /**
   * Takes all entries, or the entries from `last` on, with `last`. Forgets the old entries if the
   * log was replaced by another.
   * @returns The new entries.
   */
  take(entries: readonly LogEntry[]): readonly LogEntry[]
  /**
   * Whether no purge since that entry covers the page. False if the log does not go back so far.
   */
  holds(address: CacheKey, since: string, tags: readonly string[] | undefined): boolean
}

/** Entries kept in a log; pages from before the first entry are invalid. */
export const LOG_LENGTH = 10_000

/** When an entry was written, in Unix ms. */
export const timeOf = ({ id }: Pick<LogEntry, 'id'>): number => Number(id.split('-', 1)[0])

export function createPurgeLog(): PurgeLog {
  let known: readonly LogEntry[] = []
  const isKnown = (id: string) => known.findLastIndex((entry) => entry.id === id) >= 0

  return {
    get last() {
      return known.at(-1)?.id
    },
    reaches: (id) => isKnown(id),
    take(entries) {
      const last = known.at(-1)?.id
      const end = entries.at(-1)?.id
      // An older reply arrived late: nothing is new.
      if (end === undefined || isKnown(end)) return []
      if (last !== undefined && !isAfter(end, last)) {
        // It is unclear which log is current; the next read shows it.
        known = []
        return [missedAt(end)]
      }
      const fresh = last === undefined ? entries : entries.filter(({ id }) => isAfter(id, last))
      // Without our last entry, the log was replaced or trimmed.
      const goesOn = last !== undefined && entries.some(({ id }) => id === last)
      known = (goesOn ? [...known, ...fresh] : [...entries]).slice(-LOG_LENGTH)
      const [first] = entries
      // The trimmed entries may have purged anything.
      const missed = last !== undefined && !goesOn && first?.which !== undefined
      return missed ? [missedAt(end), ...fresh] : fresh
    },
    holds(address, since, tags) {
      for (let at = known.length - 1; at >= 0; at--) {
        const { id, which } = known[at] as LogEntry
        // An id between two known entries belongs to another log.
        if (!isAfter(id, since)) return id === since
        if (which && isPurged(which, address, tags)) return false
      }
      return false
    },
  }
}

/** Stands for entries that this server never read. */
const missedAt = (id: string): LogEntry => ({ id: `${timeOf({ id })}-missed`, which: {} })

export function isAfter(one: string, other: string): boolean {
  const [ms = 0, count = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherCount = 0] = other.split('-').map(Number)
  return ms === otherMs ? count > otherCount : ms > otherMs
}

/** Parses an entry: `''` is no purge, an unreadable entry purges everything. */
export function readPurge(said: string | undefined): Purge | undefined {
  if (said === '') return undefined
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  try {
    const { page, state, prefix, tag }: Record<string, unknown> = JSON.parse(said ?? '{}') ?? {}
    return { page: text(page), state: text(state), prefix: text(prefix), tag: text(tag) }
  } catch {
    return {}
  }
}
