// How far the servers that share a log of purges have read it. In: a store, and what reads on here. Out: this server says how far
// it is several times a second, and a purge learns when all have forgotten. Who has said nothing for a while is taken for gone:
// whether it has ended or is only cut off from the store, nobody can tell.

import type { Clock } from '../runtime/clock.ts'
import { isAfter } from './purge-log.ts'

/** For how many ms a server that says nothing is waited for. */
export const READER_LAPSE = 10_000

/** How often the log is looked into, in ms. */
const LOOK = 200
/** How often a purge asks whether all have read it, in ms. */
const ASK = 20
/** For how many ms a purge goes on without an answer of the store. */
const SILENCE = 2000
/** A store that was away may have been so for all, who come back one by one: for so many ms, those that are there are not all. */
const RETURN = 5000

/** Where servers say how far they are. Nothing of it rejects; undefined: it could not be reached in time. */
export interface ReaderBook {
  /** The id of the last entry of the log; null when there is none. */
  last(): Promise<string | null | undefined>
  /**
   * Says that this server is there, for `READER_LAPSE` ms, and up to which entry it has read the log.
   *
   * @returns Whether it was heard; undefined: nobody knows.
   */
  report(last: string): Promise<boolean | undefined>
  /** Up to which entries the servers that are there have read the log, this one among them. */
  all(): Promise<readonly string[] | undefined>
}

/** For how many ms a server that starts waits until it is known, before it keeps pages that others may purge. */
const FIRST = 10_000

/** See the head of this file. */
export interface Readers {
  /** Settles once purges wait for this server, or it is clear that the store is away. */
  readonly known: Promise<void>
  /** The store can be reached, for the first time or again. */
  connected(): void
  /** The store cannot be reached. */
  away(): void
  /**
   * @returns Whether all have read the log up to this entry; false when some did not in time, or the store is away. `lost`: the
   *   store was away meanwhile, and may have lost the entry.
   */
  reached(id: string): Promise<boolean | 'lost'>
  close(): void
}

/**
 * Begins to look.
 *
 * @param readOn Reads the log to its end. @returns The last entry that is known here; undefined when it could not be read.
 * @param knows Whether an entry is of the log that is known here.
 */
export function createReaders(
  book: ReaderBook,
  clock: Clock,
  readOn: () => Promise<string | undefined>,
  knows: (id: string) => boolean,
): Readers {
  let open = true
  /** How often the store could be reached anew. */
  let connections = 0
  let completeAt = Number.NEGATIVE_INFINITY
  let looking = false
  let cancel = () => {}
  let tellKnown = () => {}
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve
    clock.after(FIRST, resolve)
  })

  async function look(): Promise<void> {
    if (looking) return
    looking = true
    cancel()
    const last = await readOn()
    looking = false
    if (!open) return
    if (last !== undefined) void book.report(last).then((heard) => heard && tellKnown())
    cancel = clock.after(LOOK, () => void look())
  }

  const pause = () => new Promise<void>((resolve) => clock.after(ASK, resolve))

  return {
    known,
    away: () => tellKnown(),
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
        // What others have read since is the log of now, which may be another.
        if (connections !== since) return 'lost'
        if (all !== undefined) {
          answered = now
          if (now >= completeAt && all.every((last) => !isAfter(id, last))) {
            // Others may have read a log that was begun anew, without the entry: it counts where it is in theirs.
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
