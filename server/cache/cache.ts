// Caches responses within a byte limit, and renders one at a time for each key. The handler calls
// it. Missing and failed pages have a cache of their own: they evict no page.
// RFC 5861, 3 and 4. Ages use a monotonic clock.

import type { CacheKey } from './cache-key.ts'
import { Generations, OBEYED_WITHIN_MS } from './generations.ts'
import type { SharedPage } from './record-codec.ts'
import { staleTime } from './response/http-semantics.ts'
import type { PreparedResponse } from './response/prepared-response.ts'
import { SegmentedLru } from './segmented-lru.ts'
import type { SharedPages } from './shared-pages.ts'
import { type Purged, routeTagsOf, tagsOf } from './tags.ts'

export interface RenderResult {
  /** The cache stores no `uncached` and no `shed` result. `shed`: refused before any work. */
  readonly kind: 'page' | 'missing' | 'failed' | 'uncached' | 'shed'
  readonly response: PreparedResponse
  /** How long a page is fresh, in ms. */
  readonly maxAge: number
}

export type AnswerSource = 'hit' | 'stale' | 'shared' | 'rendered' | 'waited' | 'negative'

export type StoreEvent =
  /** A fault that no response shows. */
  | { readonly type: 'warning'; readonly state: string; readonly warnings: readonly string[] }
  | { readonly type: 'tier'; readonly name: string; readonly works: boolean; readonly why: string }

/** Times in ms. */
export interface CacheAnswer extends RenderResult {
  readonly source: AnswerSource
  readonly age: number
}

export type Render = () => Promise<RenderResult>

/** Times in ms. */
export interface CacheOptions {
  readonly bytes: number
  readonly staleFor: number
  /** Default: no server shares pages with this one. */
  readonly shared?: SharedPages | undefined
  readonly now?: () => number
}

interface Purgeable {
  readonly tags: readonly string[]
  /** The latest generation when its render began. */
  readonly begun: number
  /** No purge covers it that was complete at this time. */
  readonly at: number
}

interface CacheEntry extends RenderResult, Purgeable {
  readonly key: string
  readonly madeAt: number
  readonly freshUntil: number
  readonly size: number
}

interface RunningRender extends Purgeable {
  readonly address: CacheKey
}

const MISSING_FOR_MS = 10_000
const FAILED_FOR_MS = 2000

/** Up to this share is cut from a lifetime, so that pages don't expire together. */
const JITTER = 0.1

export class Cache {
  readonly #pages: SegmentedLru<CacheEntry>
  readonly #negatives: SegmentedLru<CacheEntry>
  readonly #running = new Map<string, { run: RunningRender; answer: Promise<CacheAnswer> }>()
  readonly #generations = new Generations()
  readonly #shared: SharedPages | undefined
  readonly #staleFor: number
  readonly #now: () => number

