// Runs one job after another in a worker, for the pool. The supervisor starts it; it kills a worker
// that hangs or does not start.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type { Answer, FromWorker, Job, ToWorker } from './protocol.ts'
import { type Usage, watchForHang } from './watch-hang.ts'

export interface WorkerHandle {
  /** Undefined if unknown. */
  usage(): Usage | undefined
  post(message: ToWorker): void
  listen(listener: WorkerListener): void
  /** @returns A promise of its exit. */
  kill(): Promise<void>
}

export interface WorkerListener {
  message(message: FromWorker): void
  /** Called once after its exit. */
  exited(error: unknown): void
}

export interface PendingJob {
  readonly job: Job
  readonly shell?: string | undefined
  /** Receives undefined if another worker must render it. */
  readonly answer: (answer: Answer | undefined) => void
}

export interface WorkerEnd {
  /** Its unanswered job. */
  readonly pending: PendingJob | undefined
  readonly hung: boolean
  readonly error: unknown
}

export interface Remarks {
  /** Belongs to no answer. The state is null if it is unknown. */
  stray(error: string, state: string | null): void
  slow(state: string, waiting: readonly string[]): void
}

/** `ready` and `workerEnded` are each called at most once. */
export interface WorkerEvents extends Remarks {
  ready(): void
  workerEnded(end: WorkerEnd): void
}

/** In ms. */
export interface StartLimits {
  readonly startDeadline: number
  /** For the first page, which compiles the app. Default: 0. */
  readonly warmUp?: number | undefined
}

export class PoolWorker {
  readonly #handle: WorkerHandle
  readonly #clock: Clock
  readonly #warmUp: number
  readonly #events: WorkerEvents
  #state: 'starting' | 'ready' | 'ended' = 'starting'
  #pending: PendingJob | undefined
  #unwatch: () => void
  /** Shells that the worker has, by page. */
  readonly #shells = new Map<string, string>()
  #answered = 0
  #bytes = 0

  constructor(
    handle: WorkerHandle,
    clock: Clock,
    { startDeadline, warmUp = 0 }: StartLimits,
    events: WorkerEvents,
  ) {
    this.#handle = handle
    this.#clock = clock
    this.#warmUp = warmUp
    this.#events = events
    this.#unwatch = clock.after(startDeadline, () => void this.#killFor(notReady(startDeadline)))
    handle.listen({
      message: (message) => this.#receive(message),
      exited: (error) => this.#reportEnd(error, false),
    })
  }

  get ready(): boolean {
    return this.#state === 'ready'
  }

  get busy(): boolean {
    return this.#pending !== undefined
  }

  get answered(): number {
    return this.#answered
  }

  /** Memory in use at the last answer. */
  get bytes(): number {
    return this.#bytes
  }

  /** The worker must be ready and idle. */
  run(pending: PendingJob): void {
    this.#pending = pending
    const { shell } = pending
    const isFirst = this.#answered === 0
    const job = { ...pending.job, deadline: pending.job.deadline + (isFirst ? this.#warmUp : 0) }
    const kill = () => void this.#killFor(hung(job, isFirst), true)
    this.#unwatch = watchForHang(this.#clock, this.#handle.usage, job.deadline, kill)
    if (shell !== undefined && this.#shells.get(job.page) !== shell) {
      this.#shells.set(job.page, shell)
      this.#handle.post({ page: job.page, shell })
    }
    this.#handle.post({ job })
  }

  /** Reported as any other end. */
  kill(): Promise<void> {
    return this.#killFor(undefined)
  }

  #receive(message: FromWorker): void {
    if (this.#state === 'ended') return
    if ('id' in message) this.#answer(message)
    else if ('stray' in message) this.#events.stray(message.stray, message.state)
    else if ('slow' in message) this.#events.slow(message.state, message.slow)
    else {
      this.#state = 'ready'
      this.#unwatch()
      this.#events.ready()
    }
  }

  #answer(message: Extract<FromWorker, { id: number }>): void {
    const pending = this.#pending
    if (pending?.job.id !== message.id) return
    this.#pending = undefined
    this.#unwatch()
    this.#answered += 1
    this.#bytes = message.bytes
    if (message.dirty !== undefined) void this.#killFor(leftBehind(pending.job, message.dirty))
    pending.answer(message.answer)
  }

  #killFor(error: unknown, hung = false): Promise<void> {
    this.#reportEnd(error, hung)
    return this.#handle.kill()
  }

  // A process in a system call may take long to exit.
  #reportEnd(error: unknown, hung: boolean): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#unwatch()
    this.#events.workerEnded({ pending: this.#pending, hung, error })
  }
}

const notReady = (ms: number) =>
  new Error(
    `The snapshot worker was not ready after ${ms} ms: the app's module or its context() waits for a service that does not answer. Set a time limit there`,
  )

const hung = ({ state, deadline }: Job, isFirst: boolean): string =>
  `the snapshot of ${JSON.stringify(state)} hung: its code ran for over ${deadline} ms without a pause. ${
    isFirst
      ? 'It was the first page of its worker, which also compiles the app: raise "limits.deadline"'
      : 'Look for an endless loop, or a call that blocks'
  }`

const leftBehind = ({ state }: Job, dirty: readonly string[]) =>
  new Error(
    `the page of ${JSON.stringify(state)} left something that cannot be undone, so its worker was replaced: ${dirty.join('; ')}`,
  )

export function whyEnded({ pending, hung, error }: WorkerEnd): string {
  if (pending === undefined) return String(error ?? 'it exited')
  const state = `"${pending.job.state}"`
  return hung ? String(error) : `${error ?? 'it exited'} (while it rendered ${state})`
}
