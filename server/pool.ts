// The worker threads that make snapshots, seen from the server's thread: bounded in jobs and in time.
// In: jobs. Out: answers, or why there is none; never a rejection. A thread that hangs or dies is
// replaced; of its jobs the one that hung is refused, the innocent are tried once more.

import type { Worker } from 'node:worker_threads'
import type { Answer, Job } from './job.ts'
import { type Refusal, type Task, type Thread, watchThread } from './thread.ts'

/** A pool of snapshot workers. */
export interface Pool {
  /** Makes a snapshot. */
  render(job: Omit<Job, 'id' | 'deadline'>): Promise<Answer | Refusal>
  /** Terminates the workers; what waits is answered `closed`. */
  close(): Promise<void>
}

/** Settings of a pool. */
export interface PoolOptions {
  /** Starts a worker thread. */
  readonly spawn: () => Worker
  /** How many threads. */
  readonly workers: number
  /** How many ms a snapshot may take. */
  readonly deadline: number
  /** How many jobs may be under way or wait, over all threads. */
  readonly queue: number
  /** Told when a thread had to be replaced. */
  readonly onReplaced?: ((why: unknown) => void) | undefined
}

// A thread that cannot even start is not started again at once, or a broken app would take a whole core.
const RESTART_PAUSE = 1000

/** Starts the threads. @throws What the app module threw, when a thread cannot start. */
export async function createPool(options: PoolOptions): Promise<Pool> {
  const threads = new Set<Thread>()
  const homeless: Task[] = []
  let nextId = 0
  let waiting = 0
  let open = true

  function startThread(): Thread {
    let started = false
    const thread = watchThread(options.spawn(), (tasks, hung, error) => {
      threads.delete(thread)
      for (const task of tasks) leave(task, hung)
      if (!open) return
      options.onReplaced?.(hung ? `a snapshot of "${hung.job.state}" hung` : (error ?? 'it exited'))
      if (started) startThread()
      else setTimeout(() => open && startThread(), RESTART_PAUSE).unref()
    })
    threads.add(thread)
    thread.ready.then(
      () => {
        started = true
      },
      () => undefined,
    )
    for (const task of homeless.splice(0)) thread.run(task)
    return thread
  }

  function leave(task: Task, hung: Task | undefined): void {
    if (!open) task.answer({ type: 'closed' })
    else if (task === hung) task.answer({ type: 'late' })
    else if (task.retried) task.answer({ type: 'crashed' })
    else {
      task.retried = true
      assign(task)
    }
  }

  function assign(task: Task): void {
    const [idlest] = [...threads].sort((a, b) => a.load - b.load)
    if (idlest) idlest.run(task)
    else homeless.push(task)
  }

  const first = Array.from({ length: options.workers }, startThread)
  try {
    await Promise.all(first.map((thread) => thread.ready))
  } catch (error) {
    open = false
    await Promise.all([...threads].map((thread) => thread.terminate()))
    throw error
  }

  return {
    async render(job) {
      if (!open) return { type: 'closed' }
      if (waiting >= options.queue) return { type: 'overloaded' }
      waiting += 1
      const { deadline } = options
      return new Promise((resolve) => {
        const answer = (value: Answer | Refusal) => {
          waiting -= 1
          resolve(value)
        }
        assign({ job: { ...job, id: nextId++, deadline }, answer, retried: false })
      })
    },
    async close() {
      open = false
      for (const task of homeless.splice(0)) task.answer({ type: 'closed' })
      await Promise.all([...threads].map((thread) => thread.terminate()))
    },
  }
}
