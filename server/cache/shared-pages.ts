// Shares pages between servers through a store; the cache calls it. A record names the last purge
// that its server knew: readers detect a purged page.

import { type Clock, systemClock } from '../diagnostics/runtime/clock.ts'
import type { CacheKey } from './cache-key.ts'
import { type Exchange, SharedGenerations } from './generations.ts'
import { type RecordCodec, recordCodec, type SharedPage } from './record-codec.ts'
import { staleTime } from './response/http-semantics.ts'

/** A store whose methods neither throw nor reject. */
export interface Store {
  readonly exchange: Exchange
  /** @returns Undefined without a record, or without a reply in time. */
  read(key: string): Promise<Buffer | undefined>
  /** @param lasts In ms. */
  write(key: string, record: Buffer, lasts: number): void
  drop(key: string): void
  close(): void
}

export interface SharedPages {
  readonly name: string
  readonly generations: SharedGenerations
  /**
   * A page that is stale for `staleFor` at most. No purge covers it that the store had at `at`.
   * Never rejects.
   */
  get(address: CacheKey): Promise<(SharedPage & { readonly at: number }) | undefined>
  put(address: CacheKey, page: SharedPage, tags: readonly string[]): void
  drop(address: CacheKey): void
  close(): void
}

export interface SharedPagesOptions {
  readonly name: string
  readonly store: Store
  readonly keyOf: (address: string) => string
  /** How long an expired page may be served, in ms. */
  readonly staleFor: number
  /** Bytes of a page. */
  readonly most: number
  readonly warn: (sentence: string) => void
  readonly codec?: RecordCodec
  readonly clock?: Clock
}

export function openSharedPages(options: SharedPagesOptions): SharedPages {
  const { name, store, keyOf, staleFor, most, warn } = options
  const { codec = recordCodec(most), clock = systemClock } = options
  const generations = new SharedGenerations(store.exchange, clock)
  const lastsFor = ({ response, maxAge }: SharedPage) => maxAge + staleTime(response, staleFor)
  const isCurrent = () => generations.isCurrent(clock.now())
  const isReadable = () => isCurrent() && !generations.hasUnsent
  let hasWarned = false

  return {
    name,
    generations,
    async get({ key }) {
      const bytes = isReadable() ? await store.read(keyOf(key)) : undefined
      if (bytes === undefined) return undefined
      const record = await codec.read(bytes)
      if (record === undefined && !hasWarned) {
        hasWarned = true
        warn('has a record that this server cannot use: it is damaged')
      }
      if (record === undefined || !isReadable()) return undefined
      const { page, tags, begun } = record
      const isTooOld = page.age >= lastsFor(page)
      if (isTooOld || !generations.isValid(begun, tags)) return undefined
      return { ...page, at: generations.readAt }
    },
    put({ key }, page, tags) {
      if (!isCurrent()) return
      codec.write({ page, tags, begun: generations.latest }).then(
        (record) => store.write(keyOf(key), record, lastsFor(page)),
        (error) => warn(`could not store a page: ${error}`),
      )
    },
    drop({ key }) {
      if (isCurrent()) store.drop(keyOf(key))
    },
    close() {
      generations.close()
      store.close()
    },
  }
}
