// Caches results within a byte limit, one render per key at a time; serves stale pages meanwhile.
// Missing (404, 410) and failed pages are cached apart, for seconds: they evict no page.
// RFC 5861: stale-while-revalidate (3), stale-if-error (4). Ages use a monotonic clock.

import type { CacheKey } from './cache-key.ts'
import { Generations } from './generations.ts'
import type { Purged } from './purge.ts'
import type { Stored } from './record-codec.ts'
import { routeTagsOf } from './response/cache-tags.ts'
import { staleTime } from './response/page-fault.ts'
import type { PreparedResponse } from './response/prepared-response.ts'
import { createSegments } from './segmented-lru.ts'
import { OBEYED_WITHIN } from './shared-generations.ts'
import type { SharedPages } from './shared-pages.ts'
import { tagsOf } from './tags.ts'

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

/** Where the response to a request was taken from. */
export type Source = 'hit' | 'stale' | 'shared' | 'rendered' | 'waited' | 'negative'

/** An event of a tier of the cache. */
export type StoreEvent =
  /** Something went wrong behind an answer. */
  | { readonly type: 'warning'; readonly state: string; readonly warnings: readonly string[] }
  /** A tier of the cache has gone out of order, or come back. */
  | { readonly type: 'tier'; readonly name: string; readonly works: boolean; readonly why: string }

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
  /** Default: no server shares pages with this one. */
  readonly shared?: SharedPages | undefined
  /** The clock of `shared`. Default: the machine's. */
  readonly now?: () => number
}

export interface Cache {
  /** Rejects if `make` rejects. @param time The time of the cache's clock, if you have it. */
  get(address: CacheKey, make: Make, time?: number): Promise<Served>
  /**
   * From the call on, no entry that has one of the tags and was begun before is served to new
   * requests. Never rejects.
   */
  purge(tags: readonly string[]): Promise<Purged>
  readonly size: { readonly bytes: number; readonly entries: number }
}

/** What decides whether purges cover an entry or a render. */
interface Purgeable {
  readonly tags: readonly string[]
  /** The last generation known when its render began. */
  readonly begun: number
  /** All purges that were complete at this time are known not to cover it, or it began then. */
  readonly at: number
}

interface CacheEntry extends CacheableResult, Purgeable {
  readonly key: string
  readonly madeAt: number
  readonly freshUntil: number
  readonly size: number
}

interface Flight extends Purgeable {
  readonly address: CacheKey
}

/** How long missing and failed pages are cached, in ms. */
const MISSING_FOR = 10_000
const FAILED_FOR = 2000

/** Shortens each page's lifetime by up to this share, so that pages don't expire together. */
const JITTER = 0.1

type Segments = ReturnType<typeof createSegments<CacheEntry>>

export const createCache = (options: CacheOptions): Cache => new MemoryCache(options)

class MemoryCache implements Cache {
  readonly #pages: Segments
  readonly #negatives: Segments
  readonly #flights = new Map<string, { flight: Flight; answered: Promise<Served> }>()
  readonly #generations = new Generations()
  readonly #shared: SharedPages | undefined
  readonly #staleFor: (one: Pick<CacheableResult, 'entry'>) => number
  readonly #now: () => number

