// Remembers jobs that crashed workers: a suspect runs alone, and a repeated crash bars the job for
// a while. Bounded in states and routes; entries expire.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type { Job } from './protocol.ts'

/** The parts of a job that identify it. */
type Suspect = Pick<Job, 'page' | 'state'>

/** The memory of crashes. Times in ms. */
export interface Blame {
  /**
   * The job crashed its worker. @param why For the log. @returns How long it is barred; 0 for its
   * first crash.
   */
  strike(job: Suspect, why: string): number
  clear(job: Suspect): void
  /** Whether the job, or the last job of its route, crashed a worker with no answer since. */
  isSuspect(job: Suspect): boolean
  /** How much longer it is barred; 0 if it is not. */
  barredFor(job: Suspect): number
  whyBarred(job: Suspect): string
}

interface Record {
  strikes: number
  why: string
  until: number
  forgotten: number
}

/** States and routes remembered at most; the oldest are forgotten first. */
const REMEMBERED = 1000

/** How long a crash counts after its bar has ended, in ms. */
const FORGET = 600_000

/**
 * The bar after a second crash, in ms; each further crash doubles it. A route is retried sooner:
 * its other states may work.
 */
const BAR = { state: 60_000, route: 10_000 }
const MOST_BAR = 900_000

/**
 * Creates an empty memory.
 * @param routeOf The route of a state, if known. A route is barred after two crashes with no state
 * of it answered in between.
 */
export function createBlame(
  clock: Clock,
  routeOf: (job: Suspect) => string | undefined = () => undefined,
): Blame {
  const records = new LRUCache<string, Record>({ max: REMEMBERED })

  function keysOf(job: Suspect): [key: string, bar: number][] {
    const route = routeOf(job)
    const state: [string, number] = [JSON.stringify([job.page, job.state]), BAR.state]
    return route === undefined
      ? [state]
      : [state, [JSON.stringify([job.page, route, 0]), BAR.route]]
  }
  function recordsOf(job: Suspect): Record[] {
    // The usual case: no crashes, so no route lookup.
    if (records.size === 0) return []
    return keysOf(job).flatMap(([key]) => {
      const record = records.get(key)
      if (record === undefined) return []
      if (record.forgotten > clock.now()) return [record]
      records.delete(key)
      return []
    })
  }
  return {
    strike(job, why) {
      const now = clock.now()
      recordsOf(job)
      let longest = 0
      for (const [key, bar] of keysOf(job)) {
        const strikes = (records.get(key)?.strikes ?? 0) + 1
        const lasts = strikes < 2 ? 0 : Math.min(MOST_BAR, bar * 2 ** (strikes - 2))
        records.set(key, { strikes, why, until: now + lasts, forgotten: now + lasts + FORGET })
        longest = Math.max(longest, lasts)
      }
      return longest
    },
    clear(job) {
      if (records.size > 0) for (const [key] of keysOf(job)) records.delete(key)
    },
    isSuspect: (job) => recordsOf(job).length > 0,
    barredFor(job) {
      const until = Math.max(0, ...recordsOf(job).map((record) => record.until))
      return Math.max(0, until - clock.now())
    },
    whyBarred: (job) =>
      recordsOf(job)
        .toSorted((one, other) => other.until - one.until)
        .map(({ why }) => why)[0] ?? 'nobody knows why',
  }
}
