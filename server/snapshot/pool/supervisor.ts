// Keeps the workers of a pool: starts them, and replaces ended and old ones. An old worker works
// until a spare is ready, so capacity never drops. Failed starts are retried with growing pauses.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import {
  type End,
  type PoolWorker,
  type Remarks,
  type StartLimits,
  watchWorker,
} from './pool-worker.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** When a worker is too old: its views leave side effects that cannot all be undone. */
export interface Age {
  readonly renders: number
  /** Time since it was ready, in ms. */
  readonly ms: number
  readonly bytes: number
}

/** Settings of a supervisor. Times in ms. */
export interface SupervisorOptions extends StartLimits {
  readonly spawn: () => WorkerHandle
  /** How many jobs may run at once, each in a worker of its own. */
  readonly workers: number
  /** How many more workers are kept ready. */
  readonly spares: number
  /** The age at which workers retire, never two at once. */
  readonly maxAge: Age
  readonly clock: Clock
}

export interface SupervisorEvents extends Remarks {
  /** A worker became ready. */
  ready(): void
  /** A worker ended; `isDue` if its age is the cause. */
  ended(end: End, isDue: boolean): void
}

export interface Supervisor {
  /** Ready workers, without spares. */
  readonly ready: number
  /** Settles once the workers are ready; rejects with the error of one that could not start. */
  readonly started: Promise<void>
  /** A ready worker without a job, unless as many run as may. The spare is the last choice. */
  idle(): PoolWorker | undefined
  /** Retires an old idle worker if a spare is ready. */
  tend(): void
  close(): Promise<void>
}

/** ms of pause after a failed start; each further failure doubles it. */
const PAUSE = 1000
const MOST_PAUSE = 30_000

const NEVER = Number.POSITIVE_INFINITY

export function createSupervisor(options: SupervisorOptions, events: SupervisorEvents): Supervisor {
  const { spawn, workers, spares, maxAge, clock } = options
  /** All that have not ended, the oldest first, with the time since when each is ready. */
  const all = new Map<PoolWorker, number>()
  const due = new Set<PoolWorker>()
  let failures = 0
  let isPaused = false
  let isOpen = true
  const { promise: started, resolve, reject } = withResolvers()

  const ready = () => [...all.keys()].filter((worker) => worker.ready)

  function start(): void {
    let handle: WorkerHandle
    try {
      handle = spawn()
    } catch (error) {
      failed(error)
      return
    }
    const worker: PoolWorker = watchWorker(handle, clock, options, {
      stray: events.stray,
      slow: events.slow,
      ready() {
        failures = 0
        all.set(worker, clock.now())
        if (ready().length >= workers) resolve()
        fill()
        tend()
        events.ready()
      },
      ended(end) {
        if (all.get(worker) === NEVER && isOpen) failed(end.error)
        all.delete(worker)
        fill()
        events.ended(end, due.delete(worker))
      },
    })
    all.set(worker, NEVER)
  }

  function failed(error: unknown): void {
    reject(error)
    if (isPaused) return
    isPaused = true
    clock.after(Math.min(MOST_PAUSE, PAUSE * 2 ** failures), () => {
      isPaused = false
      fill()
    })
    failures += 1
  }

  /** The first one starts alone: the others take its compiled code, or are spared its error. */
  function fill(): void {
    if (!isOpen || isPaused) return
    const most = ready().length > 0 ? workers + spares : 1
    while (!isPaused && all.size < most) start()
  }

  function isOld(worker: PoolWorker): boolean {
    const age = clock.now() - (all.get(worker) ?? NEVER)
    return worker.answered >= maxAge.renders || worker.bytes >= maxAge.bytes || age >= maxAge.ms
  }

  function tend(): void {
    const able = ready()
    const old = able.find((worker) => !worker.busy && isOld(worker))
    if (!isOpen || old === undefined || able.length <= workers) return
    due.add(old)
    void old.end()
  }

  fill()
  return {
    get ready() {
      return Math.min(workers, ready().length)
    },
    started,
    idle() {
      const able = ready()
      const free = able.filter((worker) => !worker.busy)
      return able.length - free.length < workers ? free[0] : undefined
    },
    tend,
    async close() {
      isOpen = false
      reject(new Error('The pool was closed before it was ready'))
      await Promise.all([...all.keys()].map((worker) => worker.end()))
    },
  }
}

/** A promise that nobody has to await. */
function withResolvers() {
  const settle = { resolve() {}, reject(_error: unknown) {} }
  const promise = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  promise.catch(() => undefined)
  return { promise, resolve: () => settle.resolve(), reject: settle.reject }
}
