// Who has ended workers, and for how long it is not tried again. In: verdicts of the pool: a job has ended
// its worker, or was answered. Out: whether a job is a suspect, which runs beside no other, or barred.
// It remembers a bounded number of states and routes, each for a while; nothing of it outlives the process.

import { LRUCache } from 'lru-cache'
import type { Clock } from '../runtime/clock.ts'
import type { Job } from './protocol.ts'

/** What of a job is remembered. */
type Suspect = Pick<Job, 'page' | 'state'>

/** The memory of the pool's verdicts. Times in ms. */
export interface Blame {
  /** The job has ended its worker. @returns For how long it is barred now; 0 for a first time. */
  strike(job: Suspect): number
  /** The job was answered. */
  clear(job: Suspect): void
  /** Whether it, or the last of its route, has ended a worker and none was answered since. */
  isSuspect(job: Suspect): boolean
  /** For how much longer it is barred; 0 when it is not. */
  barredFor(job: Suspect): number
}

interface Record {
  strikes: number
  /** Until when it is barred. */
  until: number
  /** When its last strike is forgotten. */
  forgotten: number
}

/** So many states and routes are remembered; the oldest are forgotten first. */
const REMEMBERED = 1000

/** For how long an offence counts after its bar has ended. */
const FORGET = 600_000

/** What a second offence costs; each further one doubles it. A route has other states, and so another try sooner. */
const BAR = { state: 60_000, route: 10_000 }
const MOST_BAR = 900_000

/**
 * Makes an empty memory.
 *
 * @param routeOf The route that shows a state, if that is known. A route is barred when it ended two workers and
 *   no state of it was answered in between.
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
    // Most of the time there is nobody to blame, and no route to be looked for.
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
    strike(job) {
      const now = clock.now()
      recordsOf(job)
      let longest = 0
      for (const [key, bar] of keysOf(job)) {
        const strikes = (records.get(key)?.strikes ?? 0) + 1
        const lasts = strikes < 2 ? 0 : Math.min(MOST_BAR, bar * 2 ** (strikes - 2))
        records.set(key, { strikes, until: now + lasts, forgotten: now + lasts + FORGET })
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
  }
}
