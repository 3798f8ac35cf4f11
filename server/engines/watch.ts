// Compares a share of the snapshots that our engine makes in production with Chromium, behind the answers. In: what was made. Out: word
// of a group of states that has come to differ. One at a time, with a rest after each, and a short queue: who comes when it is full
// is not compared. What differs is made and looked at once more, as the site may have changed between.

import type { Answer, Order, Refusal } from '../pool/protocol.ts'
import { groupOf } from '../site/state-group.ts'
import type { Answered, StateVerdict } from './compare-state.ts'

/** What it is made of. Times in ms. */
export interface WatchOptions {
  /** Which share of the snapshots, from 0 to 1. */
  readonly share: number
  readonly random: () => number
  /** Makes a snapshot anew. */
  readonly make: (order: Order) => PromiseLike<Answer | Refusal> | Answer | Refusal
  readonly compare: (order: Order, answered: Answered) => Promise<StateVerdict>
  /** Told of a group that is not shown as in Chromium any more, and how. */
  readonly onDiffers: (group: string, order: Order, verdict: StateVerdict) => void
  /** Told once that there can be no comparison, and why: then there is none any more. */
  readonly onFailure: (why: string) => void
  /** How long it rests after each. Default: a second. */
  readonly rest?: number
}

/** See the head of this file. */
export interface Watch {
  /** Is shown what was made; returns at once. */
  offer(order: Order, answer: Answer | Refusal): void
  /** Ends it, when the comparison that is under way is over. */
  close(): Promise<void>
}

const MOST_WAITING = 8
const REST = 1000

/** Begins to watch. */
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
      // Drawn for each, so that the same seed draws the same.
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
