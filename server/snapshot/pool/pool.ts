// Runs jobs in workers, bounded in jobs, time and memory. Every job gets exactly one result;
// nothing rejects. A job that crashed its worker is refused, the second time barred; the worker's
// other jobs run again, apart from it.

import { systemClock } from '../../diagnostics/runtime/clock.ts'
import { createBlame } from './blame.ts'
import { idlest } from './idlest.ts'
import { type End, type PoolWorker, whyEnded } from './pool-worker.ts'
import type { Answer, Job, Order, Refusal } from './protocol.ts'
import { createSupervisor, type SupervisorEvents, type SupervisorOptions } from './supervisor.ts'
import type { Task } from './task.ts'

export interface Pool {
  /** Renders a snapshot; refuses at once if it cannot finish in time. */
  render(order: Order): Promise<Answer | Refusal>
  readonly waiting: number
  readonly ready: number
  /** Whether it refuses every page now. */
  readonly isFull: boolean
  close(): Promise<void>
}

/** Settings of a pool. Times in ms. */
export interface PoolOptions extends Omit<SupervisorOptions, 'seed' | 'clock'> {
  /** Default: random. */
  readonly seed?: number
  /** Default: the system clock. */
  readonly clock?: SupervisorOptions['clock']
  /** How long a snapshot may take. */
  readonly deadline: number
  /** How long a job may wait for a ready worker. Default: the deadline. */
  readonly wait?: number | undefined
  /** True: one job per worker at a time. Default: no such limit. */
  readonly oneByOne?: boolean
  readonly queue: number
  /** Longest accepted backlog of a worker. */
  readonly patience: number
  /** The route of a state: crashes may affect several states of one route. */
  readonly routeOf?: ((job: Pick<Job, 'page' | 'state'>) => string | undefined) | undefined
  readonly onReplaced?: ((why: unknown) => void) | undefined
  /** Receives an uncaught error that belongs to no answer, with its state if known. */
  readonly onStray?: ((error: string, state: string | null) => void) | undefined
  /** Receives a page that still waits for something. */
  readonly onSlow?: ((state: string, waiting: readonly string[]) => void) | undefined
  /** Receives a job that is barred for some ms because it crashed workers. */
  readonly onBarred?: ((job: Job, ms: number) => void) | undefined
}

interface Waiting extends Task {
  job: Job
  readonly settle: (answer: Answer | Refusal) => void
  /** How many worker crashes it survives before it is refused. */
  budget: number
  cancel: () => void
}

/** Crashes by other jobs that a job survives. A crash with an unknown culprit counts twice. */
const BUDGET = 3

