// Caches results within a byte limit, one render per key at a time; serves stale pages meanwhile.
// Missing (404, 410) and failed pages are cached apart, for seconds: they evict no page.
// RFC 5861: stale-while-revalidate (3), stale-if-error (4). Ages use a monotonic clock.

import { tagsOf } from '../http/cache-tags.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import type { Source } from '../observe/events.ts'
import type { CacheKey } from './cache-key.ts'
import { isPurged, type Purge, type Purged } from './purge.ts'
import { createSegments } from './segmented-lru.ts'
import { createSingleFlight, type Flight } from './single-flight.ts'
import type { Tier } from './tier.ts'
import { readTiers, type Shared, storeInTiers } from './tier-chain.ts'

export interface CacheableResult {
  /**
   * A `failed` result is cached briefly. A `refused` one is not: the next request tries again. A
   * `shed` one is `refused` because of overload, before any work.
   */
  readonly kind: 'page' | 'missing' | 'failed' | 'refused' | 'shed'
  readonly entry: PreparedResponse
  /** How long a page is fresh, in ms; pages only. */
  readonly maxAge: number
}

export interface Served {
  readonly entry: PreparedResponse
  readonly kind: CacheableResult['kind']
  readonly source: Source
  readonly maxAge: number
  readonly age: number
}

export type Make = () => Promise<CacheableResult>

/** Times in ms. */
export interface CacheOptions {
  readonly bytes: number
  /** How long an expired page may still be served. */
  readonly staleFor: number
  readonly tiers?: readonly Tier[]
  readonly now?: () => number
}

export interface Cache {
  /** Rejects if `make` rejects. @param time The time of the cache's clock, if you have it. */
  get(address: CacheKey, make: Make, time?: number): Promise<Served>
  /** Once it resolves, no page rendered or begun before it is served. Never rejects. */
  purge(which: Purge): Promise<Purged>
  readonly size: { readonly bytes: number; readonly entries: number }
}

interface CacheEntry extends CacheableResult {
  readonly address: CacheKey
  readonly madeAt: number
  readonly freshUntil: number
  readonly size: number
}

/** How long missing and failed pages are cached, in ms. */
const MISSING_FOR = 10_000
const FAILED_FOR = 2000

/** Shortens each page's lifetime by up to this share, so that pages don't expire together. */
const JITTER = 0.1

export const createCache = (options: CacheOptions): Cache => new MemoryCache(options)

class MemoryCache implements Cache {
  readonly #pages: ReturnType<typeof createSegments<CacheEntry>>
  readonly #negatives: ReturnType<typeof createSegments<CacheEntry>>
  readonly #flights = createSingleFlight<Served>()
  readonly #tiers: readonly Tier[]
  readonly #staleFor: number
  readonly #now: () => number

  constructor({ bytes, staleFor, tiers = [], now = () => performance.now() }: CacheOptions) {
    this.#pages = createSegments<CacheEntry>(bytes)
    this.#negatives = createSegments<CacheEntry>(bytes / 16)
    this.#staleFor = staleFor
    this.#tiers = tiers
    this.#now = now
    for (const tier of tiers) {
      tier.watch?.((which, at) => {
        this.#forget(which)
        for (const other of tiers) if (other !== tier) void other.purge?.(which, at)
      })
    }
  }

  async get(address: CacheKey, make: Make, time = this.#now()): Promise<Served> {
    const { key } = address
    const page = this.#pages.get(key)
    const old = page && time < page.madeAt + page.maxAge + this.#staleFor ? page : undefined
    if (old) this.#weigh(old)
    if (old && time < old.freshUntil) {
      return this.#serve(old, time < old.madeAt + old.maxAge ? 'hit' : 'stale', time)
    }
    const negative = this.#negatives.get(key)
    if (negative && time < negative.freshUntil) return this.#serve(negative, 'negative', time)
    const under = this.#flights.under(key)
    if (old) {
      // Requests that wait receive the error; this background call has no receiver.
      if (!under) this.#launch(address, make, old).catch(() => undefined)
      return this.#serve(old, 'stale', time)
    }
    if (under) return { ...(await under), source: 'waited' }
    return this.#launch(address, make, undefined)
  }

