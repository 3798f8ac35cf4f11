// Which snapshots a purge forgets. In: a choice of pages, states, prefixes. Out: whether an address is
// among them. Query, scripts and encodings never matter: a purge covers every variant of a state.

import { encodeTag } from '../http/cache-tags.ts'
import type { CacheKey } from './tier.ts'

/** Which snapshots to forget; what is left out is any. */
export interface Purge {
  /** Path of a page. */
  readonly page?: string | undefined
  /** A state; `site.purge` and purges over HTTP take any spelling of it, with `#!` before it or without. */
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
   * Whether every tier was told, all processes that share it have forgotten, and the CDN. False: a tier could not be
   * reached. This process takes nothing from it until it could be told, and tells it as soon as it is back. Others may still
   * answer what they have.
   */
  readonly complete: boolean
  /** What the `cdn` did not do, and why, after it was tried three times; `complete` is false then. Purge again. */
  readonly cdn?: string
}

/**
 * Whether a purge covers what is kept at an address.
 *
 * @param tags Those of what is kept, encoded. Undefined where nobody knows: every tag may be among them.
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
