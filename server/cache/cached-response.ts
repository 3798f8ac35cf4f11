// What a cache is given to keep and what it gives back, as values.

import type { MaybePromise } from '../http/maybe-promise.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import type { Source } from '../observe/events.ts'
import type { Reused } from '../pool/protocol.ts'

/** An answer that was just made. */
export interface Made {
  /** `failed` is remembered for a moment, `refused` is not: the next request tries again. */
  readonly kind: 'page' | 'missing' | 'failed' | 'refused'
  readonly entry: PreparedResponse
  /** For how many ms it is fresh; only of a page. */
  readonly maxAge: number
  /** Which page made it, if one that stays loaded did: it is kept in this process only until that is proven. */
  readonly reused?: Reused | undefined
}

/** An answer from the cache. */
export interface Served {
  readonly entry: PreparedResponse
  readonly kind: Made['kind']
  readonly source: Source
  readonly maxAge: number
  /** ms since it was made */
  readonly age: number
  /** It may be recalled: nobody else is to keep it. */
  readonly provisional: boolean
}

/** Makes an answer. */
export type Make = () => MaybePromise<Made>
