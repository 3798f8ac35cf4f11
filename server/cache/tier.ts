// Where pages are kept beyond one process, and under what: the contract of the cache's tiers.

import type { PreparedResponse } from '../http/prepared-response.ts'
import type { Purge } from './purge.ts'

/** A page from beyond this process. */
export interface Stored {
  readonly entry: PreparedResponse
  readonly maxAge: number
  readonly age: number
}

/** What a page is kept under. */
export interface CacheKey {
  /** All that follows, and unlike that of any other address. */
  readonly key: string
  /** Path of the page. */
  readonly page: string
  /** The page's own query; `''` when it has none. */
  readonly query: string
  /** The canonical state. */
  readonly state: string
  /** Whether it keeps its scripts, as it is for everyone and not for crawlers. */
  readonly live: boolean
  /** Whether it is Markdown. */
  readonly markdown: boolean
  /** Whether it is kept nowhere: such as one that anybody may make up as many of as they like. */
  readonly once?: boolean
}

/** Gives the address of a state of a page: none of its parts can hold what separates them. */
export const cacheKeyOf = (
  page: string,
  query: string,
  state: string,
  {
    live = false,
    markdown = false,
    once = false,
  }: Partial<Pick<CacheKey, 'live' | 'markdown' | 'once'>> = {},
): CacheKey => ({
  key: `${markdown ? 'md ' : live ? 'live ' : ''}${page}${query === '' ? '' : `?${query}`}#!${state}`,
  page,
  query,
  state,
  live,
  markdown,
  once,
})

/** What a tier says of an address. */
export interface Lookup {
  readonly page?: Stored | undefined
  /**
   * Which purges the tier knew of when it was asked. Goes back with what is made after that: a tier
   * takes nothing that may have been begun before a purge. Undefined: it takes nothing now.
   */
  readonly generation?: string | undefined
}

/** Is told of a purge that another process began. @param at When, in ms of the Unix clock. */
export type OnPurge = (which: Purge, at: number) => void

/** Where else pages are kept. Nothing of it rejects; a tier that is out of order has nothing. */
export interface Tier {
  /** What it is called in traces. */
  readonly name?: string
  get(address: CacheKey): Promise<Lookup>
  /** @param generation What `get` said before the page was made. */
  put?(address: CacheKey, page: Stored, generation: string): void
  /** Forgets one address. */
  drop?(address: CacheKey): void
  /**
   * Forgets for all who share the tier, also what is being put now.
   *
   * @param at When another process began it, in ms of the Unix clock. Default: this one does, now.
   * @returns Whether that holds for all of them: see `Purged`.
   */
  purge?(which: Purge, at?: number): Promise<boolean>
  /** Says whom to tell of purges by others, once the tier hears of them. */
  watch?(told: OnPurge): void
  /** Settles once purges by others wait for this process, or it is clear that they cannot. What is kept before that, they miss. */
  ready?(): Promise<void>
  close?(): Promise<void>
}
