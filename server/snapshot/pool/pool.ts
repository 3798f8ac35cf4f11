// The pool of a site: picks a lane for each job by its page, and owns the lanes. The handler calls
// `render`; the log, metrics and traces observe it.

import type { Job, Result, Slow, Stray } from './protocol.ts'

/** Renders the jobs of one kind of page. Each job gets one result; nothing rejects. */
export interface Lane {
  /** Whether it renders the job. */
  takes(job: Job): boolean
  /** Completes a job, or answers it without a render. */
  readonly prepare?: ((job: Job) => Promise<Job | Result>) | undefined
  /** Refuses at once if it cannot finish in time. */
  render(job: Job): Promise<Result>
  /** Workers that can render now. Undefined for a lane without workers of its own. */
  readonly ready?: number
  readonly isFull: boolean
  /** Until then, it has nothing to close. */
  start?(): Promise<unknown>
  close(): Promise<void>
}

export type PoolEvent =
  /** `waiting`: the jobs before it. The listener runs in the caller's asynchronous context. */
  | { readonly type: 'queued'; readonly job: Job; readonly waiting: number }
  /** `time` in ms, since it was queued. */
  | { readonly type: 'rendered'; readonly job: Job; readonly result: Result; readonly time: number }
  | LaneEvent

export type LaneEvent =
  /** A worker ended by a fault. */
  { readonly type: 'replaced'; readonly why: string } | Stray | Slow

export class Pool {
  readonly #lanes: readonly Lane[]
  readonly #observe: (event: PoolEvent) => void
  #waiting = 0

  /** @param lanes The first that takes a job renders it. */
  constructor(lanes: readonly Lane[], observe: (event: PoolEvent) => void) {
    this.#lanes = lanes
    this.#observe = observe
  }

  /** @throws When a lane cannot start. The caller then closes the pool. */
  async start(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.start?.()))
  }

  async close(): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => lane.close()))
  }

  async render(job: Job): Promise<Result> {
    const queuedAt = performance.now()
    this.#observe({ type: 'queued', job, waiting: this.#waiting })
    this.#waiting += 1
    const result = await this.#inLane(job)
    this.#waiting -= 1
    this.#observe({ type: 'rendered', job, result, time: performance.now() - queuedAt })
    return result
  }

  /** Jobs under way or waiting. A lane may pass one on to another lane: it counts once. */
  get waiting(): number {
    return this.#waiting
  }

  /** Without the workers of one lane, half of the site is down: none count then. */
  get ready(): number {
    const ready = this.#lanes.flatMap((lane) => lane.ready ?? [])
    return ready.includes(0) ? 0 : ready.reduce((sum, count) => sum + count, 0)
  }

  get isFull(): boolean {
    return this.#lanes.every(({ isFull }) => isFull)
  }

  async #inLane(job: Job): Promise<Result> {
    const lane = this.#lanes.find((one) => one.takes(job))
    if (lane === undefined) return { type: 'closed' }
    const prepared = (await lane.prepare?.(job)) ?? job
    return 'type' in prepared ? prepared : lane.render(prepared)
  }
}
