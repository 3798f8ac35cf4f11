// One worker thread with the jobs it has: answers them, and ends when it hangs or dies.
// In: tasks. Out: their answers; at its end the tasks that it leaves behind, and which of them is to blame.
// It is not restarted: the pool makes another.

import type { Worker } from 'node:worker_threads'
import type { Answer, FromWorker, Job, ToWorker } from './job.ts'
import { type Pulse, readPulse } from './pulse.ts'

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

/** How a thread came to its end. */
export interface End {
  /** The tasks that it had not answered. */
  readonly tasks: readonly Task[]
  /** The one of them that it was working on, if that is known. */
  readonly culprit: Task | undefined
  readonly hung: boolean
  readonly error: unknown
}

/** A running worker thread. */
export interface Thread {
  /** How many jobs it has. */
  readonly load: number
  /** How many it has answered. */
  readonly answered: number
  /** Bytes on its heap when it answered last. */
  readonly heapBytes: number
  /** For how many ms it will have to work on what it has, going by what it did before. */
  readonly backlog: number
  /** When it was started, on the clock of `performance.now()`. */
  readonly startedAt: number
  /** Settles when it can take jobs; rejects when it ended before. */
  readonly ready: Promise<void>
  run(task: Task): void
  terminate(): Promise<void>
}

/** A thread answers by itself at the deadline, which begins when it does; this many ms later it counts as hung. */
const GRACE = 250

/** How much the last answer counts for what the next will cost; at first they cost nothing. */
const LAST = 0.1
const MOST = 4
const LEAST = 5

/** An event loop may stand still for so many ms on a busy machine. */
const PATIENCE = 1000

/** Watches over a started worker. `ended` is told once, when the thread is gone. */
export function watchThread(worker: Worker, pulse: Pulse, ended: (end: End) => void): Thread {
  const tasks = new Map<number, { task: Task; watchdog: NodeJS.Timeout | undefined }>()
  const { beats, job } = readPulse(pulse)
  const startedAt = performance.now()
  let started = false
  let answered = 0
  let heapBytes = 0
  let cost = 0
  let busy = 0
  let hung: Task | undefined
  let failure: unknown

  // Time in which the thread waits for loaders is none of its cost: others use it.
  const spent = () => {
    const before = busy
    busy = worker.performance.eventLoopUtilization().active
    return busy - before
  }
  const hang = (task: Task) => {
    if (hung !== undefined) return
    hung = task
    void worker.terminate()
  }
  // A thread whose event loop stands still for half a deadline will not make the other half either; found
  // so early, it costs the others that it has only half their time.
  const watch = (task: Task) => {
    const { deadline } = task.job
    const patience = Math.min(deadline, Math.max(deadline / 2, PATIENCE))
    const before = beats()
    const watchdog = setTimeout(() => {
      if (beats() === before) return hang(task)
      const entry = tasks.get(task.job.id)
      const left = 2 * deadline - patience + GRACE
      if (entry) entry.watchdog = setTimeout(hang, left, task)
    }, patience)
    tasks.set(task.job.id, { task, watchdog })
  }
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (message: FromWorker) => {
      if ('ready' in message) {
        started = true
        spent()
        for (const { task } of tasks.values()) watch(task)
        resolve()
        return
      }
      const entry = tasks.get(message.id)
      tasks.delete(message.id)
      clearTimeout(entry?.watchdog)
      answered += 1
      // A page that costs far more than those before, such as the first of its view, is no measure.
      cost += LAST * (Math.min(spent(), MOST * cost + LEAST) - cost)
      heapBytes = message.heapBytes
      entry?.task.answer(message.answer)
    })
    worker.on('error', (error) => {
      failure = error
    })
    worker.on('exit', () => {
      for (const { watchdog } of tasks.values()) clearTimeout(watchdog)
      reject(failure ?? new Error('The snapshot worker ended before it was ready'))
      const left = [...tasks.values()].map(({ task }) => task)
      const inDom = left.find((task) => task.job.id === job())
      ended({ tasks: left, culprit: inDom ?? hung, hung: hung !== undefined, error: failure })
    })
  })
  return {
    get load() {
      return tasks.size
    },
    get answered() {
      return answered
    },
    get heapBytes() {
      return heapBytes
    },
    get backlog() {
      return tasks.size * cost
    },
    startedAt,
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
