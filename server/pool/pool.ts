// The workers that make snapshots, seen from the server: bounded in jobs, time and memory.
// In: jobs. Out: an answer to each, exactly one, or why there is none; never a rejection. Jobs wait here, not
// in a worker, until one is ready. The job that has ended a worker is refused and, at the second time,
// barred; the others of that worker are made anew, not beside it.

import type { MaybePromise } from '../http/maybe-promise.ts'
import { systemClock } from '../runtime/clock.ts'
import { createBlame } from './blame.ts'
import { idlest } from './idlest.ts'
import { type End, type PoolWorker, type Task, whyEnded } from './pool-worker.ts'
import type { Answer, Job, Order, Refusal } from './protocol.ts'
import { createSupervisor, type SupervisorEvents, type SupervisorOptions } from './supervisor.ts'

/** A pool of snapshot workers. */
export interface Pool {
  /** Makes a snapshot; refuses at once what cannot be made in time. */
  render(order: Order): MaybePromise<Answer | Refusal>
  /** How many jobs are under way or wait. */
  readonly waiting: number
  /** How many workers can take jobs now. */
  readonly ready: number
  /** Ends the workers; what waits is answered `closed`. */
  close(): Promise<void>
}

/** Settings of a pool. Times in ms. With no `workers` a spare makes each page, and is ended after it. */
export interface PoolOptions extends Omit<SupervisorOptions, 'seed' | 'clock'> {
  /** Default: drawn at random. */
  readonly seed?: number
  /** Default: the machine's. */
  readonly clock?: SupervisorOptions['clock']
  /** How long a snapshot may take. */
  readonly deadline: number
  /** How long its job may wait before for a worker that is ready. Default: the deadline. */
  readonly wait?: number | undefined
  /** How many jobs may be under way or wait, over all workers. */
  readonly queue: number
  /** For how long a job may have to wait until a worker has done what it has. */
  readonly patience: number
  /** The route that shows a state: what ends workers again and again may be more than one state of it. */
  readonly routeOf?: ((job: Pick<Job, 'page' | 'state'>) => string | undefined) | undefined
  /** Receives why a worker had to be replaced. */
  readonly onReplaced?: ((why: unknown) => void) | undefined
  /** Told of an error that nobody caught and that belongs to no answer; to this state, if to any. */
  readonly onStray?: ((error: string, state: string | null) => void) | undefined
  /** Told of a page that still waits for something. */
  readonly onSlow?: ((state: string, waiting: readonly string[]) => void) | undefined
  /** Receives what is refused from now on, for some ms, as it has ended workers. */
  readonly onBarred?: ((job: Job, ms: number) => void) | undefined
}

/** A job with how much it has been through. */
interface Waiting extends Task {
  job: Job
  /** Tells who asked. */
  readonly settle: (answer: Answer | Refusal) => void
  /** What it may still lose workers for. */
  budget: number
  cancel: () => void
}

/** A job may lose its worker to so many others; when it is not known to whom, one time counts twice. */
const BUDGET = 3

/** Starts the workers. @throws What the app module threw, when one cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const { deadline, queue: most, patience, seed = Math.random(), clock = systemClock } = options
  const blame = createBlame(clock, options.routeOf)
  const queue: Waiting[] = []
  const isSingleUse = options.workers === 0
  /** The worker that runs a suspect, which nothing is put beside. */
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
        convict(task.job)
        task.settle({ type: hung ? 'late' : 'crashed', why: String(whyEnded(end)) })
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

  function convict(job: Job): void {
    const ms = blame.strike(job)
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

  /** Gives out what waits: first what is above suspicion, then one suspect at a time, if a worker has nothing else. */
  function dispatch(): void {
    for (const worker of alone) if (worker.load === 0) alone.delete(worker)
    const suspects: Waiting[] = []
    for (const task of [...queue]) {
      if (blame.isSuspect(task.job)) suspects.push(task)
      else if (isSingleUse) give(task, supervisor.takeNew())
      else if (task.budget < BUDGET) give(task, workerFor(isTrusted))
      else if (!give(task, workerFor())) return
    }
    for (const task of suspects) {
      const retryAfter = blame.barredFor(task.job)
      if (retryAfter > 0) {
        take(task)
        task.settle({ type: 'barred', retryAfter })
      } else if (alone.size === 0) {
        const worker = isSingleUse ? supervisor.takeNew() : workerFor()
        if (worker?.load === 0 && give(task, worker)) alone.add(worker)
      }
    }
  }

  /** Its worker can't make it any more: what ran before its document was open has left something. */
  function handedBack(task: Waiting): void {
    task.job = { ...task.job, inDocument: true }
    enqueue(task)
    dispatch()
  }

  function take(task: Waiting): void {
    queue.splice(queue.indexOf(task), 1)
    task.cancel()
  }

  function give(task: Waiting, worker: PoolWorker | undefined): boolean {
    if (worker === undefined) return false
    take(task)
    worker.run(task)
    return true
  }

  const free = (worker: PoolWorker): boolean => !alone.has(worker)
  const workerFor = (mayTake = free) => idlest(supervisor.working.keys(), mayTake)

  /** Whether no job of a worker is known to end workers: a job that was lost once is not lost to the next suspect. */
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
      return open ? (isSingleUse ? supervisor.all().length : supervisor.working.size) : 0
    },
    render({ shell, ...job }) {
      if (!open) return CLOSED
      const retryAfter = blame.barredFor(job)
      if (retryAfter > 0) return { type: 'barred', retryAfter }
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

/** Why a page is given up that has run beside culprits too often. */
const LEFT_OVER = 'workers that had begun it were ended by other pages, again and again'
const MOST_IDS = 2 ** 31 - 1
const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }
