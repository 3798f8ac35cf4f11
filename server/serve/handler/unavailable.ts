// Has the status 503 of each state without a snapshot: late, crashed, lost or barred, or refused by
// a full or closing server. `render.ts` and the handler call it.

import type { RenderResult } from '../../cache/cache.ts'
import { refuseForNow } from '../../cache/response/http-values.ts'
import { prepareResponse } from '../../cache/response/prepared-response.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import type { Answer, Refusal } from '../../snapshot/pool/protocol.ts'

/** For an overloaded or closing server. */
export const BUSY = prepareResponse(refuseForNow('There is too much to do just now. Try again.'))
const TRY_AGAIN = refuseForNow('The snapshot could not be made. Try again.')

/** Crawlers must never see the app's own address as gone. */
export const NOT_NOW = refuseForNow('This page cannot be shown just now. Try again.')

type Failure = Extract<Answer | Refusal, { type: 'late' | 'crashed' | 'lost' }>
type Unavailable = Failure | Extract<Refusal, { type: 'overloaded' | 'closed' | 'barred' }>

/** @returns Also the cause, for the log only. */
export function unavailable(
  result: Unavailable,
  state: string,
): RenderResult & { readonly cause?: string } {
  switch (result.type) {
    case 'overloaded':
      return { kind: 'shed', response: BUSY, maxAge: 0 }
    case 'closed':
      return { kind: 'uncached', response: BUSY, maxAge: 0 }
    case 'barred': {
      const seconds = Math.ceil(result.retryAfter / 1000)
      const cause = `answered 503 for ${seconds} s more: it ended its worker: ${result.why}`
      const later = 'The last try to make this snapshot failed. Try again later.'
      const response = prepareResponse(refuseForNow(later, seconds))
      return { kind: 'failed', response, maxAge: 0, cause }
    }
    default: {
      const response = prepareResponse(TRY_AGAIN)
      return { kind: 'failed', response, maxAge: 0, cause: causeOf(result, state) }
    }
  }
}

function causeOf(result: Failure, state: string): string {
  if (result.type === 'lost') return `answered 503: ${result.why}`
  if (result.type === 'crashed')
    return result.error || 'answered 503: the page failed, and left no word why'
  return diagnosis('HB105', state, result.after ?? 0, result.waiting ?? [])
}
