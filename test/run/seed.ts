/**
 * What is drawn at random: the seed of a run, and how often a property is tried. The seed is SEED, or one drawn for the run. The
 * order of files goes by it, and so do the tests that draw at random; the same seed gives the same run. Units of browsers have
 * both variables too.
 */
export const seed = Number(process.env.SEED) || Math.floor(Math.random() * 1e6) + 1

/** How often a random property is tried: `few` times in `npm test`, `many` times in `npm run test:all`. */
export function numRuns(few: number, many: number): number {
  return process.env.LONG_PROPERTIES === '1' ? many : few
}

/** The items in an order that the seed says. */
export function shuffled<T>(items: readonly T[]): T[] {
  let at = seed
  const draw = (below: number) => {
    at = (Math.imul(at, 1664525) + 1013904223) >>> 0
    return Math.floor((at / 2 ** 32) * below)
  }
  const result = [...items]
  for (let last = result.length - 1; last > 0; last--) {
    const other = draw(last + 1)
    const [a, b] = [result[last] as T, result[other] as T]
    result[last] = b
    result[other] = a
  }
  return result
}
