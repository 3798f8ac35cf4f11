// A segmented LRU cache: evicts first from probation, which has values requested once, and those
// that left the protected segment. The cache and the remembered addresses use it.
// Karedla, Love, Wherry: Caching strategies to improve disk system performance (1994)

import { LRUCache } from 'lru-cache'

type Segment<V> = LRUCache<string, { readonly key: string; readonly value: V }>

/** The protected segment's share of the bytes. */
const PROTECTED_SHARE = 7 / 8

export class SegmentedLru<V extends { readonly size: number }> {
  readonly #most: number
  readonly #probation: Segment<V>
  readonly #protected: Segment<V>

  /** @param bytes Limit of both segments. */
  constructor(bytes: number) {
    this.#most = Math.max(1, Math.floor(bytes))
    const segment = (): Segment<V> =>
      new LRUCache({
        maxSize: this.#most,
        sizeCalculation: ({ key, value }) => value.size + 2 * key.length,
      })
    this.#probation = segment()
    this.#protected = segment()
  }

  /** Protects the value: it is requested again. */
  get(key: string): V | undefined {
    const entry = this.#protected.get(key)
    if (entry !== undefined) return entry.value
    const promoted = this.#probation.get(key)
    if (promoted === undefined) return undefined
    this.#probation.delete(key)
    this.#protected.set(key, promoted)
    this.#shrink()
    return promoted.value
  }

  set(key: string, value: V): void {
    const segment = this.#protected.has(key) ? this.#protected : this.#probation
    segment.set(key, { key, value })
    this.#shrink()
  }

  delete(key: string): void {
    this.#probation.delete(key)
    this.#protected.delete(key)
  }

  /** A copy. */
  values(): V[] {
    return [...this.#probation.values(), ...this.#protected.values()].map(({ value }) => value)
  }

  get bytes(): number {
    return this.#protected.calculatedSize + this.#probation.calculatedSize
  }

  get count(): number {
    return this.#protected.size + this.#probation.size
  }

  #shrink(): void {
    while (this.#protected.calculatedSize > this.#most * PROTECTED_SHARE) {
      const last = this.#protected.pop()
      if (last === undefined) break
      this.#probation.set(last.key, last)
    }
    while (this.bytes > this.#most) if (this.#probation.pop() === undefined) break
  }
}
