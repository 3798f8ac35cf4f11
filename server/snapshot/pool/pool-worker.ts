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

/** In ms. */
export interface StartLimits {
  /** How long a worker may take until it is ready. */
  readonly startDeadline: number
  /** How much longer its first page may take, for which it compiles the app. Default: 0. */
  readonly warmUp?: number | undefined
}

/** Watches a started worker. */
export function watchWorker(
  handle: WorkerHandle,
  clock: Clock,
  { startDeadline, warmUp = 0 }: StartLimits,
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
      const { shell } = given
      const isFirst = answered === 0
      const job = { ...given.job, deadline: given.job.deadline + (isFirst ? warmUp : 0) }
      unwatch = endHard(clock, handle.usage, job.deadline, () => void end(hung(job, isFirst), true))
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

const hung = ({ state, deadline }: Job, isFirst: boolean): string =>
  `the snapshot of ${JSON.stringify(state)} hung: it took over ${deadline} ms of computing, or does not come back. ${
    isFirst
      ? 'It was the first page of its worker, which also compiles the app: raise "limits.deadline"'
      : 'Look for an endless loop, or a call that blocks'
  }`

const leftBehind = ({ state }: Job, dirty: readonly string[]) =>
  new Error(
    `the page of ${JSON.stringify(state)} left what cannot be taken back, so its worker makes no other: ${dirty.join('; ')}`,
  )

export function whyEnded({ task, hung, error }: End): string {
  if (task === undefined) return String(error ?? 'it exited')
  const state = `"${task.job.state}"`
  return hung ? String(error) : `${error ?? 'it exited'} (while it rendered ${state})`
}
