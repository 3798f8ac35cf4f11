// One worker that keeps an adopted page loaded, and goes from state to state in it: one after the other, the next when the one before
// is answered. In: jobs of one page. Out: their answers; none once it has ended, as it does when a page could not be shown: what
// its scripts have left nobody knows then. It does not start another.

import { type PoolWorker, watchWorker } from '../pool/pool-worker.ts'
import type { Answer, Order, Snapshot, Walked } from '../pool/protocol.ts'
import type { WorkerHandle } from '../pool/worker-handle.ts'
import type { Clock } from '../runtime/clock.ts'

/** When a loaded page is too old to go on: what it keeps grows, and what it has read changes. */
export interface WalkAge {
  readonly pages: number
  /** Since it was loaded. */
  readonly ms: number
  /** On its heap and outside of it. */
  readonly bytes: number
}

/** How a walker is started. Times in ms. */
export interface WalkerOptions {
  readonly spawn: () => WorkerHandle
  readonly clock: Clock
  readonly startDeadline: number
  /** How long a snapshot may take. */
  readonly deadline: number
  readonly age: WalkAge
  /** Told of an error that nobody caught. */
  readonly onStray: (error: string, state: string | null) => void
  /** Told why it had to be ended before its time. */
  readonly onEnded: (why: unknown) => void
}

/** A page that stays loaded. */
export interface Walker {
  /** This one among those of its server. */
  readonly maker: number
  /** How many jobs it has. */
  readonly load: number
  /** Whether it has shown a page, and has not ended. */
  readonly isLoaded: boolean
  readonly isOver: boolean
  readonly isOld: boolean
  /** Groups of states that it has been to. */
  readonly groups: ReadonlySet<string>
  /** @returns Undefined when it has ended without an answer. */
  go(order: Order, group: string): Promise<Answer | undefined>
  /** Ends it; what it has is answered with nothing. */
  end(): Promise<void>
}

interface Step {
  readonly order: Order
  readonly group: string
  readonly settle: (answer: Answer | undefined) => void
}

let makers = 0

/** Starts one. */
export function startWalker(options: WalkerOptions): Walker {
  const { clock, deadline, age } = options
  const maker = --makers
  const steps: Step[] = []
  const groups = new Set<string>()
  let under: Step | undefined
  let loadedAt: number | undefined
  let isOver = false
  let ended = false

  const worker: PoolWorker = watchWorker(options.spawn(), clock, options.startDeadline, {
    stray: options.onStray,
    slow: () => undefined,
    ready: next,
    ended(end) {
      isOver = true
      if (!ended) options.onEnded(end.error ?? (end.hung ? 'it hung' : 'it exited'))
      for (const step of [...(under ? [under] : []), ...steps.splice(0)]) step.settle(undefined)
      under = undefined
    },
  })

  function next(): void {
    if (under !== undefined || isOver || !worker.ready) return
    const step = steps.shift()
    if (step === undefined) return
    under = step
    groups.add(step.group)
    const { shell, ...job } = step.order
    const id = worker.answered
    worker.run({
      job: { ...job, id, deadline, walk: true },
      shell,
      answer(answer) {
        under = undefined
        if (answer?.type === 'snapshot') loadedAt ??= clock.now()
        else isOver = true
        step.settle(answer && isAnswer(answer) ? answer : undefined)
        if (isOver) void end()
        else next()
      },
    })
  }

  async function end(): Promise<void> {
    ended = true
    isOver = true
    await worker.end()
  }

  return {
    maker,
    groups,
    get load() {
      return steps.length + (under ? 1 : 0)
    },
    get isLoaded() {
      return loadedAt !== undefined && !isOver
    },
    get isOver() {
      return isOver
    },
    get isOld() {
      const since = loadedAt === undefined ? 0 : clock.now() - loadedAt
      return worker.answered >= age.pages || since >= age.ms || worker.bytes >= age.bytes
    },
    go(order, group) {
      if (isOver) return Promise.resolve(undefined)
      return new Promise((settle) => {
        steps.push({ order, group, settle })
        next()
      })
    },
    end,
  }
}

const isAnswer = (answer: { readonly type: string }): answer is Answer =>
  !['overloaded', 'closed', 'barred'].includes(answer.type)

/** A page that was walked to, or loaded to be walked from. */
export type WalkedSnapshot = Snapshot & { readonly walked: Walked }

/** Whether an answer is one. */
export const isWalked = (answer: Answer | undefined): answer is WalkedSnapshot =>
  answer?.type === 'snapshot' && answer.walked !== undefined
