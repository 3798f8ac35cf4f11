// Runs jobs in one worker, and ends it if it hangs, dies or does not start. It then returns its
// unanswered tasks and the task to blame. The supervisor starts another.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import { createCostEstimate } from './cost-estimate.ts'
import type { FromWorker, Job } from './protocol.ts'
import type { Task } from './task.ts'
import { watchdog } from './watchdog.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface End {
  readonly tasks: readonly Task[]
  /** The task whose code ran, if known. */
  readonly culprit: Task | undefined
  readonly hung: boolean
  /**
   * What the end costs the other tasks' budgets: 1 if the culprit is known and so not retried, else
   * 2; 0 for a due end.
   */
  readonly cost: 0 | 1 | 2
  readonly error: unknown
}

export interface PoolWorker {
  readonly load: number
  jobs(): readonly Job[]
  readonly answered: number
  readonly bytes: number
  /** Estimated work left for its jobs, in ms. */
  readonly backlog: number
  readonly ready: boolean
  run(task: Task): void
  /** Ends the worker; it reports `ended` as for any other end. */
  end(): Promise<void>
}

/** Worker messages that are no answers. */
export interface Remarks {
  /** An uncaught error that belongs to no answer, with its state if known. */
  stray(error: string, state: string | null): void
  /** A page of this state still waits for something. */
  slow(state: string, waiting: readonly string[]): void
}

/** Callbacks of a worker. `ready` and `ended` are each called at most once. */
export interface WorkerEvents extends Remarks {
  ready(): void
  ended(end: End): void
}

const NOBODY = { culprit: undefined, hung: false, cost: 2 } as const

/**
 * Watches a started worker.
 * @param startDeadline ms until it must be ready.
 */
export function watchWorker(
  handle: WorkerHandle,
  clock: Clock,
  startDeadline: number,
  events: WorkerEvents,
): PoolWorker {
  const tasks = new Map<number, { readonly task: Task; readonly unwatch: () => void }>()
  const { vitals } = handle
  let state: 'starting' | 'ready' | 'ended' = 'starting'
  const shells = new Map<string, string>()
  let answered = 0
  let bytes = 0
  const cost = createCostEstimate()

  // Report at once: a process in a system call may take long to exit.
  const finish = (how: Omit<End, 'tasks'>) => {
    if (state === 'ended') return
    state = 'ended'
    unwatchStart()
    for (const { unwatch } of tasks.values()) unwatch()
    const left = [...tasks.values()].map(({ task }) => task)
    tasks.clear()
    events.ended({ tasks: left, ...how })
  }
  const endAs = (how: Omit<End, 'tasks'>) => {
    finish(how)
    return handle.kill()
  }
  const taskOf = (id = -1): Task | undefined => tasks.get(id)?.task
  const unwatchStart = clock.after(startDeadline, () => {
    void endAs({ ...NOBODY, error: notReady(startDeadline) })
  })
  const watched = {
    vitals,
    answered: () => answered,
    taskOf,
    hangs(culprit: Task | undefined) {
      void endAs({ culprit, hung: true, cost: culprit ? 1 : 2, error: undefined })
    },
  }
  const answer = (message: Extract<FromWorker, { id: number }>) => {
    const entry = tasks.get(message.id)
    tasks.delete(message.id)
    entry?.unwatch()
    answered += 1
    cost.learn(message.busy)
    bytes = message.bytes
    if (message.dirty !== undefined) {
      const error = leftBehind(entry?.task, message.dirty)
      void endAs({ culprit: entry?.task, hung: false, cost: 0, error })
    }
    entry?.task.answer(message.answer)
  }
  handle.listen({
    message(message) {
      if (state === 'ended' || 'failed' in message) return
      if ('id' in message) return answer(message)
      if ('stray' in message) return events.stray(message.stray, message.state)
      if ('slow' in message) return events.slow(message.state, message.slow)
      state = 'ready'
      cost.begin(message.busy)
      unwatchStart()
      events.ready()
    },
    ended(error) {
      if (state === 'starting') error ??= new Error('The snapshot worker ended before it was ready')
      const culprit = taskOf(vitals.running())
      finish({ culprit, hung: false, cost: culprit ? 1 : 2, error })
    },
  })
  return {
    get load() {
      return tasks.size
    },
    jobs: () => [...tasks.values()].map(({ task }) => task.job),
    get answered() {
      return answered
    },
    get bytes() {
      return bytes
    },
    get backlog() {
      return tasks.size * cost.each
    },
    get ready() {
      return state === 'ready'
    },
    run(task) {
      tasks.set(task.job.id, { task, unwatch: watchdog(clock, watched, task) })
      const { page } = task.job
      const { shell } = task
      if (shell !== undefined && shells.get(page) !== shell) {
        shells.set(page, shell)
        handle.post({ page, shell })
      }
      handle.post({ job: task.job })
    },
    end: () => endAs({ ...NOBODY, error: undefined }),
  }
}

const notReady = (ms: number) =>
  new Error(
    `The snapshot worker was not ready after ${ms} ms: does the app's module, or its context(), wait for what does not answer?`,
  )

const leftBehind = (task: Task | undefined, dirty: readonly string[]) =>
  new Error(
    `the page of ${JSON.stringify(task?.job.state)} has left what cannot be taken back: ${dirty.join(', ')}`,
  )

export const whyEnded = ({ hung, culprit, error }: End): unknown => {
  const state = culprit && `"${culprit.job.state}"`
  if (hung) return `the snapshot of ${state ?? 'an unknown state'} hung`
  const why = error ?? 'it exited'
  return state === undefined ? why : `${why} (while it rendered ${state})`
}
