// Starts the workers of a pool and replaces ended or old ones. An old worker works until its
// successor is ready, so capacity never drops. Failed starts are retried with growing pauses.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import { type End, type PoolWorker, type Remarks, watchWorker } from './pool-worker.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** When a worker is too old: its views leave side effects that cannot all be undone. */
export interface Age {
  readonly renders: number
  /** Time at work, in ms. */
  readonly ms: number
  /** On its heap and outside it. */
  readonly bytes: number
}

/** Settings of a supervisor. Times in ms. */
export interface SupervisorOptions {
  readonly spawn: () => WorkerHandle
  readonly workers: number
  readonly spares: number
  /** How long a worker may take until it is ready. */
  readonly startDeadline: number
  /** The age at which workers retire: each somewhat earlier, and never two at once. */
  readonly maxAge: Age
  /** 0 to 1: where the spread of the ages begins. */
  readonly seed: number
  readonly clock: Clock
}

export interface SupervisorEvents extends Remarks {
  /** A worker became ready: the set of working workers may have changed. */
  ready(worker: PoolWorker): void
  /** A worker ended with jobs, or unexpectedly. */
  ended(end: End, wasRetiring: boolean): void
}

export interface Supervisor {
  readonly working: ReadonlyMap<PoolWorker, unknown>
  /**
   * Settles once all first workers are ready; rejects with the error of one that could not start.
   */
  readonly started: Promise<void>
  /** Retires old workers as far as there are successors. */
  tend(): void
  close(): Promise<void>
}

/** ms of pause after a failed start; each further failure doubles it. */
const PAUSE = 1000
const MOST_PAUSE = 30_000

/** The earliest retirement, as a share of the age. */
const EARLIEST = 0.7
// Spaces worker ages evenly (golden ratio).
const GOLDEN = (Math.sqrt(5) - 1) / 2

interface Service {
  readonly since: number
  readonly life: number
}

function isOlder(worker: PoolWorker, { since, life }: Service, age: Age, now: number): boolean {
  return (
    worker.answered >= age.renders * life ||
    worker.bytes >= age.bytes ||
    now - since >= age.ms * life
  )
}

/** A promise of the start, which nobody has to await. */
function awaitStart() {
  const settle = { resolve() {}, reject(_error: unknown) {} }
  const started = new Promise<void>((resolve, reject) => Object.assign(settle, { resolve, reject }))
  started.catch(() => undefined)
  return { started, settle }
}

export function createSupervisor(options: SupervisorOptions, events: SupervisorEvents): Supervisor {
  const { spawn, workers, spares, startDeadline, maxAge, seed, clock } = options
  const working = new Map<PoolWorker, Service>()
  const bench = new Set<PoolWorker>()
  const retiring = new Set<PoolWorker>()
  let promoted = 0
  let failures = 0
  let paused = false
  let open = true
  const { started, settle } = awaitStart()

  function start(): void {
    let handle: WorkerHandle
    try {
      handle = spawn()
    } catch (error) {
      failed(error)
      return
    }
    let wasReady = false
    const worker: PoolWorker = watchWorker(handle, clock, startDeadline, {
      stray: events.stray,
      slow: events.slow,
      ready() {
        wasReady = true
        failures = 0
        fill()
        tend()
        if (promoted >= workers && [...bench].every((one) => one.ready)) settle.resolve()
        events.ready(worker)
      },
      ended(end) {
        const wasRetiring = retiring.delete(worker)
        working.delete(worker)
        bench.delete(worker)
        if (!wasReady && open) failed(end.error)
        fill()
        events.ended(end, wasRetiring)
      },
    })
    bench.add(worker)
  }

  function failed(error: unknown): void {
    settle.reject(error)
    if (paused) return
    paused = true
    clock.after(Math.min(MOST_PAUSE, PAUSE * 2 ** failures), () => {
      paused = false
      fill()
    })
    failures += 1
  }

  function fill(): void {
    if (!open) return
    for (const worker of bench) {
      if (working.size >= workers) break
      if (worker.ready) promote(worker)
    }
    const successors = Math.max(spares, [...working.keys()].some(isOld) ? 1 : 0)
    while (!paused && working.size + bench.size < workers + successors) start()
  }

  function promote(worker: PoolWorker): void {
    bench.delete(worker)
    const place = (seed + promoted * GOLDEN) % 1
    working.set(worker, { since: clock.now(), life: EARLIEST + (1 - EARLIEST) * place })
    promoted += 1
  }

  const isOld = (worker: PoolWorker) =>
    isOlder(worker, working.get(worker) as Service, maxAge, clock.now())

  function tend(): void {
    if (!open) return
    for (const worker of [...working.keys()].filter(isOld)) {
      const successor = [...bench].find((one) => one.ready)
      if (successor === undefined) break
      working.delete(worker)
      retiring.add(worker)
      promote(successor)
    }
    fill()
    for (const worker of retiring) if (worker.load === 0) void worker.end()
  }

  const all = () => [...working.keys(), ...bench, ...retiring]
  fill()
  return {
    working,
    started,
    tend,
    async close() {
      open = false
      settle.reject(new Error('The pool was closed before it was ready'))
      await Promise.all(all().map((worker) => worker.end()))
    },
  }
}
