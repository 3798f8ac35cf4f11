/**
 * Records pending work of a page, and its use of APIs that do nothing here. Costs nothing without a
 * trace.
 */

import { machineNow } from './machine-time.ts'
import type { PageTrace, Waited } from './page-trace.ts'

const MOST = 100

interface Wait {
  readonly what: string
  readonly from: number
  count: number
  open: number
  until: number
}

export class TraceLog {
  readonly #started = machineNow()
  readonly #waits = new Map<string, Wait>()
  readonly #idle = new Set<string>()
  #timers = { count: 0, time: 0 }

  begin(what: string): void {
    const known = this.#waits.get(what)
    if (known) {
      known.count += 1
      known.open += 1
    } else if (this.#waits.size < MOST) {
      const from = machineNow()
      this.#waits.set(what, { what, from, count: 1, open: 1, until: from })
    }
  }

  end(what: string): void {
    const wait = this.#waits.get(what)
    if (!wait) return
    wait.open -= 1
    wait.until = machineNow()
  }

  note(what: string, promise: PromiseLike<unknown>): void {
    this.begin(what)
    const done = () => this.end(what)
    promise.then(done, done)
  }

  /** @param time In ms of the page. */
  timer(time: number): void {
    this.#timers = { count: this.#timers.count + 1, time: this.#timers.time + time }
  }

  tried(what: string): void {
    if (this.#idle.size < MOST) this.#idle.add(what)
  }

  get trace(): PageTrace {
    const waited = [...this.#waits.values()].map(
      ({ what, from, until, open, count }): Waited => ({
        ...{ what, count, from: from - this.#started },
        time: open > 0 ? undefined : until - from,
      }),
    )
    return { waited, timers: { ...this.#timers }, tried: [...this.#idle] }
  }
}

export class Waiting extends Set<string> {
  readonly #trace: () => TraceLog | undefined

  constructor(trace: () => TraceLog | undefined) {
    super()
    this.#trace = trace
  }

  override add(what: string): this {
    if (!this.has(what)) this.#trace()?.begin(what)
    return super.add(what)
  }

  override delete(what: string): boolean {
    if (this.has(what)) this.#trace()?.end(what)
    return super.delete(what)
  }
}
