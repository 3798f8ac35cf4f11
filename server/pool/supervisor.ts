// The workers of a pool: starts them, puts ready ones to work, replaces those that end or have grown old.
// In: how to start one. Out: the workers that can take jobs. An old worker goes on until its successor is
// ready, so that there are never fewer than before; one that cannot start is tried again, ever more rarely.

import type { Clock } from '../runtime/clock.ts'
import { type End, type PoolWorker, type Remarks, watchWorker } from './pool-worker.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** When a worker is too old to go on: what its views have left in it cannot all be taken back. */
export interface Age {
  readonly renders: number
  /** At work, in ms. */
  readonly ms: number
  /** On its heap and outside of it. */
  readonly bytes: number
}

/** Settings of a supervisor. Times in ms. */
export interface SupervisorOptions {
  /** Starts a worker. */
  readonly spawn: () => WorkerHandle
  /** How many work. */
  readonly workers: number
  /** How many more are kept ready to step in. */
  readonly spares: number
  /** How many may at a time be at work on their only page. Default: as many as are asked for. */
  readonly singles?: number
  /** How long a worker may take until it is ready. */
  readonly startDeadline: number
  /** The age at which workers retire: each somewhat earlier, and none when another does. */
  readonly maxAge: Age
  /** From 0 to 1: where the spread of the ages begins. */
  readonly seed: number
  readonly clock: Clock
}

/** Who hears of a supervisor. */
export interface SupervisorEvents extends Remarks {
  /** One more worker is ready: those at work may be more, or others. */
  ready(worker: PoolWorker): void
  /** A worker has ended with jobs, or unasked. */
  ended(end: End, wasRetiring: boolean): void
}

/** Workers. */
export interface Supervisor {
  /** Those that take jobs now. */
  readonly working: ReadonlyMap<PoolWorker, unknown>
  /** Settles when all of the first are ready; rejects with why one of them was not. */
  readonly started: Promise<void>
  /** All that are ready, at work or not. */
  all(): readonly PoolWorker[]
  /** Takes a ready worker that has made nothing yet, for one page: it is ended after it. None: there will be one. */
  takeNew(): PoolWorker | undefined
  /** Retires who has grown old, as far as there are successors. */
  tend(): void
  close(): Promise<void>
}

/** The pause before the next start after one that failed; each further one doubles it. */
const PAUSE = 1000
const MOST_PAUSE = 30_000

/** The youngest retire when they have reached this much of the age. */
const EARLIEST = 0.7
// Multiples of it, less their whole parts, lie as far from each other as can be, however many there are.
const GOLDEN = (Math.sqrt(5) - 1) / 2

/** What the supervisor knows of a worker. */
interface Service {
  /** When it was put to work. */
  readonly since: number
  /** How much of the age it reaches. */
  readonly life: number
}

/** Starts a supervisor. */
export function createSupervisor(options: SupervisorOptions, events: SupervisorEvents): Supervisor {
  const {
    spawn,
    workers,
    spares,
    singles = Number.POSITIVE_INFINITY,
    startDeadline,
    maxAge,
    seed,
    clock,
  } = options
  const working = new Map<PoolWorker, Service>()
  /** Starting, or ready and spare. */
  const bench = new Set<PoolWorker>()
  const retiring = new Set<PoolWorker>()
  let promoted = 0
  let failures = 0
  let paused = false
  let open = true
  let settle: { resolve(): void; reject(error: unknown): void }
  const started = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  started.catch(() => undefined)

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

  /** Puts ready workers to work, and starts what is missing. */
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

  function isOld(worker: PoolWorker): boolean {
    const { since, life } = working.get(worker) as Service
    return (
      worker.answered >= maxAge.renders * life ||
      worker.bytes >= maxAge.bytes ||
      clock.now() - since >= maxAge.ms * life
    )
  }

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
    all: () => all().filter((worker) => worker.ready),
    takeNew() {
      const worker = retiring.size < singles ? [...bench].find((one) => one.ready) : undefined
      if (worker === undefined) return undefined
      bench.delete(worker)
      retiring.add(worker)
      fill()
      return worker
    },
    tend,
    async close() {
      open = false
      settle.reject(new Error('The pool was closed before it was ready'))
      await Promise.all(all().map((worker) => worker.end()))
    },
  }
}
