// Runs jobs in workers, one at a time in each, bounded in jobs, time and memory. Every job gets
// exactly one result; nothing rejects. A page that ended its worker is refused for a while.

import { LRUCache } from 'lru-cache'
import { systemClock } from '../../diagnostics/runtime/clock.ts'
import { type End, type Task, whyEnded } from './pool-worker.ts'
import type { Answer, Job, Order, Refusal } from './protocol.ts'
import { createSupervisor, type SupervisorOptions } from './supervisor.ts'

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
export interface PoolOptions extends Omit<SupervisorOptions, 'clock'> {
  /** Default: the system clock. */
  readonly clock?: SupervisorOptions['clock']
  /** How long a snapshot may take. */
  readonly deadline: number
  /** How long a job may wait for a free worker. Default: one and a half deadlines. */
  readonly wait?: number | undefined
  readonly queue: number
  /** Longest expected wait of an accepted job. */
  readonly patience: number
  readonly onReplaced?: ((why: unknown) => void) | undefined
  /** Receives an uncaught error that belongs to no answer, with its state if known. */
  readonly onStray?: ((error: string, state: string | null) => void) | undefined
  /** Receives a page that still waits for something. */
  readonly onSlow?: ((state: string, waiting: readonly string[]) => void) | undefined
}

interface Waiting extends Task {
  readonly job: Job
  readonly settle: (answer: Answer | Refusal) => void
  /** When a worker got it. */
  begun: number
  cancel: () => void
}

/** In deadlines: a job that comes with one that hangs waits until that has ended. */
const WAITS = 1.5

/** How long a page is refused that ended its worker, in ms. */
const BAR = 60_000
const MOST_BARRED = 1000

/** Weight of the last answer in the mean time of a page. */
const LAST = 0.1

/** Starts the workers. @throws The app module's error if a worker cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const { deadline, queue: most, patience, clock = systemClock } = options
  const wait = options.wait ?? WAITS * deadline + (options.warmUp ?? 0)
  const bars = new LRUCache<string, { readonly until: number; readonly why: string }>({
    max: MOST_BARRED,
  })
  const queue: Waiting[] = []
  const running = new Set<Waiting>()
  let nextId = 0
  let waiting = 0
  // The error of a failed start names the cause.
  let open = false
  /** Mean time that a page has a worker, in ms. */
  let mean = 0
  const supervisor = createSupervisor(
    { ...options, clock },
    {
      ready: dispatch,
      ended,
      stray: (error, state) => options.onStray?.(error, state),
      slow: (state, waiting) => options.onSlow?.(state, waiting),
    },
  )

  function ended(end: End, isDue: boolean): void {
    const task = end.task as Waiting | undefined
    if (task) running.delete(task)
    const why = whyEnded(end)
    if (open && !isDue) options.onReplaced?.(why)
    if (!open) task?.settle(CLOSED)
    else if (task) {
      bars.set(keyOf(task.job), { until: clock.now() + BAR, why })
      const refused = `${why}. The state is refused for ${BAR / 1000} s`
      task.settle({ type: end.hung ? 'late' : 'crashed', why: refused })
    }
    dispatch()
  }

  function barOf(order: Order): Refusal | undefined {
    const { until = 0, why = '' } = bars.get(keyOf(order)) ?? {}
    const retryAfter = until - clock.now()
    return retryAfter > 0 ? { type: 'barred', retryAfter, why } : undefined
  }

  function enqueue(task: Waiting, place: number): void {
    queue.splice(place, 0, task)
    task.cancel = clock.after(wait, () => {
      queue.splice(queue.indexOf(task), 1)
      task.settle({ type: 'late', why: notFree(wait, running) })
    })
    dispatch()
  }

  function dispatch(): void {
    while (queue.length > 0) {
      const worker = supervisor.idle()
      if (worker === undefined) return
      const task = queue.shift() as Waiting
      task.cancel()
      task.begun = clock.now()
      running.add(task)
      worker.run(task)
    }
  }

  function taskOf({ shell, ...order }: Order, settle: Waiting['settle']): Waiting {
    const task: Waiting = {
      job: { ...order, id: nextId, deadline },
      ...{ shell, settle, begun: 0, cancel: () => undefined },
      answer(value) {
        running.delete(task)
        if (value === undefined) return enqueue(task, 0)
        mean += LAST * (clock.now() - task.begun - mean)
        settle(value)
        supervisor.tend()
        dispatch()
      },
    }
    nextId = (nextId + 1) % MOST_IDS
    return task
  }

  const isFull = (): boolean =>
    waiting >= most || (queue.length * mean) / options.workers > patience

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
    open = true
  } catch (error) {
    await close()
    throw error
  }
  return {
    get waiting() {
      return waiting
    },
    get ready() {
      return open ? supervisor.ready : 0
    },
    get isFull() {
      return isFull()
    },
    async render(order) {
      if (!open) return CLOSED
      const barred = barOf(order)
      if (barred) return barred
      if (isFull()) return OVERLOADED
      waiting += 1
      return new Promise((resolve) => {
        const settle = (value: Answer | Refusal) => {
          waiting -= 1
          resolve(value)
        }
        enqueue(taskOf(order, settle), queue.length)
      })
    },
    close,
  }
}

const keyOf = ({ page, state }: Pick<Job, 'page' | 'state'>) => JSON.stringify([page, state])
const MOST_IDS = 2 ** 31 - 1

/** States told of; more add nothing. */
const MOST_TOLD = 5

function notFree(ms: number, running: ReadonlySet<Waiting>): string {
  const states = [...running].map(({ job }) => JSON.stringify(job.state))
  const held =
    states.length === 0 ? 'none is ready' : `they had ${states.slice(0, MOST_TOLD).join(', ')}`
  return `no worker was free for it within ${ms} ms: ${held}`
}

const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }
