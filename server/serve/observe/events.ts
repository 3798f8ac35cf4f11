// Events of a snapshot server, for its log and metrics.

import type { Source, StoreEvent } from '../../cache/cache.ts'
import type { PageTrace } from '../../dom/isolation/page-trace.ts'
import type { Answer, Refusal, Timings } from '../../snapshot/pool/protocol.ts'

/** One thing that happened. Times in ms. */
export type ServerEvent =
  /** A request for a page was answered. */
  | {
      readonly type: 'answered'
      readonly page: string
      /** The canonical state; null for the app itself. */
      readonly state: string | null
      readonly status: number
      readonly source: Source | 'shell'
      readonly time: number
      /** The first 200 characters of the request's `User-Agent`. */
      readonly userAgent?: string
      /** The trace and span of the request's `traceparent` (W3C Trace Context). */
      readonly traceId?: string
      readonly parentId?: string
    }
  /** A worker has been asked for a snapshot. */
  | {
      readonly type: 'rendered'
      readonly state: string
      readonly outcome: (Answer | Refusal)['type']
      readonly time: number
      /** How the page came to be, where the handler was told to trace. */
      readonly trace?: PageTrace | undefined
      /** How long its steps took, of a page. */
      readonly timings?: Timings | undefined
    }
  /** A worker had to be replaced. */
  | { readonly type: 'replaced'; readonly why: string }
  | StoreEvent

/** Receives server events; must not throw. */
export type Observer = (event: ServerEvent) => void