  async purge(which: Purge): Promise<Purged> {
    const count = this.#forget(which)
    let complete = true
    // The last tier first: a server that applies the purge from one tier must not find the old
    // page in a tier behind it.
    for (const tier of this.#tiers.toReversed()) {
      if ((await tier.purge?.(which)) === false) complete = false
    }
    // A tier may have returned a page just before its own purge.
    if (this.#tiers.length > 0) this.#forget(which)
    return { count, complete }
  }

  get size() {
    return {
      bytes: this.#pages.bytes + this.#negatives.bytes,
      entries: this.#pages.count + this.#negatives.count,
    }
  }

  #serve(one: CacheEntry, source: Source, time = this.#now()): Served {
    const { entry, kind, maxAge, madeAt } = one
    const age = time - madeAt
    return { entry, kind, maxAge, source, age }
  }

  #keep(address: CacheKey, made: CacheableResult, age: number, lasts: number): CacheEntry {
    const madeAt = this.#now() - age
    const freshUntil = madeAt + lasts * (1 - JITTER * Math.random())
    const one = { ...made, address, madeAt, freshUntil, size: made.entry.bytes }
    const { kind } = made
    if (kind === 'page') this.#negatives.delete(address.key)
    if (kind === 'missing' || (kind === 'page' && lasts === 0)) this.#pages.delete(address.key)
    if (lasts > 0 && !address.once)
      (kind === 'page' ? this.#pages : this.#negatives).set(address.key, one)
    return one
  }

  async #fly(flight: Flight, make: Make, old: CacheEntry | undefined): Promise<Served> {
    const { address } = flight
    const shared: Shared =
      this.#tiers.length === 0 || address.once
        ? { generations: new Map() }
        : await readTiers(this.#tiers, address, this.#staleFor)
    const found = shared.page
    if (found && found.age < found.maxAge && !flight.wasPurged) {
      const kept = this.#keep(address, { ...found, kind: 'page' }, found.age, found.maxAge)
      return this.#serve(kept, 'shared')
    }
    return this.#settleFlight(flight, await make(), shared, old)
  }

  #settleFlight(
    { address, wasPurged }: Flight,
    made: CacheableResult,
    { page: stored, generations }: Shared,
    old: CacheEntry | undefined,
  ): Served {
    if (made.kind !== 'page' && made.kind !== 'missing') {
      const other = stored && { ...stored, kind: 'page' as const }
      const last = wasPurged
        ? undefined
        : (old ?? (other && this.#keep(address, other, other.age, other.maxAge)))
      if (last) {
        // Serve the old page a little longer, so that not every request retries during an outage.
        if (made.kind === 'failed')
          this.#pages.set(address.key, { ...last, freshUntil: this.#now() + FAILED_FOR })
        return this.#serve(last, 'stale')
      }
      const lasts = made.kind === 'failed' && !wasPurged ? FAILED_FOR : 0
      return this.#serve(this.#keep(address, made, 0, lasts), 'rendered')
    }
    const { kind, entry, maxAge } = made
    const lasts = kind === 'page' ? maxAge : MISSING_FOR
    const one = this.#keep(address, made, 0, wasPurged ? 0 : lasts)
    if (wasPurged || address.once) return this.#serve(one, 'rendered')
    if (kind === 'page' && maxAge > 0) storeInTiers(generations, address, { entry, maxAge, age: 0 })
    else for (const tier of this.#tiers) tier.drop?.(address)
    return this.#serve(one, 'rendered')
  }

  #launch(address: CacheKey, make: Make, old: CacheEntry | undefined): Promise<Served> {
    return this.#flights.launch(address, (flight) => this.#fly(flight, make, old))
  }

  /** An encoding may have been added since the last weighing. */
  #weigh(one: CacheEntry): void {
    const size = one.entry.bytes
    if (one.size !== size) this.#pages.set(one.address.key, { ...one, size })
  }

  #forget(which: Purge): number {
    let count = 0
    for (const store of [this.#pages, this.#negatives]) {
      for (const { address, kind, entry } of store.values()) {
        if (!isPurged(which, address, kind === 'page' ? tagsOf(entry) : undefined)) continue
        store.delete(address.key)
        count += 1
      }
    }
    this.#flights.markPurged((address) => isPurged(which, address))
    return count
  }
}