  constructor({ bytes, staleFor, shared, now = () => performance.now() }: CacheOptions) {
    this.#pages = createSegments<CacheEntry>(bytes)
    this.#negatives = createSegments<CacheEntry>(bytes / 16)
    this.#staleFor = ({ entry }) => staleTime(entry, staleFor)
    this.#shared = shared
    this.#now = now
    shared?.generations.watch((tags) => this.#generations.raise(tags))
  }

  async get(address: CacheKey, make: Make, time = this.#now()): Promise<Served> {
    const { key } = address
    const page = this.#usable(this.#pages.get(key), time)
    const old = page && time < page.madeAt + page.maxAge + this.#staleFor(page) ? page : undefined
    if (old) this.#weigh(old)
    if (old && time < old.freshUntil) {
      return this.#serve(old, time < old.madeAt + old.maxAge ? 'hit' : 'stale', time)
    }
    const negative = this.#usable(this.#negatives.get(key), time)
    if (negative && time < negative.freshUntil) return this.#serve(negative, 'negative', time)
    const running = this.#flights.get(key)
    const joined = running && this.#usable(running.flight, time) && running.answered
    if (old) {
      // Requests that wait receive the error; this background call has no receiver.
      if (!joined) this.#launch(address, make, old, time).catch(() => undefined)
      return this.#serve(old, 'stale', time)
    }
    if (joined) return { ...(await joined), source: 'waited' }
    return this.#launch(address, make, undefined, time)
  }

  async purge(tags: readonly string[]): Promise<Purged> {
    const count = this.#drop(new Set(tags))
    this.#generations.raise(tags)
    return { count, complete: (await this.#shared?.generations.purge(tags)) ?? true }
  }

  get size() {
    return {
      bytes: this.#pages.bytes + this.#negatives.bytes,
      entries: this.#pages.count + this.#negatives.count,
    }
  }

  /** Undefined if a purge covers it, or if nobody knows whether one does. */
  #usable<T extends Purgeable>(one: T | undefined, time: number): T | undefined {
    if (one === undefined || !this.#generations.isValid(one.begun, one.tags)) return undefined
    const shared = this.#shared?.generations
    const isKnown = !shared || shared.isCurrent(time) || time - one.at < OBEYED_WITHIN
    return isKnown ? one : undefined
  }

  #serve(one: CacheEntry, source: Source, time = this.#now()): Served {
    const { entry, kind, maxAge, madeAt } = one
    const age = time - madeAt
    return { entry, kind, maxAge, source, age }
  }

  /** @param lasts How long it is fresh from when it was made, in ms. 0: it is not kept. */
  #keep(
    { address, begun, at }: Flight,
    made: CacheableResult,
    age: number,
    lasts: number,
  ): CacheEntry {
    const { key, once } = address
    const { kind, entry } = made
    const madeAt = this.#now() - age
    const freshUntil = madeAt + lasts * (1 - JITTER * Math.random())
    const tags = tagsOf(address, kind === 'page' ? routeTagsOf(entry) : undefined)
    const one = { ...made, key, tags, begun, at, madeAt, freshUntil, size: entry.bytes }
    // A later render may have answered already.
    if (once || !this.#generations.isValid(begun, tags)) return one
    if (kind === 'page') this.#negatives.delete(key)
    if (kind === 'missing' || (kind === 'page' && lasts === 0)) this.#pages.delete(key)
    if (lasts > 0) (kind === 'page' ? this.#pages : this.#negatives).set(key, one)
    return one
  }

  #launch(address: CacheKey, make: Make, old: CacheEntry | undefined, at: number): Promise<Served> {
    const flight = {
      address,
      at,
      tags: tagsOf(address, undefined),
      begun: this.#generations.latest,
    }
    const answered = this.#fly(flight, make, old).finally(() => {
      if (this.#flights.get(address.key)?.flight === flight) this.#flights.delete(address.key)
    })
    this.#flights.set(address.key, { flight, answered })
    return answered
  }

  async #fly(flight: Flight, make: Make, old: CacheEntry | undefined): Promise<Served> {
    const { address } = flight
    const found =
      this.#shared === undefined || address.once ? undefined : await this.#shared.get(address)
    if (found && found.age < found.maxAge) {
      return this.#serve(this.#keepShared(flight, found), 'shared')
    }
    const made = await make()
    if (made.kind === 'page' || made.kind === 'missing') return this.#settle(flight, made)
    return this.#standIn(flight, made, old ?? (found && this.#keepShared(flight, found)))
  }

  #keepShared(flight: Flight, { entry, maxAge, age, at }: Stored & { at: number }): CacheEntry {
    return this.#keep({ ...flight, at }, { kind: 'page', entry, maxAge }, age, maxAge)
  }

  #settle(flight: Flight, made: CacheableResult): Served {
    const { address, begun } = flight
    const { kind, entry, maxAge } = made
    const one = this.#keep(flight, made, 0, kind === 'page' ? maxAge : MISSING_FOR)
    if (!address.once && this.#generations.isValid(begun, one.tags)) {
      if (kind === 'missing' || maxAge === 0) this.#shared?.drop(address)
      else this.#shared?.put(address, { entry, maxAge, age: 0 }, one.tags)
    }
    return this.#serve(one, 'rendered')
  }

  /** Serves an old page in place of a failed one, if there is one. */
  #standIn(flight: Flight, made: CacheableResult, old: CacheEntry | undefined): Served {
    const last = this.#usable(old, this.#now())
    if (last === undefined) {
      const lasts = made.kind === 'failed' ? FAILED_FOR : 0
      return this.#serve(this.#keep(flight, made, 0, lasts), 'rendered')
    }
    // Serve the old page a little longer, so that not every request retries during an outage.
    if (made.kind === 'failed')
      this.#pages.set(last.key, { ...last, freshUntil: this.#now() + FAILED_FOR })
    return this.#serve(last, 'stale')
  }

  /** An encoding may have been added since the last weighing. */
  #weigh(one: CacheEntry): void {
    const size = one.entry.bytes
    if (one.size !== size) this.#pages.set(one.key, { ...one, size })
  }

  /** Frees the memory of purged entries. @returns How many. */
  #drop(purged: ReadonlySet<string>): number {
    let count = 0
    for (const store of [this.#pages, this.#negatives]) {
      for (const { key, tags } of store.values()) {
        if (!tags.some((tag) => purged.has(tag))) continue
        store.delete(key)
        count += 1
      }
    }
    return count
  }
}
