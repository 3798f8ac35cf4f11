/**
 * Records the waits of a page and its use of APIs that do nothing here, for `PageContext`.
 */

import type { PageTrace, Waited } from '../types.ts'
import { machineNow } from './page-clock.ts'

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
  readonly #tried = new Set<string>()
  #timers = { count: 0, time: 0 }

  begin(what: string): void {
    const wait = this.#waits.get(what)
    if (wait) {
      wait.count += 1
      wait.open += 1
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

  timer(time: number): void {
    this.#timers = { count: this.#timers.count + 1, time: this.#timers.time + time }
  }

  tried(what: string): void {
    if (this.#tried.size < MOST) this.#tried.add(what)
  }

  get trace(): PageTrace {
    const waited = [...this.#waits.values()].map(
      ({ what, from, until, open, count }): Waited => ({
        what,
        count,
        from: from - this.#started,
        time: open > 0 ? undefined : until - from,
      }),
    )
    return { waited, timers: { ...this.#timers }, tried: [...this.#tried] }
  }
}

/** Descriptions of pending work, which also go to the trace. */
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

export function noteWhile(waiting: Set<string> | undefined, name: string, work: unknown): void {
  if (waiting === undefined || !isThenable(work)) return
  waiting.add(name)
  const done = () => void waiting.delete(name)
  Promise.resolve(work).then(done, done)
}

const isThenable = (value: unknown): value is PromiseLike<unknown> =>
  typeof (value as PromiseLike<unknown> | null | undefined)?.then === 'function'
