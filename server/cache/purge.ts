// Matches pages against a purge. A purge covers every variant of a state: query, scripts and
// encodings don't matter.

import { encodeTag } from '../http/cache-tags.ts'
import type { CacheKey } from './cache-key.ts'

/** The snapshots to purge. A field that is left out matches all. */
export interface Purge {
  /** Path of a page. */
  readonly page?: string | undefined
  /** A state. `site.purge` and purges over HTTP accept any spelling, with or without `#!`. */
  readonly state?: string | undefined
  /** What the states begin with; an empty one is all. */
  readonly prefix?: string | undefined
  /** A tag that routes give their pages; see `tags` of a route. */
  readonly tag?: string | undefined
}

/** What a purge has done by the time it resolves. */
export interface Purged {
  /** How many snapshots were in this process's memory. */
  readonly count: number
  /**
   * Whether the purge reached every tier, all processes that share one, and the CDN. False: a tier
   * was unreachable. This process reads nothing from that tier until it has sent the purge, which
   * it does as soon as the tier is back. Other processes may still serve purged pages.
   */
  readonly complete: boolean
  /**
   * The failure of the `cdn` and its cause, after three attempts; `complete` is then false. Purge
   * again.
   */
  readonly cdn?: string
}

/**
 * Whether a purge covers a cached page.
 * @param tags The page's tags, encoded. Undefined: unknown, so any tag matches.
 */
export const isPurged = (
  { page, state, prefix, tag }: Purge,
  address: Pick<CacheKey, 'page' | 'state'>,
  tags?: readonly string[],
): boolean =>
  (tag === undefined || tags === undefined || tags.includes(encodeTag(tag))) &&
  (page === undefined || address.page === page) &&
  (state === undefined || address.state === state) &&
  (prefix === undefined || address.state.startsWith(prefix))
