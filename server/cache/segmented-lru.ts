// Evicts first the value that was requested only once, the longest ago: a segmented LRU cache. The
// cache and the remembered addresses use it.
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

/** Of the bytes; the rest is for new values. */
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
  const safe = segment()

  function shrink(): void {
    while (safe.calculatedSize > most * PROTECTED_SHARE) {
      const last = safe.pop()
      if (last === undefined) break
      probation.set(last.key, last)
    }
    while (safe.calculatedSize + probation.calculatedSize > most) {
      if (probation.pop() === undefined) break
    }
  }

  return {
    get(key) {
      const known = safe.get(key)
      if (known !== undefined) return known.value
      const promoted = probation.get(key)
      if (promoted === undefined) return undefined
      probation.delete(key)
      safe.set(key, promoted)
      shrink()
      return promoted.value
    },
    set(key, value) {
      const segment = safe.has(key) ? safe : probation
      segment.set(key, { key, value })
      shrink()
    },
    delete(key) {
      probation.delete(key)
      safe.delete(key)
    },
    values: () => [...probation.values(), ...safe.values()].map(({ value }) => value),
    get bytes() {
      return safe.calculatedSize + probation.calculatedSize
    },
    get count() {
      return safe.size + probation.size
    },
  }
}
