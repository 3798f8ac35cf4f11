// Which states of an adopted page are compared: of every kind some before of any kind many. In: states to begin with, and those that
// each one's snapshot links to, as they become known. Out: batches of states, the same for the same site; no more than a bound.

import { canonicalState } from '../../src/state.ts'
import { groupOf } from '../site/state-group.ts'

/** Gives states out. */
export interface StateSample {
  /** States that have become known. */
  add(states: Iterable<string>): void
  /** The next ones to compare; none when all are, or the bound is reached. */
  next(most: number): string[]
  /** How many are known, and how many were given out. */
  readonly known: number
  readonly taken: number
}

/** Of a site with more states only so many are known. */
const MOST_KNOWN = 100_000

/** Begins a sample. @param limit How many states it gives out at the most. */
export function sampleStates(page: string, limit: number): StateSample {
  const seen = new Set<string>()
  const groups = new Map<string, { readonly left: string[]; taken: number }>()
  let taken = 0

  /** Of the kind that was taken from least. */
  function take(): string | undefined {
    let least: { readonly left: string[]; taken: number } | undefined
    for (const one of groups.values()) {
      if (one.left.length > 0 && (least === undefined || one.taken < least.taken)) least = one
    }
    if (least === undefined) return undefined
    least.taken += 1
    return least.left.shift()
  }

  return {
    add(states) {
      for (const one of states) {
        const state = canonicalState(one)
        if (seen.has(state) || seen.size >= MOST_KNOWN) continue
        seen.add(state)
        const name = groupOf({ page, state })
        const group = groups.get(name) ?? { left: [], taken: 0 }
        groups.set(name, group)
        group.left.push(state)
      }
    },
    next(most) {
      const states: string[] = []
      while (states.length < most && taken < limit) {
        const state = take()
        if (state === undefined) break
        taken += 1
        states.push(state)
      }
      return states
    },
    get known() {
      return seen.size
    },
    get taken() {
      return taken
    },
  }
}
