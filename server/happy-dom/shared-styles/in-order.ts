/**
 * An order of rules that does not depend on which page came first. In: rules in the order that they have in their sheet, each
 * with the places where it counts. Out: those that share a place in the order that they had, as the later one wins there; else
 * by the first place of each, and then by what they say.
 */

export interface Placed {
  /** An element and a weight each: of two rules with one in common the order counts. */
  readonly places: readonly number[]
  /** The least of them. */
  readonly first: number
  readonly text: string
}

export function inOrder<T extends Placed>(all: readonly T[]): T[] {
  const after = all.map((): number[] => [])
  const before = all.map(() => 0)
  const lastAt = new Map<number, number>()
  all.forEach(({ places }, index) => {
    for (const place of places) {
      const last = lastAt.get(place)
      lastAt.set(place, index)
      if (last === undefined) continue
      after[last]?.push(index)
      ;(before[index] as number)++
    }
  })
  const ready = all.map((_, index) => index).filter((index) => before[index] === 0)
  const ordered: T[] = []
  while (ready.length > 0) {
    const best = ready.reduce((one, other) => (isBefore(all, other, one) ? other : one))
    ready.splice(ready.indexOf(best), 1)
    ordered.push(all[best] as T)
    for (const next of after[best] ?? []) {
      ;(before[next] as number)--
      if (before[next] === 0) ready.push(next)
    }
  }
  return ordered
}

function isBefore(all: readonly Placed[], one: number, other: number): boolean {
  const [a, b] = [all[one] as Placed, all[other] as Placed]
  if (a.first !== b.first) return a.first < b.first
  return a.text === b.text ? one < other : a.text < b.text
}
