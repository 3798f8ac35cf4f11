// Runs one job after another in a worker, and ends it if it hangs, dies or does not start. The
// supervisor starts another.

import type { Clock } from '../../diagnostics/runtime/clock.ts'
import { endHard } from './hard-end.ts'
import type { Answer, FromWorker, Job } from './protocol.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** A job of the pool with the receiver of its answer. */
export interface Task {
  readonly job: Job
  readonly shell?: string | undefined
  /** Undefined: another worker must render it. */
  readonly answer: (answer: Answer | undefined) => void
}

export interface End {
  /** Its unanswered task. */
  readonly task: Task | undefined
  readonly hung: boolean
  readonly error: unknown
}

export interface PoolWorker {
  readonly ready: boolean
  readonly busy: boolean
  readonly answered: number
  /** Memory in use at its last answer. */
  readonly bytes: number
  /** Gives a ready, idle worker its next job. */
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
  let state: 'starting' | 'ready' | 'ended' = 'starting'
  let task: Task | undefined
  let unwatch = clock.after(startDeadline, () => void end(notReady(startDeadline)))
  const shells = new Map<string, string>()
  let answered = 0
  let bytes = 0

  // Reports at once: a process in a system call may take long to exit.
  function finish(error: unknown, hung: boolean): void {
    if (state === 'ended') return
    state = 'ended'
    unwatch()
    events.ended({ task, hung, error })
  }
  function end(error: unknown, hung = false): Promise<void> {
    finish(error, hung)
    return handle.kill()
  }
  function answer(message: Extract<FromWorker, { id: number }>): void {
    const done = task
    if (done?.job.id !== message.id) return
    task = undefined
    unwatch()
    answered += 1
    bytes = message.bytes
    if (message.dirty !== undefined) void end(leftBehind(done.job, message.dirty))
    done.answer(message.answer)
  }
  handle.listen({
    message(message) {
      if (state === 'ended') return
      if ('id' in message) return answer(message)
      if ('stray' in message) return events.stray(message.stray, message.state)
      if ('slow' in message) return events.slow(message.state, message.slow)
      state = 'ready'
      unwatch()
      events.ready()
    },
    ended: (error) => finish(error, false),
  })
  return {
    get ready() {
      return state === 'ready'
    },
    get busy() {
      return task !== undefined
    },
    get answered() {
      return answered
    },
    get bytes() {
      return bytes
    },
    run(given) {
      task = given
      const { job, shell } = given
      unwatch = endHard(clock, handle.usage, job.deadline, () => void end(undefined, true))
      if (shell !== undefined && shells.get(job.page) !== shell) {
        shells.set(job.page, shell)
        handle.post({ page: job.page, shell })
      }
      handle.post({ job })
    },
    end: () => end(undefined),
  }
}

const notReady = (ms: number) =>
  new Error(
    `The snapshot worker was not ready after ${ms} ms: does the app's module, or its context(), wait for what does not answer?`,
  )

const leftBehind = ({ state }: Job, dirty: readonly string[]) =>
  new Error(
    `the page of ${JSON.stringify(state)} left what cannot be taken back, so its worker makes no other: ${dirty.join('; ')}`,
  )

export function whyEnded({ task, hung, error }: End): string {
  if (task === undefined) return String(error ?? 'it exited')
  const state = `"${task.job.state}"`
  return hung
    ? `the snapshot of ${state} hung: its code did not come back to the event loop. Look for an endless loop, or a call that blocks`
    : `${error ?? 'it exited'} (while it rendered ${state})`
}
