// The purges that processes with a shared tier have in common, as this process knows them: a copy of a
// log that only grows. In: entries of the log, in order. Out: whether what was made when the log ended at
// some entry still holds, and which entries are new. Asks nobody itself.

import { isPurged, type Purge } from './purge.ts'
import type { CacheKey } from './tier.ts'

/** One purge. */
export interface LogEntry {
  /** `ms-number`: when, by the clock of the store, and which of that ms. Each is greater than all before. */
  readonly id: string
  /** Undefined: a server found no log and began one here; nothing from before the first entry holds. */
  readonly which: Purge | undefined
}

/** See the head of this file. */
export interface PurgeLog {
  /** The last entry that is known here. */
  readonly last: string | undefined
  /** Whether an entry is known here. One that is not may be of another log, whatever its id. */
  reaches(id: string): boolean
  /**
   * Takes entries from `last` on, that one included, or all there are. Of a log that is another and not a later one nothing is
   * known any more.
   *
   * @returns Those that are new.
   */
  take(entries: readonly LogEntry[]): readonly LogEntry[]
  /** Whether no purge since then covers what has these tags at the address; not when this log does not go back so far. */
  holds(address: CacheKey, since: string, tags: readonly string[] | undefined): boolean
}

/** How many purges a log has; what was made before the first of them holds no longer. */
export const LOG_LENGTH = 10_000

/** When an entry was written, in ms of the Unix clock. */
export const timeOf = ({ id }: Pick<LogEntry, 'id'>): number => Number(id.split('-', 1)[0])

/** Creates a copy that knows nothing yet. */
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
      // An older reading that comes late tells nothing.
      if (end === undefined || isKnown(end)) return []
      if (last !== undefined && !isAfter(end, last)) {
        // Which of two logs is that of now, the next reading tells.
        known = []
        return [missedAt(end)]
      }
      const fresh = last === undefined ? entries : entries.filter(({ id }) => isAfter(id, last))
      // Without the entry that was the last here, the log is another one, or was cut meanwhile.
      const goesOn = last !== undefined && entries.some(({ id }) => id === last)
      known = (goesOn ? [...known, ...fresh] : [...entries]).slice(-LOG_LENGTH)
      const [first] = entries
      // What was cut off since may have been anything.
      const missed = last !== undefined && !goesOn && first?.which !== undefined
      return missed ? [missedAt(end), ...fresh] : fresh
    },
    holds(address, since, tags) {
      for (let at = known.length - 1; at >= 0; at--) {
        const { id, which } = known[at] as LogEntry
        // What is between two entries is of another log.
        if (!isAfter(id, since)) return id === since
        if (which && isPurged(which, address, tags)) return false
      }
      return false
    },
  }
}

/** The entry that stands for those that nobody here has read. */
const missedAt = (id: string): LogEntry => ({ id: `${timeOf({ id })}-missed`, which: {} })

/** Whether an entry is later than another. */
export function isAfter(one: string, other: string): boolean {
  const [ms = 0, count = 0] = one.split('-').map(Number)
  const [otherMs = 0, otherCount = 0] = other.split('-').map(Number)
  return ms === otherMs ? count > otherCount : ms > otherMs
}

/** Reads what an entry says; `''` is none, and what cannot be read is everything. */
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
