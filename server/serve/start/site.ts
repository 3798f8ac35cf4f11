import type { Cache } from '../../cache/cache.ts'
import type { Purge, Purged } from '../../cache/purge.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import type { NodeMiddleware } from '../http/node-adapter.ts'

/** A handler with what it owns. */
export type Site = Handler & {
  /**
   * Answers everything that `hashbang serve` answers: pages, the files of `assets` below `base`,
   * `/robots.txt`, `/sitemap.xml`, `/healthz`, `/readyz`, metrics at a path, and purges over HTTP.
   * Other requests go on to `next`, or get status 404.
   */
  readonly all: NodeMiddleware
  /** Ends the workers. */
  close(): Promise<void>
  /**
   * Drops the snapshots of a page, of a state, of a folder of states, with a tag; without arguments
   * all: here at once, then in Redis, then in the `cdn`. Snapshots that are being made are not
   * kept. Never rejects.
   */
  purge(which?: Purge): Promise<Purged>
  /** What the fragments of states begin with of a page that is adopted; undefined of others. */
  statesOf(page: string): StatePrefix | undefined
  /** How many snapshots are under way or wait. */
  readonly pending: number
  /** How many workers can make snapshots now. */
  readonly ready: number
  /** How many requests were refused with 503 because of overload; they have no event each. */
  readonly shed: number
  /** What the cache in memory holds. */
  readonly cached: Cache['size']
}
