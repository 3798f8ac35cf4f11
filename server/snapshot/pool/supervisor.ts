// Keeps the workers of a pool: starts them, and replaces ended and old ones. An old worker works
// until a spare is ready, so capacity never drops. Failed starts are retried with growing pauses.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import {
  PoolWorker,
  type Remarks,
  type StartLimits,
  type WorkerEnd,
  type WorkerHandle,
} from './pool-worker.ts'

/** The limits at which a worker retires, so that small leaks of its pages don't add up. */
export interface Age {
  readonly renders: number
  /** In ms, since it was ready. */
  readonly ms: number
  readonly bytes: number
}

/** Times in ms. */
export interface SupervisorOptions extends StartLimits {
  readonly spawn: () => WorkerHandle
  /** Jobs that may run at once, each in a worker of its own. */
  readonly workers: number
  readonly spares: number
  /** Never two workers retire at once. */
  readonly maxAge: Age
  readonly clock: Clock
}

export interface SupervisorEvents extends Remarks {
  ready(): void
  /** `isRetired`: its age is the cause. */
  workerEnded(end: WorkerEnd, isRetired: boolean): void
}

/** Pause after a failed start, in ms; each further failure doubles it. */
const PAUSE = 1000
const MOST_PAUSE = 30_000

const NEVER = Number.POSITIVE_INFINITY

export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #events: SupervisorEvents
  /** Workers that have not ended, oldest first, with the time since when each is ready. */
  readonly #workers = new Map<PoolWorker, number>()
  /** Workers killed because of their age. */
  readonly #retired = new Set<PoolWorker>()
  #failures = 0
  #isPaused = false
  #isOpen = true
  #resolve = () => {}
  #reject: (error: unknown) => void = () => {}
  /** Rejects with the error of a worker that could not start. */
  readonly started = new Promise<void>((resolve, reject) => {
    this.#resolve = resolve
    this.#reject = reject
  })

  constructor(options: SupervisorOptions, events: SupervisorEvents) {
    this.#options = options
    this.#events = events
    // Nobody has to await it.
    this.started.catch(() => undefined)
    this.#fill()
  }

  /** The number of ready workers, without spares. */
  get ready(): number {
    return Math.min(this.#options.workers, this.#readyWorkers().length)
  }

  /** Undefined if as many run as may. The spare is the last choice. */
  idle(): PoolWorker | undefined {
    const able = this.#readyWorkers()
    const free = able.filter((worker) => !worker.busy)
    return able.length - free.length < this.#options.workers ? free[0] : undefined
  }

  retireOld(): void {
    const able = this.#readyWorkers()
    const old = able.find((worker) => !worker.busy && this.#isOld(worker))
    if (!this.#isOpen || old === undefined || able.length <= this.#options.workers) return
    this.#retired.add(old)
    void old.kill()
  }

  async close(): Promise<void> {
    this.#isOpen = false
    this.#reject(new Error('The pool was closed before it was ready'))
    await Promise.all([...this.#workers.keys()].map((worker) => worker.kill()))
  }

  #readyWorkers(): PoolWorker[] {
    return [...this.#workers.keys()].filter((worker) => worker.ready)
  }

  /** The first one starts alone: others take its compiled code, or are spared its error. */
  #fill(): void {
    if (!this.#isOpen || this.#isPaused) return
    const { workers, spares } = this.#options
    const most = this.#readyWorkers().length > 0 ? workers + spares : 1
    while (!this.#isPaused && this.#workers.size < most) this.#start()
  }

  #start(): void {
    const { spawn, clock } = this.#options
    let handle: WorkerHandle
    try {
      handle = spawn()
    } catch (error) {
      this.#onStartFailed(error)
      return
    }
    const { stray, slow } = this.#events
    const worker: PoolWorker = new PoolWorker(handle, clock, this.#options, {
      ...{ stray, slow },
      ready: () => this.#isReady(worker),
      workerEnded: (end) => this.#onWorkerEnded(worker, end),
    })
    this.#workers.set(worker, NEVER)
  }

  #isReady(worker: PoolWorker): void {
    this.#failures = 0
    this.#workers.set(worker, this.#options.clock.now())
    if (this.#readyWorkers().length >= this.#options.workers) this.#resolve()
    this.#fill()
    this.retireOld()
    this.#events.ready()
  }

  #onWorkerEnded(worker: PoolWorker, end: WorkerEnd): void {
    if (this.#workers.get(worker) === NEVER && this.#isOpen) this.#onStartFailed(end.error)
    this.#workers.delete(worker)
    this.#fill()
    this.#events.workerEnded(end, this.#retired.delete(worker))
  }

  #onStartFailed(error: unknown): void {
    this.#reject(error)
    if (this.#isPaused) return
    this.#isPaused = true
    this.#options.clock.after(Math.min(MOST_PAUSE, PAUSE * 2 ** this.#failures), () => {
      this.#isPaused = false
      this.#fill()
    })
    this.#failures += 1
  }

  #isOld(worker: PoolWorker): boolean {
    const { clock, maxAge } = this.#options
    const age = clock.now() - (this.#workers.get(worker) ?? NEVER)
    return worker.answered >= maxAge.renders || worker.bytes >= maxAge.bytes || age >= maxAge.ms
  }
}
