// A cache of values that resists floods: a segmented LRU. What is asked for once stays on probation and
// goes first; what is asked for again is protected. In: values with their size. Out: values.
// Both segments together never take more than their bytes, but for the weight of their own book-keeping.
//
// Karedla, Love, Wherry: Caching strategies to improve disk system performance (1994)

import { LRUCache } from 'lru-cache'

interface Sized {
  /** In bytes. */
  readonly size: number
}

/** See the head of this file. */
export interface Segments<V extends Sized> {
  /** Gives a value and remembers that it was asked for. */
  get(key: string): V | undefined
  /** Puts a value; one that is protected stays so. */
  set(key: string, value: V): void
  delete(key: string): void
  /** A copy, so that values may be deleted on the way. */
  values(): V[]
  readonly bytes: number
  readonly count: number
}

/** How much of the bytes what is protected may take; the rest is always there for what is new. */
const PROTECTED = 7 / 8

/** Makes a cache of so many bytes. */
export function createSegments<V extends Sized>(bytes: number): Segments<V> {
  const most = Math.max(1, Math.floor(bytes))
  const segment = () =>
    new LRUCache<string, { readonly key: string; readonly value: V }>({
      maxSize: most,
      sizeCalculation: ({ key, value }) => value.size + 2 * key.length,
    })
  const probation = segment()
  const safe = segment()

  function shrink(): void {
    while (safe.calculatedSize > most * PROTECTED) {
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
      const found = safe.get(key)
      if (found !== undefined) return found.value
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
