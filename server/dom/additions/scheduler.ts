/**
 * Adds `scheduler`: each task is one of the page, in the order of priorities.
 * https://wicg.github.io/scheduling-apis/
 * An addition: happy-dom has no scheduler.
 */

import { define, type InnerWindow } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'

const PRIORITIES = ['user-blocking', 'user-visible', 'background'] as const
type Priority = (typeof PRIORITIES)[number]

interface Options {
  readonly priority?: Priority
  readonly signal?: AbortSignal & { readonly priority?: Priority }
  readonly delay?: number
}

interface Task {
  /** The task with the lowest rank runs first. A controller may change the rank. */
  rank(): number
  run(): void
}

const tasks = perPage((): Task[] => [])

/** Lowers the rank of continuations: they run before new tasks of their priority. */
const CONTINUES = 0.5

const rankOf = (priority: Priority): number => PRIORITIES.indexOf(priority)

function enqueue(task: Task): void {
  const queue = tasks()
  queue.push(task)
  globalThis.setTimeout(() => {
    const first = queue.reduce<Task | undefined>(
      (best, task) => (best === undefined || task.rank() < best.rank() ? task : best),
      undefined,
    )
    if (!first) return
    queue.splice(queue.indexOf(first), 1)
    first.run()
  })
}

function checked(priority: unknown): Priority {
  const valid = PRIORITIES.find((name) => name === priority)
  if (valid) return valid
  throw new TypeError(`The provided value '${priority}' is not a valid enum value of TaskPriority.`)
}

async function postTask(work: () => unknown, options: Options = {}): Promise<unknown> {
  if (typeof work !== 'function') {
    throw new TypeError("Failed to execute 'postTask' on 'Scheduler': it takes a function.")
  }
  const { signal, delay = 0 } = options
  const fixed = options.priority === undefined ? undefined : checked(options.priority)
  const rank = () => rankOf(fixed ?? signal?.priority ?? 'user-visible')
  return new Promise((resolve, reject) => {
    let isOver = signal?.aborted ?? false
    const abort = () => {
      isOver = true
      reject(signal?.reason)
    }
    if (isOver) return abort()
    signal?.addEventListener('abort', abort, { once: true })
    const run = () => {
      signal?.removeEventListener('abort', abort)
      // Errors of the task reject the promise.
      if (!isOver) resolve(new Promise((settle) => settle(work())))
    }
    if (delay > 0) globalThis.setTimeout(() => enqueue({ rank, run }), delay)
    else enqueue({ rank, run })
  })
}

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    enqueue({ rank: () => rankOf('user-visible') - CONTINUES, run: () => resolve() })
  })

export function installScheduler(window: InnerWindow): void {
  const priorities = new WeakMap<AbortSignal, Priority>()
  class TaskController extends window.AbortController {
    constructor({ priority = 'user-visible' }: { priority?: Priority } = {}) {
      super()
      priorities.set(this.signal, checked(priority))
      define<AbortSignal>(this.signal, {
        get priority() {
          return priorities.get(this)
        },
      })
    }
    setPriority(priority: Priority): void {
      const previousPriority = priorities.get(this.signal)
      if (previousPriority === checked(priority)) return
      priorities.set(this.signal, priority)
      this.signal.dispatchEvent(
        Object.assign(new window.Event('prioritychange'), { previousPriority }),
      )
    }
  }
  Object.assign(window, { scheduler: { postTask, yield: pause }, TaskController })
}
