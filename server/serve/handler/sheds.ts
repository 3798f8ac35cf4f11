// Counts the requests that an overloaded server refuses, without an event for each: a flood must
// cost less than the pages that the server still renders.

import { prepareResponse } from '../../http/prepared-response.ts'
import { refuseForNow } from '../../http/responses.ts'
import type { Observer } from '../../observe/events.ts'

/** Refusals within this time (ms) share a warning, so that a flood cannot fill the log. */
const BUSY_FOR = 10_000

export class Sheds {
  readonly #observe: Observer
  #last = Number.NEGATIVE_INFINITY
  #reported = 0
  #count = 0

  constructor(observe: Observer) {
    this.#observe = observe
  }

  get count(): number {
    return this.#count
  }

  add(): void {
    this.#count += 1
    const now = performance.now()
    if (now - this.#last < BUSY_FOR) return
    const warning = `${this.#count - this.#reported} requests were answered 503 since the last such line: their pages would have waited longer than half of "limits.deadline", or the queue is full. Add workers, or raise "limits.deadline" or "limits.queue"`
    this.#observe({ type: 'warning', state: '', warnings: [warning] })
    this.#last = now
    this.#reported = this.#count
  }
}

export const SHED = prepareResponse(refuseForNow('There is too much to do just now. Try again.'))
