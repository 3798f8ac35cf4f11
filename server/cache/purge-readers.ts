// Tracks how far each server has read the purge log: a purge ends once all have applied it. A
// server that is silent for READER_LAPSE is treated as dead; it may only be cut off.

import type { Clock } from '../diagnostics/runtime/clock.ts'
import { isAfter } from './purge-log.ts'

/** ms of silence after which a server is treated as dead. */
export const READER_LAPSE = 10_000

/** ms between reads of the log. */
const LOOK = 200
/** ms between a purge's checks of the other servers. */
const ASK = 20
/** ms that a purge waits for a store that does not reply. */
const SILENCE = 2000
/**
 * ms after a reconnect in which the list of servers is incomplete: the outage may have affected all
 * of them.
 */
const RETURN = 5000

/**
 * Where servers publish their read position. Never rejects; undefined: the store did not reply in
 * time.
 */
export interface ReaderBook {
  /** The id of the log's last entry; null for an empty log. */
  last(): Promise<string | null | undefined>
  /**
   * Publishes this server's read position, valid for `READER_LAPSE` ms.
   * @returns Whether the store accepted it; undefined: unknown.
   */
  report(last: string): Promise<boolean | undefined>
  /** The read positions of all live servers, including this one. */
  all(): Promise<readonly string[] | undefined>
}

/**
 * ms that a starting server waits to be known before it caches pages, which other servers may
 * purge.
 */
const FIRST = 10_000

export interface Readers {
  /** Settles once purges wait for this server, or the store is unreachable. */
  readonly known: Promise<void>
  /** The store became reachable, for the first time or again. */
  connected(): void
  away(): void
  /**
   * @returns Whether all servers have read this entry; false after a timeout or without a store.
   * `lost`: the store was away in between and may have lost the entry.
   */
  reached(id: string): Promise<boolean | 'lost'>
  close(): void
}

/**
 * Starts to read the log.
 * @param readOn Reads the log to its end. @returns The last known entry; undefined after a failed
 * read.
 * @param knows Whether an entry belongs to the known log.
 */
export function createReaders(
  book: ReaderBook,
  clock: Clock,
  readOn: () => Promise<string | undefined>,
  knows: (id: string) => boolean,
): Readers {
  let open = true
  let connections = 0
  let completeAt = Number.NEGATIVE_INFINITY
  let looking = false
  let isRegistered = false
  let cancel = () => {}
  let reportKnown = () => {}
  const known = new Promise<void>((resolve) => {
    reportKnown = resolve
    clock.after(FIRST, resolve)
  })

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    cancel()
    const wasRegistered = isRegistered
    const last = await readOn()
    looking = false
    if (!open) return
    if (last !== undefined) {
      // A purge before the registration may have ended without this server: read once more.
      if (wasRegistered) reportKnown()
      void book.report(last).then((heard) => heard && registered())
    }
    cancel = clock.after(LOOK, () => void look())
  }

  function registered(): void {
    if (isRegistered) return
    isRegistered = true
    void look()
  }

  const pause = () => new Promise<void>((resolve) => clock.after(ASK, resolve))

  return {
    known,
    away: () => reportKnown(),
    connected() {
      connections += 1
      if (connections > 1) completeAt = clock.now() + RETURN
      void look()
    },
    async reached(id) {
      void look()
      const begun = clock.now()
      let answered = begun
      const since = connections
      while (open) {
        const all = await book.all()
        const now = clock.now()
        // The other servers may have read another log since the reconnect.
        if (connections !== since) return 'lost'
        if (all !== undefined) {
          answered = now
          if (now >= completeAt && all.every((last) => !isAfter(id, last))) {
            // The other servers may have read a new log without the entry, so their positions must
            // be entries of this one.
            const isRead = all.every(knows) || (await readOn()) !== undefined
            if (isRead && !knows(id)) return 'lost'
            if (all.every(knows)) return true
          }
        }
        if (now - answered > SILENCE || now - begun > READER_LAPSE + RETURN) return false
        await pause()
      }
      return false
    },
    close() {
      open = false
      cancel()
    },
  }
}
