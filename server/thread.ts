// One worker thread with the jobs it has: answers them, and ends when it hangs or dies.
// In: tasks. Out: their answers; at its end the tasks that it leaves behind, by whether they may be
// guilty of it. It is not restarted: the pool makes another.

import type { Worker } from 'node:worker_threads'
import type { Answer, FromWorker, Job, ToWorker } from './job.ts'

/** Why there is no snapshot. */
export interface Refusal {
  readonly type: 'overloaded' | 'late' | 'crashed' | 'closed'
}

/** A job with whom to tell. */
export interface Task {
  readonly job: Job
  readonly answer: (answer: Answer | Refusal) => void
  /** Whether a thread has ended under it before. */
  retried: boolean
}

/** A running worker thread. */
export interface Thread {
  /** How many jobs it has. */
  readonly load: number
  /** Settles when it can take jobs; rejects when it ended before. */
  readonly ready: Promise<void>
  run(task: Task): void
  terminate(): Promise<void>
}

/** A thread answers by itself at the deadline; this many ms later it counts as hung. */
const GRACE = 250

/**
 * Watches over a started worker.
 *
 * @param ended Told once, when the thread is gone, with the tasks it had; `hung` is the one whose time
 *   was up, if that is why.
 */
export function watchThread(
  worker: Worker,
  ended: (tasks: readonly Task[], hung: Task | undefined, error: unknown) => void,
): Thread {
  const tasks = new Map<number, { task: Task; watchdog: NodeJS.Timeout | undefined }>()
  let started = false
  let hung: Task | undefined
  let failure: unknown

  const watch = (task: Task) => {
    const watchdog = setTimeout(() => {
      hung = task
      void worker.terminate()
    }, task.job.deadline + GRACE)
    tasks.set(task.job.id, { task, watchdog })
  }
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if ('ready' in message) {
        started = true
        for (const { task } of tasks.values()) watch(task)
        resolve()
        return
      }
      const entry = tasks.get(message.id)
      tasks.delete(message.id)
      clearTimeout(entry?.watchdog)
      entry?.task.answer(message.answer)
    })
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => {
      for (const { watchdog } of tasks.values()) clearTimeout(watchdog)
      reject(failure ?? new Error('The snapshot worker ended before it was ready'))
      const left = [...tasks.values()].map(({ task }) => task)
      ended(left, hung, failure)
    })
  })
  return {
    get load() {
      return tasks.size
    },
    ready,
    run(task) {
      if (started) watch(task)
      else tasks.set(task.job.id, { task, watchdog: undefined })
      worker.postMessage({ job: task.job } satisfies ToWorker)
    },
    async terminate() {
      await worker.terminate()
    },
  }
}
