// Keeps the workers of a pool: starts them, and replaces ended and old ones. An old worker works
// until a spare is ready, so capacity never drops. Failed starts are retried with growing pauses.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import {
  type Age,
  PoolWorker,
  type StartLimits,
  type StartWorker,
  type WorkerEvent,
} from './pool-worker.ts'

/** Times in ms. */
export interface SupervisorOptions extends StartLimits {
  readonly spawn: StartWorker
  /** Jobs that may run at once, each in a worker of its own. */
  readonly workers: number
  readonly spares: number
  /** Old workers are replaced one by one. */
  readonly maxAge: Age
  readonly clock: Clock
}

/** Pause after a failed start, in ms; each further failure doubles it. */
const PAUSE = 1000
const MOST_PAUSE = 30_000

export class Supervisor {
  readonly #options: SupervisorOptions
  readonly #observe: (event: WorkerEvent) => void
  /** Workers that have not ended, oldest first. */
  readonly #workers = new Set<PoolWorker>()
  #failures = 0
  #isPaused = false
  #isOpen = true
  #resolve = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(options: SupervisorOptions, observe: (event: WorkerEvent) => void) {
    this.#options = options
    this.#observe = observe
  }

  /** @throws The error of a worker that could not start. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      this.#fill()
    })
  }

  /** The number of ready workers, without spares. */
  get ready(): number {
    return Math.min(this.#options.workers, this.#readyWorkers().length)
  }

  /** States that are rendered now. */
  get states(): readonly string[] {
    return this.#readyWorkers().flatMap(({ job }) => job?.state ?? [])
  }

  /** Returns a free worker if another job may run. The spare is the last choice. */
  idle(): PoolWorker | undefined {
    const able = this.#readyWorkers()
    const free = able.filter(({ job }) => job === undefined)
    return able.length - free.length < this.#options.workers ? free[0] : undefined
  }

  /** Of the idle workers one, once a spare is ready. */
  replaceOld(): void {
    const { maxAge } = this.#options
    const able = this.#readyWorkers()
    const old = able.find((worker) => worker.job === undefined && worker.isOlderThan(maxAge))
    if (this.#isOpen && able.length > this.#options.workers) void old?.kill()
  }

  async close(): Promise<void> {
    this.#isOpen = false
    this.#reject(new Error('The pool was closed before it was ready'))
    await Promise.all([...this.#workers].map((worker) => worker.kill()))
  }

  #readyWorkers(): PoolWorker[] {
    return [...this.#workers].filter((worker) => worker.ready)
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
    try {
      const worker: PoolWorker = new PoolWorker(spawn, clock, this.#options, (event) => {
        if (event.type === 'ready') this.#onReady()
        if (event.type === 'ended') this.#onEnded(worker, event.error)
        this.#observe(event)
      })
      this.#workers.add(worker)
    } catch (error) {
      this.#onStartFailed(error)
    }
  }

  #onReady(): void {
    this.#failures = 0
    if (this.#readyWorkers().length >= this.#options.workers) this.#resolve()
    this.#fill()
    this.replaceOld()
  }

  #onEnded(worker: PoolWorker, error: unknown): void {
    if (!worker.hasStarted && this.#isOpen) this.#onStartFailed(error)
    this.#workers.delete(worker)
    this.#fill()
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
}
