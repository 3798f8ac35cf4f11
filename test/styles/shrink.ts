/** Makes a failing cascade smaller, as fast-check does, but many candidates at a time. */

type Fails<T> = (candidates: readonly T[]) => Promise<readonly boolean[]>

const BATCH = 24
const MOST_STEPS = 200

/** @param fails Which of the candidates fail. */
export async function shrink<T>(failing: T, fails: Fails<T>): Promise<T> {
  let smallest = failing
  for (let step = 0; step < MOST_STEPS; step++) {
    const smaller = await firstFailing([...reductions(smallest)] as T[], fails)
    if (smaller === undefined) break
    smallest = smaller
  }
  return smallest
}

async function firstFailing<T>(all: readonly T[], fails: Fails<T>): Promise<T | undefined> {
  for (let at = 0; at < all.length; at += BATCH) {
    const batch = all.slice(at, at + BATCH)
    const found = (await fails(batch)).indexOf(true)
    if (found !== -1) return batch[found]
  }
  return undefined
}

/** Every value that lacks an item of one of its arrays, or has the item's parts in its place. */
function* reductions(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) {
      yield value.toSpliced(at, 1)
      for (const parts of partsOf(item)) yield value.toSpliced(at, 1, ...parts)
    }
    for (const [at, item] of value.entries())
      for (const smaller of reductions(item)) yield value.with(at, smaller)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const smaller of reductions(item)) yield { ...value, [key]: smaller }
  }
}

/** The arrays that can replace an item: those of a rule or of an element. */
function partsOf(item: unknown): unknown[][] {
  if (typeof item !== 'object' || item === null) return []
  const { items, children } = item as { items?: unknown[]; children?: unknown[] }
  return [items, children].filter((parts) => parts !== undefined && parts.length > 0) as unknown[][]
}
