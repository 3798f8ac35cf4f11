// Where pages are kept beyond one process, and under what: the contract of the cache's tiers.

import type { Entry } from './entry.ts'

/** A page from beyond this process. */
export interface Stored {
  readonly entry: Entry
  readonly maxAge: number
  readonly age: number
}

/** What a page is kept under. */
export interface Address {
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
}

/** Gives the address of a state of a page: none of its parts can hold what separates them. */
export const addressOf = (page: string, query: string, state: string, live = false): Address => ({
  key: `${live ? 'live ' : ''}${page}${query === '' ? '' : `?${query}`}#!${state}`,
  page,
  query,
  state,
  live,
})

/** Where else pages are kept. Nothing of it rejects; a tier that is out of order has nothing. */
export interface Tier {
  get(address: Address): Promise<Stored | undefined>
  put?(address: Address, page: Stored): void
  drop?(address: Address): void
  close?(): Promise<void>
}
