// Which states of a site are verified. In: a stream of URLs of any length. Out: so many of them, each as
// likely as any other, the same for the same seed; or all, in their order.

/** Takes a sample of a stream without keeping more than the sample (Vitter's algorithm R). */
export async function sampleOf<T>(
  items: AsyncIterable<T>,
  size: number,
  seed: number,
): Promise<{ readonly sample: readonly T[]; readonly total: number }> {
  const random = randomFrom(seed)
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

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let at = seed >>> 0
  return () => {
    at = (at + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(at ^ (at >>> 15), at | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
