// The events of a server, for its log and metrics.

import type { AnswerSource, StoreEvent } from '../../cache/cache.ts'
import type { PageTrace } from '../../dom/types.ts'
import type { JobOutcome, Timings } from '../../snapshot/pool/protocol.ts'

/** An event of the server, for its observers. Times are in ms. */
export type ServerEvent =
  | {
      readonly type: 'answered'
      readonly page: string
      /** Canonical; null for the app itself. */
      readonly state: string | null
      readonly status: number
      readonly source: AnswerSource | 'shell'
      readonly time: number
      /** The first 200 characters. */
      readonly userAgent?: string
      /** Of `traceparent` (W3C Trace Context). */
      readonly traceId?: string
      readonly parentId?: string
    }
  | {
      readonly type: 'rendered'
      readonly state: string
      readonly outcome: JobOutcome
      readonly time: number
      /** Only if the handler traces. */
      readonly trace?: PageTrace | undefined
      /** Of a snapshot's steps. */
      readonly timings?: Timings | undefined
    }
  | { readonly type: 'replaced'; readonly why: string }
  | StoreEvent

/** Must not throw. */
export type Observer = (event: ServerEvent) => void
