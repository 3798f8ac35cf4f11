// Which states of a site are verified. In: a stream of URLs of any length. Out: so many of them, each as
// likely as any other, the same for the same seed; or all, in their order.

import { seededRandom } from '../runtime/random.ts'

/** Takes a sample of a stream without keeping more than the sample (Vitter's algorithm R). */
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
