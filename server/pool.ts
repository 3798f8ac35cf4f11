// The worker threads that make snapshots, seen from the server's thread: bounded in jobs, time and memory.
// In: jobs. Out: answers, or why there is none; never a rejection. A thread that hangs or dies is replaced
// by one that is warm; the job to blame is refused, the innocent are tried once more. A thread that has
// grown old, in renders, time or memory, is replaced when it has nothing to do.

import type { Worker } from 'node:worker_threads'
import type { Soon } from './after.ts'
import type { Answer, Job } from './job.ts'
import { createPulse, type Pulse } from './pulse.ts'
import { type End, type Refusal, type Task, type Thread, watchThread } from './thread.ts'

/** A pool of snapshot workers. */
export interface Pool {
  /** Makes a snapshot; refuses at once what cannot be made in time. */
  render(job: Omit<Job, 'id' | 'deadline'>): Soon<Answer | Refusal>
  /** How many jobs are under way or wait. */
  readonly waiting: number
  /** How many threads can take jobs now. */
  readonly ready: number
  /** Terminates the workers; what waits is answered `closed`. */
  close(): Promise<void>
}

/** When a thread is too old to go on: what its views have left in it cannot all be taken back. */
export interface Age {
  readonly renders: number
  readonly ms: number
  readonly heapBytes: number
}

/** Settings of a pool. */
export interface PoolOptions {
  /** Starts a worker thread that is given this pulse. */
  readonly spawn: (pulse: Pulse) => Worker
  /** How many threads work. */
  readonly workers: number
  /** How many more are kept warm to step in. */
  readonly spares: number
  /** How many ms a snapshot may take. */
  readonly deadline: number
  /** How many jobs may be under way or wait, over all threads. */
  readonly queue: number
  /** For how many ms a job may have to wait until a thread has done what it has. */
  readonly patience: number
  readonly maxAge: Age
  /** Told when a thread had to be replaced. */
  readonly onReplaced?: ((why: unknown) => void) | undefined
}

// A thread that cannot even start is not started again at once, or a broken app would take a whole core.
const RESTART_PAUSE = 1000

/** Starts the threads. @throws What the app module threw, when a thread cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const { workers, spares, deadline, queue, patience, maxAge } = options
  const working = new Set<Thread>()
  const warm = new Set<Thread>()
  const retiring = new Set<Thread>()
  const homeless: Task[] = []
  let nextId = 0
  let waiting = 0
  let open = true

  function startThread(): Thread {
    const pulse = createPulse()
    let started = false
    const thread = watchThread(options.spawn(pulse), pulse, (end) => {
      const retired = !working.delete(thread) && !warm.delete(thread)
      retiring.delete(thread)
      for (const task of end.tasks) leave(task, end)
      if (!open || retired) return
      options.onReplaced?.(whyEnded(end))
      if (started) fill()
      else setTimeout(() => open && fill(), RESTART_PAUSE).unref()
    })
    thread.ready.then(
      () => {
        started = true
      },
      () => undefined,
    )
    return thread
  }

  /** Puts warm threads to work, and starts what is missing. */
  function fill(): void {
    while (working.size < workers) {
      const [next = startThread()] = warm
      warm.delete(next)
      working.add(next)
    }
    while (warm.size < spares) warm.add(startThread())
    for (const task of homeless.splice(0)) assign(task)
  }

  function leave(task: Task, { culprit, hung }: End): void {
    if (!open) task.answer({ type: 'closed' })
    else if (task === culprit) task.answer({ type: hung ? 'late' : 'crashed' })
    else if (task.retried) task.answer({ type: 'crashed' })
    else {
      task.retried = true
      assign(task)
    }
  }

  const idlest = (): Thread | undefined =>
    [...working].reduce<Thread | undefined>(
      (best, thread) => (best && best.load <= thread.load ? best : thread),
      undefined,
    )

  function assign(task: Task): void {
    const thread = idlest()
    if (thread) thread.run(task)
    else homeless.push(task)
  }

  const isFull = (): boolean => waiting >= queue || (idlest()?.backlog ?? 0) > patience

  function retireOld(): void {
    for (const thread of working) {
      const old =
        thread.answered >= maxAge.renders ||
        thread.heapBytes >= maxAge.heapBytes ||
        performance.now() - thread.startedAt >= maxAge.ms
      if (!old || !open) continue
      working.delete(thread)
      retiring.add(thread)
      fill()
    }
    for (const thread of retiring) {
      if (thread.load > 0) continue
      retiring.delete(thread)
      void thread.terminate()
    }
  }

  fill()
  try {
    await Promise.all([...working, ...warm].map((thread) => thread.ready))
  } catch (error) {
    await close()
    throw error
  }

  async function close(): Promise<void> {
    open = false
    for (const task of homeless.splice(0)) task.answer({ type: 'closed' })
    await Promise.all([...working, ...warm, ...retiring].map((thread) => thread.terminate()))
  }

  return {
    get waiting() {
      return waiting
    },
    get ready() {
      return working.size
    },
    render(job) {
      if (!open) return CLOSED
      if (isFull()) return OVERLOADED
      waiting += 1
      return new Promise((resolve) => {
        const answer = (value: Answer | Refusal) => {
          waiting -= 1
          resolve(value)
          retireOld()
        }
        assign({ job: { ...job, id: nextId, deadline }, answer, retried: false })
        nextId = (nextId + 1) % 2 ** 31
      })
    },
    close,
  }
}

const CLOSED: Refusal = { type: 'closed' }
const OVERLOADED: Refusal = { type: 'overloaded' }

const whyEnded = ({ hung, culprit, error }: End): unknown =>
  hung ? `the snapshot of "${culprit?.job.state}" hung` : (error ?? 'it exited')
