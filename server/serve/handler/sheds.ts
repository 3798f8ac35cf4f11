// Counts the requests that an overloaded server refuses, without an event for each: a flood must
// cost less than the pages that the server still renders.

import { prepareResponse } from '../../http/prepared-response.ts'
import { refuseForNow } from '../../http/responses.ts'
import type { Observer } from '../../observe/events.ts'

/** Refusals within this time (ms) share a warning, so that a flood cannot fill the log. */
const BUSY_FOR = 10_000

export interface Sheds {
  /** How many requests were refused so far. */
  readonly count: number
  add(): void
}

export function createSheds(observe: Observer): Sheds {
  let last = Number.NEGATIVE_INFINITY
  let count = 0
  let told = 0
  return {
    get count() {
      return count
    },
    add() {
      count += 1
      const now = performance.now()
      if (now - last < BUSY_FOR) return
      const warning = `${count - told} requests were answered 503 since the last such line: their pages would have waited longer than half of "limits.deadline", or the queue is full. Add workers, or raise "limits.deadline" or "limits.queue"`
      observe({ type: 'warning', state: '', warnings: [warning] })
      last = now
      told = count
    },
  }
}

/** The answer to a refused request. */
export const SHED = prepareResponse(refuseForNow('There is too much to do just now. Try again.'))
