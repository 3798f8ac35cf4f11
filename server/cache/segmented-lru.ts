// A segmented LRU cache: evicts first from probation, which has values requested once, and those
// that left the protected segment. The cache and the remembered addresses use it.
// Karedla, Love, Wherry: Caching strategies to improve disk system performance (1994)

import { LRUCache } from 'lru-cache'

interface Sized {
  readonly size: number
}

export interface SegmentedLru<V extends Sized> {
  /** Protects the value: it is requested again. */
  get(key: string): V | undefined
  set(key: string, value: V): void
  delete(key: string): void
  /** A copy. */
  values(): V[]
  readonly bytes: number
  readonly count: number
}

/** Of the bytes; the rest is for probation. */
const PROTECTED_SHARE = 7 / 8

/** @param bytes Limit of both segments. */
export function createSegmentedLru<V extends Sized>(bytes: number): SegmentedLru<V> {
  const most = Math.max(1, Math.floor(bytes))
  const segment = () =>
    new LRUCache<string, { readonly key: string; readonly value: V }>({
      maxSize: most,
      sizeCalculation: ({ key, value }) => value.size + 2 * key.length,
    })
  const probation = segment()
  const protectedSegment = segment()

  function shrink(): void {
    while (protectedSegment.calculatedSize > most * PROTECTED_SHARE) {
      const last = protectedSegment.pop()
      if (last === undefined) break
      probation.set(last.key, last)
    }
    while (protectedSegment.calculatedSize + probation.calculatedSize > most) {
      if (probation.pop() === undefined) break
    }
  }

  return {
    get(key) {
      const known = protectedSegment.get(key)
      if (known !== undefined) return known.value
      const promoted = probation.get(key)
      if (promoted === undefined) return undefined
      probation.delete(key)
      protectedSegment.set(key, promoted)
      shrink()
      return promoted.value
    },
    set(key, value) {
      const segment = protectedSegment.has(key) ? protectedSegment : probation
      segment.set(key, { key, value })
      shrink()
    },
    delete(key) {
      probation.delete(key)
      protectedSegment.delete(key)
    },
    values: () => [...probation.values(), ...protectedSegment.values()].map(({ value }) => value),
    get bytes() {
      return protectedSegment.calculatedSize + probation.calculatedSize
    },
    get count() {
      return protectedSegment.size + probation.size
    },
  }
}
