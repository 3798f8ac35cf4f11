// The events of a server, for its log and metrics.

import type { AnswerSource, StoreEvent } from '../../cache/cache.ts'
import type { PageTrace } from '../../dom/types.ts'
import type { PoolEvent } from '../../snapshot/pool/pool.ts'
import type { Result, Timings } from '../../snapshot/pool/protocol.ts'

/** An event of the server, for its observers. Times are in ms. */
export type ServerEvent =
  | {
      readonly type: 'answered'
      readonly page: string
      /** The canonical state; null for the app itself. */
      readonly state: string | null
      readonly status: number
      readonly source: AnswerSource | 'shell'
      readonly time: number
      /** The first 200 characters. */
      readonly userAgent?: string
      /** The ids of `traceparent` (W3C Trace Context). */
      readonly traceId?: string
      readonly parentId?: string
    }
  | {
      readonly type: 'rendered'
      readonly state: string
      readonly outcome: Result['type']
      readonly time: number
      /** The waits of the page, if the handler traces. */
      readonly trace?: PageTrace | undefined
      readonly timings?: Timings | undefined
    }
  | { readonly type: 'replaced'; readonly why: string }
  | StoreEvent

/** Must not throw. */
export type Observer = (event: ServerEvent) => void

/** Describes the failure of a worker or of a tier, and a tier that works again. */
export const sentenceOf = (event: Extract<ServerEvent, { type: 'replaced' | 'tier' }>): string =>
  event.type === 'replaced'
    ? `a worker was replaced: ${event.why}`
    : `${event.name} ${event.works ? 'works again' : `fails: ${event.why}`}`

export const toAll =
  (observers: readonly Observer[]): Observer =>
  (event) => {
    for (const observe of observers) observe(event)
  }

/** @returns The event for the log and metrics; undefined for an event of the pool alone. */
export function fromPool(event: PoolEvent): ServerEvent | undefined {
  if (event.type === 'replaced') return event
  if (event.type === 'stray')
    return { type: 'warning', state: event.state ?? '', warnings: [event.error] }
  if (event.type !== 'rendered' || event.result.type === 'overloaded') return undefined
  const { job, result, time } = event
  const trace = job.trace && {
    trace: 'trace' in result ? result.trace : undefined,
    timings: result.type === 'snapshot' ? result.timings : undefined,
  }
  return { type: 'rendered', state: job.state, outcome: result.type, time, ...trace }
}
