// A lane of the pool: runs its jobs in workers, one at a time in each, bounded in jobs, time and
// memory. A job that ended its worker is refused for a while.

import { LRUCache } from 'lru-cache'
import { type Clock, systemClock } from '../../diagnostics/runtime/clock.ts'
import type { Lane, LaneEvent } from './pool.ts'
import type { PoolWorker, WorkerEnd } from './pool-worker.ts'
import type { Job, Refusal, Result } from './protocol.ts'
import { Supervisor, type SupervisorOptions } from './supervisor.ts'

/** Settings of a lane. Times in ms. */
export interface WorkerLaneOptions extends Omit<SupervisorOptions, 'clock'>, Pick<Lane, 'prepare'> {
  /** Default: all jobs. */
  readonly takes?: Lane['takes']
  readonly clock?: SupervisorOptions['clock']
  /** Of one snapshot, in ms. */
  readonly deadline: number
  /** For a free worker. Default: one and a half deadlines. */
  readonly wait?: number | undefined
  readonly queue: number
  /** The longest expected wait of an accepted job. */
  readonly patience: number
}

interface Task {
  readonly job: Job
  readonly done: (result: Result) => void
  /** Whether its worker was killed from outside. */
  readonly wasKilled: boolean
}

/** A task in the queue. */
interface Turn extends Task {
  /** Ends the wait for a worker. */
  readonly cancel: () => void
}

/** In deadlines: a job must survive the end of one that hangs. */
const WAITS = 1.5

/** In ms. Processes that are killed together, as when memory lacks, do not end at once. */
const GRACE = 100

/** In ms, for a job that ended its worker. */
const BAR = 60_000
const MOST_BARRED = 1000

/** Weight of the last answer in the mean time. */
const LAST = 0.1

export class WorkerLane implements Lane {
  readonly takes: Lane['takes']
  readonly prepare: Lane['prepare']
  readonly #options: WorkerLaneOptions
  readonly #clock: Clock
  readonly #wait: number
  readonly #supervisor: Supervisor
  readonly #queue: Turn[] = []
  /** Jobs that ended a worker. */
  readonly #bars = new LRUCache<string, { readonly until: number; readonly why: string }>({
    max: MOST_BARRED,
  })
  /** Jobs under way or in the queue. */
  #waiting = 0
  /** Times of grace under way: no worker gets a job. */
  #graces = 0
  #isOpen = false
  /** Mean time that a page has a worker, in ms. */
  #mean = 0

  constructor(options: WorkerLaneOptions, observe: (event: LaneEvent) => void) {
    const { clock = systemClock } = options
    this.takes = options.takes ?? (() => true)
    this.prepare = options.prepare
    this.#options = options
    this.#clock = clock
    this.#wait = options.wait ?? WAITS * options.deadline + (options.warmUp ?? 0)
    this.#supervisor = new Supervisor({ ...options, clock }, (event) => {
      if (event.type !== 'ready' && event.type !== 'ended') return observe(event)
      if (event.type === 'ended' && event.cause === 'killed') this.#pause()
      if (event.type === 'ended' && this.#isOpen && event.cause !== 'wanted')
        observe({ type: 'replaced', why: event.why })
      this.#dispatch()
    })
  }

  /** Starts its workers. @throws The app module's error if one cannot start. */
  async start(): Promise<this> {
    try {
      await this.#supervisor.start()
      this.#isOpen = true
      return this
    } catch (error) {
      await this.close()
      throw error
    }
  }

  get ready(): number {
    return this.#isOpen ? this.#supervisor.ready : 0
  }

  get isFull(): boolean {
    const { queue: most, workers, patience } = this.#options
    return this.#waiting >= most || (this.#queue.length * this.#mean) / workers > patience
  }

  async render(job: Job): Promise<Result> {
    if (!this.#isOpen) return CLOSED
    const barred = this.#barOf(job)
    if (barred) return barred
    if (this.isFull) return OVERLOADED
    this.#waiting += 1
    return new Promise((resolve) => {
      const { deadline } = this.#options
      const done = (result: Result) => {
        this.#waiting -= 1
        resolve(result)
      }
      this.#enqueue({ job: { ...job, deadline }, done, wasKilled: false }, this.#queue.length)
    })
  }

  async close(): Promise<void> {
    this.#isOpen = false
    for (const { cancel, done } of this.#queue.splice(0)) {
      cancel()
      done(CLOSED)
    }
    await this.#supervisor.close()
  }

  #barOf(job: Job): Refusal | undefined {
    const { until = 0, why = '' } = this.#bars.get(keyOf(job)) ?? {}
    const retryAfter = until - this.#clock.now()
    return retryAfter > 0 ? { type: 'barred', retryAfter, why } : undefined
  }

  #enqueue(task: Task, place: number): void {
    const cancel = this.#clock.after(this.#wait, () => {
      this.#queue.splice(this.#queue.indexOf(turn), 1)
      task.done({ type: 'no-worker', why: notFree(this.#wait, this.#supervisor.states) })
    })
    const turn: Turn = { ...task, cancel }
    this.#queue.splice(place, 0, turn)
    this.#dispatch()
  }

  #pause(): void {
    this.#graces += 1
    this.#clock.after(GRACE, () => {
      this.#graces -= 1
      this.#dispatch()
    })
  }

  #dispatch(): void {
    if (this.#graces > 0) return
    for (let turn = this.#queue[0]; turn !== undefined; turn = this.#queue[0]) {
      const worker = this.#supervisor.idle()
      if (worker === undefined) return
      this.#queue.shift()
      this.#start(turn, worker)
    }
  }

  #start(turn: Turn, worker: PoolWorker): void {
    const { job, done, wasKilled } = turn
    turn.cancel()
    const startedAt = this.#clock.now()
    worker.run(job, (end) => {
      // Another worker must render it.
      if (end === undefined) return this.#enqueue(turn, 0)
      if (end.type === 'ended') {
        // Once: the page may be what took the machine's memory.
        if (end.cause === 'killed' && !wasKilled && this.#isOpen) {
          this.#pause()
          return this.#enqueue({ ...turn, wasKilled: true }, 0)
        }
        return done(this.#lost(job, end))
      }
      this.#mean += LAST * (this.#clock.now() - startedAt - this.#mean)
      done(end)
      this.#supervisor.replaceOld()
      this.#dispatch()
    })
  }

  #lost(job: Job, { cause, why }: WorkerEnd): Refusal {
    if (!this.#isOpen) return CLOSED
    this.#bars.set(keyOf(job), { until: this.#clock.now() + BAR, why })
    const refused = `${why}. The state is refused for ${BAR / 1000} s`
    return { type: cause === 'hung' ? 'hung' : 'died', retryAfter: BAR, why: refused }
  }
}

/** As the cache: another query or form may be sound. No URL has a "#". */
const keyOf = ({ form, url, state }: Job) => `${form} ${url}#!${state}`

const MOST_NAMED = 5

function notFree(ms: number, states: readonly string[]): string {
  const named = states.slice(0, MOST_NAMED).map((state) => JSON.stringify(state))
  const held = named.length === 0 ? 'none is ready' : `they had ${named.join(', ')}`
  return `no worker was free for it within ${ms} ms: ${held}`
}

const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }
