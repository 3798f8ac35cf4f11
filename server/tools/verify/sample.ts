import { seededRandom } from '../../diagnostics/runtime/random.ts'

/**
 * Algorithm R (Vitter): unbiased, in constant memory. Deterministic for a seed. A limit that covers
 * the stream keeps its order.
 */
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
