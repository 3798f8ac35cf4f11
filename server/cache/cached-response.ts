// Types of the results that the cache stores and returns.

import type { PreparedResponse } from '../http/prepared-response.ts'
import type { Source } from '../observe/events.ts'

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

export interface Served {
  readonly entry: PreparedResponse
  readonly kind: CacheableResult['kind']
  readonly source: Source
  readonly maxAge: number
  /** ms since it was made */
  readonly age: number
}

export type Make = () => Promise<CacheableResult>
