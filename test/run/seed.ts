/**
 * The seed of a run: SEED, or one drawn for it. The order of files goes by it, and so do the specs that draw at random; the same
 * seed gives the same order.
 */
export const seed = Number(process.env.SEED) || Math.floor(Math.random() * 1e6) + 1

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
