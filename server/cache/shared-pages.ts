// Shares pages between servers through a store; the cache calls it. A record is JSON, compressed by
// Brotli. It names the last purge that its server knew: readers detect a purged page.

import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants as zlib } from 'node:zlib'
import { type Clock, systemClock } from '../diagnostics/runtime/clock.ts'
import type { CacheKey } from './cache-key.ts'
import { type Exchange, SharedGenerations } from './generations.ts'
import { staleTime } from './response/http-semantics.ts'
import { type PreparedResponse, prepareResponse } from './response/prepared-response.ts'

/** Its methods neither throw nor reject. */
export interface Store {
  readonly exchange: Exchange
  /** Undefined without a record, or in time. */
  read(key: string): Promise<Buffer | undefined>
  /** @param lasts In ms. */
  write(key: string, record: Buffer, lasts: number): void
  drop(key: string): void
  close(): void
}

export interface SharedPages {
  /** The store's name. */
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
  /** For expired pages, in ms. */
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
    ...{ name, generations },
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

/** JSON has no infinity. */
const LONGEST_AGE_MS = 365 * 86_400_000

/** Times in ms. */
export interface SharedPage {
  readonly response: PreparedResponse
  readonly maxAge: number
  readonly age: number
}

export interface PageRecord {
  readonly page: SharedPage
  readonly tags: readonly string[]
  /** The latest generation when its server rendered it. */
  readonly begun: number
}

/** @param most Bytes. */
export const recordCodec = (most: number) => ({
  write({ page: { response, maxAge, age }, tags, begun }: PageRecord): Promise<Buffer> {
    const { status, headers, lastModified, body } = response
    const times = { maxAge: Math.min(maxAge, LONGEST_AGE_MS), madeAt: Date.now() - age }
    const page = { status, headers, lastModified, body: body.toString() }
    const text = JSON.stringify({ ...page, ...times, tags, begun })
    return promisify(brotliCompress)(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } })
  },
  /** Undefined for other bytes. Never rejects. */
  async read(bytes: Buffer): Promise<PageRecord | undefined> {
    try {
      // Escapes may double a text.
      const text = await promisify(brotliDecompress)(bytes, { maxOutputLength: 2 * most })
      const { body, maxAge, madeAt, tags, begun, ...page } = JSON.parse(text.toString())
      if (!Array.isArray(tags)) return undefined
      const response = prepareResponse({ ...page, body: Buffer.from(body) })
      // Servers share no other clock.
      const age = Math.max(0, Date.now() - madeAt)
      return { page: { response, maxAge, age }, tags, begun }
    } catch {
      return undefined
    }
  },
})

export type RecordCodec = ReturnType<typeof recordCodec>
