// Chooses the states to compare: at random from a stream, or a few of every kind first.

import { canonicalState } from '../../../src/state.ts'
import { seededRandom } from '../../diagnostics/runtime/hash.ts'
import { groupOf } from '../../site/adopted-urls.ts'

/** Algorithm R (Vitter): unbiased, in constant memory, repeatable by the seed. */
export async function sampleOf<T>(
  items: AsyncIterable<T>,
  size: number,
  seed: number,
): Promise<{ readonly sample: readonly T[]; readonly total: number }> {
  const random = seededRandom(seed)
  const kept: { item: T; place: number }[] = []
  let total = 0
  for await (const item of items) {
    const place = total++
    const slot = kept.length < size ? kept.length : Math.floor(random() * total)
    if (slot < size) kept[slot] = { item, place }
  }
  const inOrder = kept.sort((a, b) => a.place - b.place)
  return { sample: inOrder.map(({ item }) => item), total }
}

const MOST_KNOWN = 100_000

export function sampleStates(page: string, limit: number) {
  const seen = new Set<string>()
  const groups = new Map<string, { readonly left: string[]; taken: number }>()
  let taken = 0

  function take(): string | undefined {
    const [least] = [...groups.values()]
      .filter(({ left }) => left.length > 0)
      .sort((one, other) => one.taken - other.taken)
    if (least) least.taken += 1
    return least?.left.shift()
  }

  return {
    add(states: Iterable<string>): void {
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
    /** The next states; empty when all were returned or the limit is reached. */
    next(most: number): string[] {
      const states: string[] = []
      while (states.length < most && taken < limit) {
        const state = take()
        if (state === undefined) break
        taken += 1
        states.push(state)
      }
      return states
    },
    get known(): number {
      return seen.size
    },
  }
}