/** Starts the workers. @throws The app module's error if a worker cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const { deadline, queue: most, patience, seed = Math.random(), clock = systemClock } = options
  const blame = createBlame(clock, options.routeOf)
  const queue: Waiting[] = []
  /** Workers that run a suspect, which get no other job. */
  const alone = new Set<PoolWorker>()
  let nextId = 0
  let waiting = 0
  let open = true
  const hears: SupervisorEvents = {
    ready: dispatch,
    ended,
    stray: (error, state) => options.onStray?.(error, state),
    slow: (state, waiting) => options.onSlow?.(state, waiting),
  }
  const supervisor = createSupervisor({ ...options, seed, clock }, hears)

  function ended(end: End, wasRetiring: boolean): void {
    const { tasks, culprit, hung, cost } = end
    if (open && !wasRetiring) options.onReplaced?.(whyEnded(end))
    const again: Waiting[] = []
    for (const task of tasks as readonly Waiting[]) {
      if (!open) task.settle(CLOSED)
      else if (task === culprit) {
        const why = String(whyEnded(end))
        convict(task.job, why)
        task.settle({ type: hung ? 'late' : 'crashed', why })
      } else {
        task.budget -= cost
        if (task.budget < 0) task.settle({ type: 'crashed', why: LEFT_OVER })
        else again.push(task)
      }
    }
    for (const task of again) enqueue(task)
    queue.unshift(...queue.splice(queue.length - again.length))
    dispatch()
  }

  function convict(job: Job, why: string): void {
    const ms = blame.strike(job, why)
    if (ms > 0) options.onBarred?.(job, ms)
  }

  function enqueue(task: Waiting): void {
    queue.push(task)
    const ms = options.wait ?? deadline
    task.cancel = clock.after(ms, () => {
      take(task)
      task.settle({ type: 'late', why: `no worker was free for it within ${ms} ms` })
    })
  }

  /** Assigns waiting jobs: first unsuspected jobs, then one suspect per idle worker. */
  function dispatch(): void {
    for (const worker of alone) if (worker.load === 0) alone.delete(worker)
    const suspects: Waiting[] = []
    for (const task of [...queue]) {
      if (blame.isSuspect(task.job)) suspects.push(task)
      else if (task.budget < BUDGET) assign(task, workerFor(isTrusted))
      else if (!assign(task, workerFor())) return
    }
    for (const task of suspects) {
      const retryAfter = blame.barredFor(task.job)
      if (retryAfter > 0) {
        take(task)
        task.settle({ type: 'barred', retryAfter, why: blame.whyBarred(task.job) })
      } else if (alone.size === 0) {
        const worker = workerFor()
        if (worker?.load === 0 && assign(task, worker)) alone.add(worker)
      }
    }
  }

  /** Its worker cannot render it: code that ran before its document was open left side effects. */
  function handedBack(task: Waiting): void {
    task.job = { ...task.job, inDocument: true }
    enqueue(task)
    dispatch()
  }

  function take(task: Waiting): void {
    queue.splice(queue.indexOf(task), 1)
    task.cancel()
  }

  function assign(task: Waiting, worker: PoolWorker | undefined): boolean {
    if (worker === undefined) return false
    take(task)
    worker.run(task)
    return true
  }

  const free = (worker: PoolWorker): boolean =>
    !alone.has(worker) && !(options.oneByOne && worker.load > 0)
  const workerFor = (mayTake = free) => idlest(supervisor.working.keys(), mayTake)

  /**
   * Whether none of the worker's jobs is a suspect. A job that lost one worker must not lose the
   * next to a suspect.
   */
  const isTrusted = (worker: PoolWorker): boolean =>
    free(worker) && !worker.jobs().some((job) => blame.isSuspect(job))

  const isFull = (): boolean => waiting >= most || (workerFor()?.backlog ?? 0) > patience

  async function close(): Promise<void> {
    open = false
    for (const task of queue.splice(0)) {
      task.cancel()
      task.settle(CLOSED)
    }
    await supervisor.close()
  }

  try {
    await supervisor.started
  } catch (error) {
    await close()
    throw error
  }
  return {
    get waiting() {
      return waiting
    },
    get ready() {
      return open ? supervisor.working.size : 0
    },
    get isFull() {
      return isFull()
    },
    async render({ shell, ...job }) {
      if (!open) return CLOSED
      const retryAfter = blame.barredFor(job)
      if (retryAfter > 0) return { type: 'barred', retryAfter, why: blame.whyBarred(job) }
      if (isFull()) return OVERLOADED
      waiting += 1
      return new Promise((resolve) => {
        const id = nextId
        nextId = (nextId + 1) % MOST_IDS
        const task: Waiting = {
          job: { ...job, id, deadline },
          shell,
          budget: BUDGET,
          cancel: () => undefined,
          settle(value) {
            waiting -= 1
            resolve(value)
          },
          answer(value) {
            if (value === undefined) return handedBack(task)
            task.settle(value)
            blame.clear(job)
            supervisor.tend()
            dispatch()
          },
        }
        enqueue(task)
        dispatch()
      })
    },
    close,
  }
}

/** Why a page is refused that shared workers with culprits too often. */
const LEFT_OVER = 'workers that had begun it were ended by other pages, again and again'
const MOST_IDS = 2 ** 31 - 1
const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }
