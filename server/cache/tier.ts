// The contract of the cache's tiers, which keep pages outside this process.

import type { PreparedResponse } from '../http/prepared-response.ts'
import type { CacheKey } from './cache-key.ts'
import type { Purge } from './purge.ts'

export interface Stored {
  readonly entry: PreparedResponse
  readonly maxAge: number
  readonly age: number
}

export interface Lookup {
  readonly page?: Stored | undefined
  /**
   * The purges known at the lookup; pass it to `put`. The tier refuses a page that may be older
   * than a purge. Undefined: it takes no page now.
   */
  readonly generation?: string | undefined
}

/** Receives a purge from another process. @param at When it began, in Unix ms. */
export type OnPurge = (which: Purge, at: number) => void

/** A tier of the cache. Its methods never reject; a tier that is down returns nothing. */
export interface Tier {
  readonly name?: string
  get(address: CacheKey): Promise<Lookup>
  /** @param generation The value that `get` returned before the page was rendered. */
  put?(address: CacheKey, page: Stored, generation: string): void
  drop?(address: CacheKey): void
  /**
   * Removes pages for all servers of the tier, including pages being written now.
   * @param at When another process began the purge, in Unix ms. Default: this process begins it
   * now.
   * @returns Whether the purge holds for all servers: see `Purged`.
   */
  purge?(which: Purge, at?: number): Promise<boolean>
  /** Registers the receiver of purges by other processes. */
  watch?(told: OnPurge): void
  /**
   * Settles once other servers' purges wait for this process, or the tier is unreachable. Purges
   * miss pages cached before that.
   */
  ready?(): Promise<void>
  close?(): Promise<void>
}
