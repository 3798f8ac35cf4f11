// Runs one job after another in a worker, for the pool. The supervisor starts it; it kills a worker
// that hangs or does not start.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import type { Answer, FromWorker, Job, Slow, Stray, ToWorker } from './protocol.ts'
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

/** The end of a worker, by a fault unless it was wanted. */
export interface WorkerEnd {
  readonly type: 'ended'
  readonly isHung: boolean
  /** The supervisor has killed it. */
  readonly isWanted: boolean
  readonly error: unknown
  readonly why: string
}

/** `ready` and `ended` come once at most. */
export type WorkerEvent = { readonly type: 'ready' } | WorkerEnd | Stray | Slow

/** The limits at which a worker is old, so that small leaks of its pages don't add up. */
export interface Age {
  readonly renders: number
  /** In ms, since it was ready. */
  readonly ms: number
  readonly bytes: number
}

/** In ms. */
export interface StartLimits {
  readonly startDeadline: number
  /** For the first page, which compiles the app. Default: 0. */
  readonly warmUp?: number | undefined
}

/** Receives undefined if another worker must render the job. */
type Done = (end: Answer | WorkerEnd | undefined) => void

export class PoolWorker {
  readonly #handle: WorkerHandle
  readonly #clock: Clock
  readonly #warmUp: number
  readonly #observe: (event: WorkerEvent) => void
  #stage: 'starting' | 'ready' | 'ended' = 'starting'
  #readyAt: number | undefined
  #running: { readonly job: Job; readonly done: Done } | undefined
  #unwatch: () => void
  /** Shells that the worker has, by page. */
  readonly #shells = new Map<string, string>()
  #answered = 0
  /** Memory in use at the last answer. */
  #bytes = 0

  constructor(
    handle: WorkerHandle,
    clock: Clock,
    { startDeadline, warmUp = 0 }: StartLimits,
    observe: (event: WorkerEvent) => void,
  ) {
    this.#handle = handle
    this.#clock = clock
    this.#warmUp = warmUp
    this.#observe = observe
    this.#unwatch = clock.after(
      startDeadline,
      () => void this.#kill({ error: notReady(startDeadline) }),
    )
    handle.listen({
      message: (message) => this.#receive(message),
      exited: (error) => this.#end({ error }),
    })
  }

  get ready(): boolean {
    return this.#stage === 'ready'
  }

  /** The job that it runs. */
  get job(): Job | undefined {
    return this.#running?.job
  }

  /** Whether it is or was ready. */
  get hasStarted(): boolean {
    return this.#readyAt !== undefined
  }

  isOlderThan({ renders, ms, bytes }: Age): boolean {
    const age = this.#clock.now() - (this.#readyAt ?? Number.POSITIVE_INFINITY)
    return this.#answered >= renders || this.#bytes >= bytes || age >= ms
  }

  /** The worker must be ready and idle. */
  run({ shell, deadline = 0, ...rest }: Job, done: Done): void {
    const isFirst = this.#answered === 0
    const job = { ...rest, deadline: deadline + (isFirst ? this.#warmUp : 0) }
    this.#running = { job, done }
    const kill = () => void this.#kill({ error: hung(job, isFirst), isHung: true })
    this.#unwatch = watchForHang(this.#clock, this.#handle.usage, job.deadline, kill)
    if (shell !== undefined && this.#shells.get(job.page) !== shell) {
      this.#shells.set(job.page, shell)
      this.#handle.post({ page: job.page, shell })
    }
    this.#handle.post({ job })
  }

  /** @returns A promise of its exit. */
  kill(): Promise<void> {
    return this.#kill({ isWanted: true })
  }

  #receive(message: FromWorker): void {
    if (this.#stage === 'ended') return
    if ('bytes' in message) this.#answer(message)
    else if ('ready' in message) {
      this.#stage = 'ready'
      this.#readyAt = this.#clock.now()
      this.#unwatch()
      this.#observe({ type: 'ready' })
    } else this.#observe(message)
  }

  #answer({ answer, bytes, dirty }: Extract<FromWorker, { bytes: number }>): void {
    const running = this.#running
    if (running === undefined) return
    this.#running = undefined
    this.#unwatch()
    this.#answered += 1
    this.#bytes = bytes
    if (dirty !== undefined) void this.#kill({ error: leftBehind(running.job, dirty) })
    running.done(answer)
  }

  #kill(cause: Cause): Promise<void> {
    this.#end(cause)
    return this.#handle.kill()
  }

  // A process in a system call may take long to exit.
  #end({ error, isHung = false, isWanted = false }: Cause): void {
    if (this.#stage === 'ended') return
    this.#stage = 'ended'
    this.#unwatch()
    const why = whyEnded(error, isHung, this.job)
    const end: WorkerEnd = { type: 'ended', error, isHung, isWanted, why }
    this.#running?.done(end)
    this.#observe(end)
  }
}

type Cause = Partial<Omit<WorkerEnd, 'type' | 'why'>>

function whyEnded(error: unknown, isHung: boolean, job: Job | undefined): string {
  const why = String(error ?? 'it exited')
  return isHung || job === undefined ? why : `${why} (while it rendered "${job.state}")`
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
