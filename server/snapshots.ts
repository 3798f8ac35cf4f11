// Makes what the cache keeps: asks the pool for the snapshot of a state, puts it into its shell.
// In: the address of a state and its shell. Out: an answer, and whether it may be kept. A page that
// failed is answered in a sentence of ours: what went wrong is for the log only.

import { after, type Soon } from './after.ts'
import type { Made } from './cache.ts'
import { createEntry } from './entry.ts'
import type { Observer } from './events.ts'
import type { Answer, Snapshot } from './job.ts'
import type { HandlerResponse } from './message.ts'
import type { Pool } from './pool.ts'
import { redirectEntry, refuse, refuseForNow, snapshotEntry } from './respond.ts'
import type { Shell } from './shell.ts'
import type { Refusal } from './thread.ts'
import type { Address } from './tier.ts'

/** Makes the answer of a state. */
export type MakeSnapshot = (
  address: Address,
  shell: Shell,
  /** When the content changed last, as ms of the Unix clock, if its route says so. */
  lastModified?: number,
) => Soon<Made>

/** Settings of the making of snapshots. */
export interface SnapshotSettings {
  readonly origin: string
  readonly pool: Pick<Pool, 'render'>
  readonly observe: Observer
  /** For how many ms a page is fresh when its route does not say. */
  readonly maxAge: number
  /** How many bytes a snapshot may have. */
  readonly snapshotBytes: number
}

interface Asked {
  readonly live: boolean
  readonly shell: Shell
  readonly state: string
  readonly lastModified: number | undefined
}

/** Makes a maker. */
export function snapshotMaker(settings: SnapshotSettings): MakeSnapshot {
  const { origin, pool, observe, maxAge: usual, snapshotBytes } = settings

  return (address, shell, lastModified) => {
    const { page, query, state, live } = address
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const started = performance.now()
    return after(pool.render({ page, state, url }), (result) => {
      const time = performance.now() - started
      observe({ type: 'rendered', state, outcome: result.type, time })
      return ofResult(result, { live, shell, state, lastModified })
    })
  }

  function ofResult(result: Answer | Refusal, asked: Asked): Made {
    switch (result.type) {
      case 'redirect':
        return {
          kind: 'page',
          entry: redirectEntry(result.status, result.location),
          maxAge: usual,
        }
      case 'snapshot':
        if (result.warnings.length > 0) {
          observe({ type: 'warning', state: asked.state, warnings: result.warnings })
        }
        return ofSnapshot(result, asked)
      case 'late':
      case 'crashed':
        return failed(refuseForNow('The snapshot could not be made in time. Try again.'))
      default:
        return REFUSED
    }
  }

  function ofSnapshot(result: Snapshot, { live, shell, state, lastModified }: Asked): Made {
    const { status } = result
    // The page without a fragment is the address of the app itself: no client may hear that it is gone.
    const missingHome = state === '' && shell.hasFragmentTag && (status === 404 || status === 410)
    if (missingHome) {
      observe({
        type: 'warning',
        state,
        warnings: ['The empty state has no page: give it a route ""'],
      })
      return failed(refuseForNow('This page cannot be shown just now. Try again.'))
    }
    const html = shell.document(result, live)
    if (html.length > snapshotBytes) {
      const warnings = [
        `The snapshot has over ${snapshotBytes} bytes: raise "snapshotBytes", or show less`,
      ]
      observe({ type: 'warning', state, warnings })
      return failed(refuse(500, 'The snapshot is too large.'))
    }
    const { lang, indexable, canonical } = result
    const entry = snapshotEntry(html, {
      status,
      lang,
      canonical,
      indexable,
      lastModified,
      live,
    })
    if (status >= 500) return { kind: 'refused', entry, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', entry, maxAge: 0 }
    return { kind: 'page', entry, maxAge: result.maxAge ?? usual }
  }
}

const REFUSED: Made = {
  kind: 'refused',
  entry: createEntry(refuseForNow('There is too much to do just now. Try again.')),
  maxAge: 0,
}

const failed = (response: HandlerResponse): Made => ({
  kind: 'failed',
  entry: createEntry(response),
  maxAge: 0,
})
