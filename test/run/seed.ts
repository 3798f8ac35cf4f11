// The seed of a run: fixed in `npm test`, so that each run is the same, drawn for each group of
// `npm run test:nightly`, and given by SEED.
import fc from 'fast-check'

export const seed = Number(process.env.SEED) || 1

/** Whether properties run long, as in `npm run test:nightly`. */
export const isLong = process.env.LONG_PROPERTIES === '1'

/**
 * How often a random property is tried: `few` times in `npm test`, `many` times in `npm run
 * test:nightly`.
 */
export function numRuns(few: number, many: number): number {
  return isLong ? many : few
}

/** Returns the items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[]): T[] {
  const order = fc.shuffledSubarray([...items], { minLength: items.length })
  return fc.sample(order, { seed, numRuns: 1 })[0] ?? []
}
