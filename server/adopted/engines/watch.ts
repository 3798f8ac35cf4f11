// Compares a fraction of our engine's snapshots with Chromium, in the background, one at a time; a
// full queue skips. A difference is checked twice, because the site may have changed in between.

import { groupOf } from '../../site/state-group.ts'
import type { Answer, Order, Refusal } from '../../snapshot/pool/protocol.ts'
import type { Answered, StateVerdict } from './compare-state.ts'

/** Parameters of the watch. Times in ms. */
export interface WatchOptions {
  /** Fraction (0-1) of snapshots compared. */
  readonly share: number
  readonly random: () => number
  readonly make: (order: Order) => PromiseLike<Answer | Refusal> | Answer | Refusal
  readonly compare: (order: Order, answered: Answered) => Promise<StateVerdict>
  /** Receives a group that differs from Chromium, and how. */
  readonly onDiffers: (group: string, order: Order, verdict: StateVerdict) => void
  /** Called once with the reason if comparisons are impossible; they then stop. */
  readonly onFailure: (why: string) => void
  /** Pause after each comparison. Default: a second. */
  readonly rest?: number
}

export interface Watch {
  offer(order: Order, answer: Answer | Refusal): void
  close(): Promise<void>
}

const MOST_WAITING = 8
const REST = 1000

export function createWatch(options: WatchOptions): Watch {
  const { share, random, make, compare, onDiffers, onFailure, rest = REST } = options
  const queue: { readonly order: Order; readonly answered: Answered }[] = []
  const differing = new Set<string>()
  let working: Promise<void> | undefined
  let closed = false
  let wake: () => void = () => undefined

  async function look(order: Order, answered: Answered): Promise<void> {
    const group = groupOf(order)
    if (differing.has(group)) return
    const first = await compare(order, answered)
    if (closed || first.verdict === 'same' || first.verdict === 'failed') return
    const again = answeredOf(await make(order))
    if (again === undefined) return
    const second = await compare(order, again)
    if (closed || second.verdict === 'same' || second.verdict === 'failed') return
    differing.add(group)
    onDiffers(group, order, second)
  }

  async function work(): Promise<void> {
    for (let next = queue.shift(); next && !closed; next = queue.shift()) {
      await look(next.order, next.answered)
      await new Promise<void>((resolve) => {
        wake = resolve
        setTimeout(resolve, rest).unref()
      })
    }
  }

  return {
    offer(order, answer) {
      // Draw for each answer, so that a seed always draws the same.
      const isDrawn = random() < share
      const { live, markdown, readable } = order
      if (!isDrawn || closed || live || markdown || readable || queue.length >= MOST_WAITING) return
      const answered = answeredOf(answer)
      if (answered === undefined || differing.has(groupOf(order))) return
      queue.push({ order, answered })
      working ??= work()
        .catch((error: unknown) => {
          closed = true
          onFailure(error instanceof Error ? error.message : String(error))
        })
        .finally(() => {
          working = undefined
        })
    },
    async close() {
      closed = true
      wake()
      await working
    },
  }
}

function answeredOf(answer: Answer | Refusal): Answered | undefined {
  if (answer.type === 'redirect') {
    return { status: answer.status, location: answer.location, html: '' }
  }
  if (answer.type !== 'snapshot') return undefined
  return { status: answer.status, location: undefined, html: answer.body }
}