  constructor({ bytes, staleFor, shared, now = () => performance.now() }: CacheOptions) {
    this.#pages = new SegmentedLru<CacheEntry>(bytes)
    this.#negatives = new SegmentedLru<CacheEntry>(bytes / 16)
    this.#staleFor = staleFor
    this.#shared = shared
    this.#now = now
    shared?.generations.watch((tags) => this.#generations.raise(tags))
  }

  /** Rejects if `render` rejects. */
  async get(address: CacheKey, render: Render, time = this.#now()): Promise<CacheAnswer> {
    const { key } = address
    const page = this.#usable(this.#pages.get(key), time)
    const isServable =
      page && time < page.madeAt + page.maxAge + staleTime(page.response, this.#staleFor)
    const old = isServable ? page : undefined
    if (old) this.#weigh(old)
    if (old && time < old.freshUntil)
      return this.#answer(old, time < old.madeAt + old.maxAge ? 'hit' : 'stale', time)
    const negative = this.#usable(this.#negatives.get(key), time)
    if (negative && time < negative.freshUntil) return this.#answer(negative, 'negative', time)
    const running = this.#running.get(key)
    const joined = running && this.#usable(running.run, time) && running.answer
    if (old) {
      // Requests that wait receive the error; this call has no receiver.
      if (!joined) this.#start(address, render, old, time).catch(() => undefined)
      return this.#answer(old, 'stale', time)
    }
    if (joined) return { ...(await joined), source: 'waited' }
    return this.#start(address, render, undefined, time)
  }

  /** New requests get no entry of these tags whose render began before. Never rejects. */
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

  /** @returns Undefined if a purge covers the entry, or may cover it. */
  #usable<T extends Purgeable>(entry: T | undefined, time: number): T | undefined {
    if (entry === undefined || !this.#generations.isValid(entry.begun, entry.tags)) return undefined
    const shared = this.#shared?.generations
    const isKnown = !shared || shared.isCurrent(time) || time - entry.at < OBEYED_WITHIN_MS
    return isKnown ? entry : undefined
  }

  #answer(entry: CacheEntry, source: AnswerSource, time = this.#now()): CacheAnswer {
    const { response, kind, maxAge, madeAt } = entry
    return { response, kind, maxAge, source, age: time - madeAt }
  }

  /** @param lasts How long the result is fresh, in ms. 0: it is not stored. */
  #store({ address, begun, at }: RunningRender, result: RenderResult, age: number, lasts: number) {
    const { key, uncacheable } = address
    const { kind, response } = result
    const madeAt = this.#now() - age
    const freshUntil = madeAt + lasts * (1 - JITTER * Math.random())
    const tags = tagsOf(address, kind === 'page' ? routeTagsOf(response) : undefined)
    const entry = { ...result, key, tags, begun, at, madeAt, freshUntil, size: response.bytes }
    // A later render may have answered already.
    if (uncacheable || !this.#generations.isValid(begun, tags)) return entry
    if (kind === 'page') this.#negatives.delete(key)
    if (kind === 'missing' || (kind === 'page' && lasts === 0)) this.#pages.delete(key)
    if (lasts > 0) (kind === 'page' ? this.#pages : this.#negatives).set(key, entry)
    return entry
  }

  #start(address: CacheKey, render: Render, old: CacheEntry | undefined, at: number) {
    const tags = tagsOf(address, undefined)
    const run = { address, at, tags, begun: this.#generations.latest }
    const answer = this.#render(run, render, old).finally(() => {
      if (this.#running.get(address.key)?.run === run) this.#running.delete(address.key)
    })
    this.#running.set(address.key, { run, answer })
    return answer
  }

  async #render(run: RunningRender, render: Render, old: CacheEntry | undefined) {
    const { address } = run
    const shared =
      this.#shared === undefined || address.uncacheable
        ? undefined
        : await this.#shared.get(address)
    if (shared && shared.age < shared.maxAge)
      return this.#answer(this.#storeShared(run, shared), 'shared')
    const result = await render()
    if (result.kind === 'page' || result.kind === 'missing') return this.#finish(run, result)
    return this.#fail(run, result, old ?? (shared && this.#storeShared(run, shared)))
  }

  #storeShared(run: RunningRender, { response, maxAge, age, at }: SharedPage & { at: number }) {
    return this.#store({ ...run, at }, { kind: 'page', response, maxAge }, age, maxAge)
  }

  #finish(run: RunningRender, result: RenderResult): CacheAnswer {
    const { address, begun } = run
    const { kind, response, maxAge } = result
    const entry = this.#store(run, result, 0, kind === 'page' ? maxAge : MISSING_FOR_MS)
    if (!address.uncacheable && this.#generations.isValid(begun, entry.tags)) {
      if (kind === 'missing' || maxAge === 0) this.#shared?.drop(address)
      else this.#shared?.put(address, { response, maxAge, age: 0 }, entry.tags)
    }
    return this.#answer(entry, 'rendered')
  }

  /** Serves an old page instead, if there is one. */
  #fail(run: RunningRender, result: RenderResult, old: CacheEntry | undefined): CacheAnswer {
    const last = this.#usable(old, this.#now())
    if (last === undefined) {
      const lasts = result.kind === 'failed' ? FAILED_FOR_MS : 0
      return this.#answer(this.#store(run, result, 0, lasts), 'rendered')
    }
    // Fresh for longer, so that not every request retries during an outage.
    if (result.kind === 'failed')
      this.#pages.set(last.key, { ...last, freshUntil: this.#now() + FAILED_FOR_MS })
    return this.#answer(last, 'stale')
  }

  /** Measures the entry again: its response may have one more encoding. */
  #weigh(entry: CacheEntry): void {
    const size = entry.response.bytes
    if (entry.size !== size) this.#pages.set(entry.key, { ...entry, size })
  }

  /** @returns How many entries it removed. */
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
