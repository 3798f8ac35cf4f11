// One worker of the pool with the jobs it has: answers them, and ends when it hangs, dies or does not start.
// In: tasks, once it is ready. Out: their answers; at its end the tasks that it leaves behind, and which of
// them is to blame. It is not restarted: the supervisor starts another.

import type { Clock } from '../runtime/clock.ts'
import { createCostEstimate } from './cost-estimate.ts'
import type { Answer, FromWorker, Job, Refusal } from './protocol.ts'
import { watchdog } from './watchdog.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** A job with who asked for it. */
export interface Task {
  readonly job: Job
  /** What its page is shown in, as HTML. */
  readonly shell?: string | undefined
  /** Undefined: another worker is to make it, in its document. */
  readonly answer: (answer: Answer | Refusal | undefined) => void
}

/** How a worker came to its end. */
export interface End {
  /** The tasks that it had not answered. */
  readonly tasks: readonly Task[]
  /** Whose code it ran, if that is known. */
  readonly culprit: Task | undefined
  readonly hung: boolean
  /** How much the others have lost by it: less when it is known to whom, as that one is not tried again; nothing when it was due. */
  readonly cost: 0 | 1 | 2
  readonly error: unknown
}

/** A worker under watch. */
export interface PoolWorker {
  /** How many jobs it has. */
  readonly load: number
  /** The jobs that it has. */
  jobs(): readonly Job[]
  /** How many it has answered. */
  readonly answered: number
  /** Memory that it took when it answered last. */
  readonly bytes: number
  /** For how many ms it will have to work on what it has, going by what it did before. */
  readonly backlog: number
  readonly ready: boolean
  run(task: Task): void
  /** Ends it; its `ended` is told as of any other end. */
  end(): Promise<void>
}

/** What a worker says that is no answer. */
export interface Remarks {
  /** An error that nobody caught and that belongs to no answer; to this state, if to any. */
  stray(error: string, state: string | null): void
  /** A page of this state still waits for something. */
  slow(state: string, waiting: readonly string[]): void
}

/** Who hears of a worker. It is ready and it ends once at most. */
export interface WorkerEvents extends Remarks {
  ready(): void
  ended(end: End): void
}

const NOBODY = { culprit: undefined, hung: false, cost: 2 } as const

/**
 * Watches over a started worker.
 *
 * @param startDeadline How many ms it may take until it is ready.
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

  // Told at once, and not when the worker is gone: one that waits in the system may take its time to go.
  const finish = (how: Omit<End, 'tasks'>) => {
    if (state === 'ended') return
    state = 'ended'
    unwatchStart()
    for (const { unwatch } of tasks.values()) unwatch()
    const left = [...tasks.values()].map(({ task }) => task)
    tasks.clear()
    events.ended({ tasks: left, ...how })
  }
  const taskOf = (id: number | undefined): Task | undefined =>
    id === undefined ? undefined : tasks.get(id)?.task
  const unwatchStart = clock.after(startDeadline, () => {
    const why = `The snapshot worker was not ready after ${startDeadline} ms: does the app's module, or its context(), wait for what does not answer?`
    finish({ ...NOBODY, error: new Error(why) })
    void handle.kill()
  })
  const watched = {
    vitals,
    answered: () => answered,
    taskOf,
    hangs(culprit: Task | undefined) {
      finish({ culprit, hung: true, cost: culprit ? 1 : 2, error: undefined })
      void handle.kill()
    },
  }
  const answer = (message: Extract<FromWorker, { id: number }>) => {
    const entry = tasks.get(message.id)
    tasks.delete(message.id)
    entry?.unwatch()
    answered += 1
    cost.learn(message.busy)
    bytes = message.bytes
    if (message.soiled !== undefined) {
      const what = `the page of ${JSON.stringify(entry?.task.job.state)} has left what cannot be taken back: ${message.soiled.join(', ')}`
      finish({ culprit: entry?.task, hung: false, cost: 0, error: new Error(what) })
      void handle.kill()
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
    end() {
      finish({ ...NOBODY, error: undefined })
      return handle.kill()
    },
  }
}

/** Says it in a sentence. */
export const whyEnded = ({ hung, culprit, error }: End): unknown => {
  const whose = culprit ? `"${culprit.job.state}"` : 'no known state'
  return hung ? `the snapshot of ${whose} hung` : `${error ?? 'it exited'} (it ran ${whose})`
}
