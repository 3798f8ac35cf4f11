// Runs the server's jobs in workers, one at a time in each, bounded in jobs, time and memory. Every
// job gets one result; nothing rejects. A page that ended its worker is refused for a while.

import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../../diagnostics/runtime/clock.ts'
import { type PendingJob, type WorkerEnd, whyEnded } from './pool-worker.ts'
import type { Answer, Job, JobRequest, Refusal } from './protocol.ts'
import { Supervisor, type SupervisorOptions } from './supervisor.ts'

export interface Pool {
  /** Refuses at once if it cannot finish in time. */
  render(request: JobRequest): Promise<Answer | Refusal>
  readonly waiting: number
  readonly ready: number
  readonly isFull: boolean
  close(): Promise<void>
}

/** Settings of a pool. Times in ms. */
export interface PoolOptions extends Omit<SupervisorOptions, 'clock'> {
  readonly clock?: SupervisorOptions['clock']
  /** Of one snapshot, in ms. */
  readonly deadline: number
  /** For a free worker. Default: one and a half deadlines. */
  readonly wait?: number | undefined
  readonly queue: number
  /** The longest expected wait of an accepted job. */
  readonly patience: number
  readonly onReplaced?: ((why: unknown) => void) | undefined
  /** Belongs to no answer. The state is null if it is unknown. */
  readonly onStray?: ((error: string, state: string | null) => void) | undefined
  readonly onSlow?: ((state: string, waiting: readonly string[]) => void) | undefined
}

interface QueuedJob extends PendingJob {
  readonly resolve: (answer: Answer | Refusal) => void
  /** When a worker received it. */
  begun: number
  cancel: () => void
}

/** In deadlines: a job must survive the end of one that hangs. */
const WAITS = 1.5

/** In ms, for a page that ended its worker. */
const BAR = 60_000
const MOST_BARRED = 1000

/** Weight of the last answer in the mean time. */
const LAST = 0.1

/** @throws The app module's error if a worker cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const pool = new WorkerPool(options)
  await pool.start()
  return pool
}

class WorkerPool implements Pool {
  readonly #options: PoolOptions
  readonly #clock: Clock
  readonly #wait: number
  readonly #supervisor: Supervisor
  readonly #queue: QueuedJob[] = []
  readonly #running = new Set<QueuedJob>()
  /** Pages that ended a worker. */
  readonly #bars = new LRUCache<string, { readonly until: number; readonly why: string }>({
    max: MOST_BARRED,
  })
  #nextId = 0
  #waiting = 0
  #isOpen = false
  /** Mean time that a page has a worker, in ms. */
  #mean = 0

  constructor(options: PoolOptions) {
    const { clock = systemClock } = options
    this.#options = options
    this.#clock = clock
    this.#wait = options.wait ?? WAITS * options.deadline + (options.warmUp ?? 0)
    this.#supervisor = new Supervisor(
      { ...options, clock },
      {
        ready: () => this.#dispatch(),
        workerEnded: (end, isRetired) => this.#resolveEnded(end, isRetired),
        stray: (error, state) => options.onStray?.(error, state),
        slow: (state, waiting) => options.onSlow?.(state, waiting),
      },
    )
  }

  async start(): Promise<void> {
    try {
      await this.#supervisor.started
      this.#isOpen = true
    } catch (error) {
      await this.close()
      throw error
    }
  }

  get waiting(): number {
    return this.#waiting
  }

  get ready(): number {
    return this.#isOpen ? this.#supervisor.ready : 0
  }

  get isFull(): boolean {
    const { queue: most, workers, patience } = this.#options
    return this.#waiting >= most || (this.#queue.length * this.#mean) / workers > patience
  }

  /** Callers may pass this function on without its pool. */
  readonly render = async (request: JobRequest): Promise<Answer | Refusal> => {
    if (!this.#isOpen) return CLOSED
    const barred = this.#barOf(request)
    if (barred) return barred
    if (this.isFull) return OVERLOADED
    this.#waiting += 1
    return new Promise((resolve) => {
      const resolveJob = (value: Answer | Refusal) => {
        this.#waiting -= 1
        resolve(value)
      }
      this.#enqueue(this.#pendingJob(request, resolveJob), this.#queue.length)
    })
  }

  async close(): Promise<void> {
    this.#isOpen = false
    for (const pending of this.#queue.splice(0)) {
      pending.cancel()
      pending.resolve(CLOSED)
    }
    await this.#supervisor.close()
  }

  #barOf(request: JobRequest): Refusal | undefined {
    const { until = 0, why = '' } = this.#bars.get(keyOf(request)) ?? {}
    const retryAfter = until - this.#clock.now()
    return retryAfter > 0 ? { type: 'barred', retryAfter, why } : undefined
  }

  #pendingJob({ shell, ...request }: JobRequest, resolve: QueuedJob['resolve']): QueuedJob {
    const pending: QueuedJob = {
      job: { ...request, id: this.#nextId, deadline: this.#options.deadline },
      ...{ shell, resolve, begun: 0, cancel: () => undefined },
      answer: (answer) => this.#onAnswer(pending, answer),
    }
    this.#nextId = (this.#nextId + 1) % MOST_IDS
    return pending
  }

  #enqueue(pending: QueuedJob, place: number): void {
    this.#queue.splice(place, 0, pending)
    pending.cancel = this.#clock.after(this.#wait, () => {
      this.#queue.splice(this.#queue.indexOf(pending), 1)
      const why = notFree(this.#wait, this.#running)
      pending.resolve({ type: 'lost', outcome: 'late', why })
    })
    this.#dispatch()
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      const worker = this.#supervisor.idle()
      if (worker === undefined) return
      const pending = this.#queue.shift() as QueuedJob
      pending.cancel()
      pending.begun = this.#clock.now()
      this.#running.add(pending)
      worker.run(pending)
    }
  }

  #onAnswer(pending: QueuedJob, answer: Answer | undefined): void {
    this.#running.delete(pending)
    if (answer === undefined) {
      this.#enqueue(pending, 0)
      return
    }
    this.#mean += LAST * (this.#clock.now() - pending.begun - this.#mean)
    pending.resolve(answer)
    this.#supervisor.retireOld()
    this.#dispatch()
  }

  #resolveEnded(end: WorkerEnd, isRetired: boolean): void {
    const pending = end.pending as QueuedJob | undefined
    if (pending) this.#running.delete(pending)
    const why = whyEnded(end)
    if (this.#isOpen && !isRetired) this.#options.onReplaced?.(why)
    if (!this.#isOpen) pending?.resolve(CLOSED)
    else if (pending) {
      this.#bars.set(keyOf(pending.job), { until: this.#clock.now() + BAR, why })
      const refused = `${why}. The state is refused for ${BAR / 1000} s`
      pending.resolve({ type: 'lost', outcome: end.hung ? 'late' : 'crashed', why: refused })
    }
    this.#dispatch()
  }
}

const keyOf = ({ page, state }: Pick<Job, 'page' | 'state'>) => JSON.stringify([page, state])
const MOST_IDS = 2 ** 31 - 1

const MOST_NAMED = 5

function notFree(ms: number, running: ReadonlySet<QueuedJob>): string {
  const states = [...running].map(({ job }) => JSON.stringify(job.state))
  const held =
    states.length === 0 ? 'none is ready' : `they had ${states.slice(0, MOST_NAMED).join(', ')}`
  return `no worker was free for it within ${ms} ms: ${held}`
}

const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }
