// Renders a state into a response for the cache: a snapshot, a redirect, the app, or status 503.
// The handler calls it. The cause of a failure is only in the log.

import { declaredState } from '../../../src/address-state.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { RenderResult } from '../../cache/cache.ts'
import { type CacheKey, isForPeople } from '../../cache/cache-key.ts'
import {
  type HandlerResponse,
  refuseForNow,
  textResponse,
} from '../../cache/response/http-values.ts'
import { prepareResponse } from '../../cache/response/prepared-response.ts'
import { tagHeaders } from '../../cache/tags.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { markdownHref } from '../../html/readable-links.ts'
import type { Shell } from '../../site/shell.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Result, Snapshot } from '../../snapshot/pool/protocol.ts'
import {
  appAloneResponse,
  appElsewhereResponse,
  redirectResponse,
  type SnapshotFacts,
  snapshotResponse,
  TOO_LARGE_FOR_MARKDOWN,
} from '../http/responses.ts'
import type { Observer } from '../observe/events.ts'
import type { AddressParts } from './addresses.ts'

export interface RenderParts extends Pick<AddressParts, 'origin' | 'pages'> {
  readonly pool: Pick<Pool, 'render'>
  readonly observe?: Observer
  /** How long a page is fresh in ms, if its route sets no time. Default: a minute. */
  readonly maxAge?: number | undefined
  /** Whether `rendered` events describe the work. Default: false. */
  readonly trace?: boolean | undefined
}

export interface RenderRequest {
  readonly key: CacheKey
  readonly shell: Shell
  /** The time of the route in Unix ms, if it sets one. */
  readonly lastModified: number | undefined
}

interface ReadableRequest extends RenderRequest {
  /** Undefined for the form of crawlers. */
  readonly readable: ReadableScheme | undefined
}

export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** How long a page is fresh if neither its route nor the configuration sets a time. */
export const MAX_AGE_MS = 60_000

/** How long a page is fresh at most that reported an error or lacks a response. */
const AT_FAULT_FOR_MS = 10_000

/** The response of an overloaded or closing server. */
export const BUSY = prepareResponse(refuseForNow('There is too much to do just now. Try again.'))
const TRY_AGAIN = 'The snapshot could not be made. Try again.'
const TRY_LATER = 'The last try to make this snapshot failed. Try again later.'

/** Crawlers must never see the app's own address as gone. */
const NOT_NOW = refuseForNow('This page cannot be shown just now. Try again.')

export class Renderer {
  readonly #parts: RenderParts

  constructor(parts: RenderParts) {
    this.#parts = parts
  }

  async render(request: RenderRequest): Promise<RenderResult> {
    const { origin, pages, pool, trace } = this.#parts
    const { page, query, state, form } = request.key
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const readable = form === 'crawler' ? undefined : pages.get(page)?.readable
    const job = { page, state, url, form, shell: request.shell.html }
    const result = await pool.render(trace ? { ...job, trace } : job)
    return this.#ofResult(result, { ...request, readable })
  }

  #warn(state: string, ...warnings: readonly string[]): void {
    this.#parts.observe?.({ type: 'warning', state, warnings })
  }

  #ofResult(result: Result, request: ReadableRequest): RenderResult {
    const { key, readable, shell } = request
    switch (result.type) {
      case 'snapshot':
        if (result.warnings.length > 0) this.#warn(key.state, ...result.warnings)
        return this.#ofSnapshot(result, request)
      case 'redirect': {
        const byAccept = readable?.markdown
        const response = redirectResponse(result.status, result.location, { byAccept })
        return { kind: 'page', response, maxAge: this.#parts.maxAge ?? MAX_AGE_MS }
      }
      case 'app': {
        // The app knows the state only at its own address.
        const isElsewhere = readable !== undefined
        const response = isElsewhere
          ? appElsewhereResponse(result.url)
          : appAloneResponse(shell.html)
        return { kind: 'uncached', response, maxAge: 0 }
      }
      case 'overloaded':
        return { kind: 'shed', response: BUSY, maxAge: 0 }
      case 'closed':
        return { kind: 'uncached', response: BUSY, maxAge: 0 }
      case 'barred': {
        const seconds = Math.ceil(result.retryAfter / 1000)
        const cause = `answered 503 for ${seconds} s more: it ended its worker: ${result.why}`
        return this.#failed(key.state, cause, refuseForNow(TRY_LATER, seconds))
      }
      case 'hung':
      case 'died': {
        const seconds = Math.ceil(result.retryAfter / 1000)
        return this.#failed(key.state, causeOf(result, key.state), refuseForNow(TRY_AGAIN, seconds))
      }
      default:
        return this.#failed(key.state, causeOf(result, key.state), refuseForNow(TRY_AGAIN))
    }
  }

  #failed(state: string, cause: string | undefined, response: HandlerResponse): RenderResult {
    if (cause !== undefined) this.#warn(state, cause)
    return { kind: 'failed', response: prepareResponse(response), maxAge: 0 }
  }

  #ofSnapshot(snapshot: Snapshot, request: ReadableRequest): RenderResult {
    const { key, shell } = request
    const { status } = snapshot
    if (key.state === '' && shell.hasFragmentTag && (status === 404 || status === 410)) {
      const cause = 'The empty state has no page: give it a route ""'
      return this.#failed(key.state, cause, NOT_NOW)
    }
    const { document } = snapshot
    if (document === undefined)
      return this.#failed(key.state, undefined, textResponse(500, TOO_LARGE_FOR_MARKDOWN))
    if (document.length > SNAPSHOT_BYTES) {
      const cause = `The snapshot has over ${SNAPSHOT_BYTES} bytes: show less`
      return this.#failed(key.state, cause, textResponse(500, 'The snapshot is too large.'))
    }
    const tags = tagHeaders(snapshot.tags)
    const response = snapshotResponse(document, this.#facts(snapshot, request, tags))
    if (status >= 500) return { kind: 'uncached', response, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', response, maxAge: 0 }
    if (tags === undefined) {
      this.#warn(
        key.state,
        'The tags of the page have over 4096 characters: it is kept nowhere, as no purge could find it',
      )
      return { kind: 'page', response, maxAge: 0 }
    }
    const maxAge = snapshot.maxAge ?? this.#parts.maxAge ?? MAX_AGE_MS
    return {
      kind: 'page',
      response,
      maxAge: snapshot.fault === 'none' ? maxAge : Math.min(maxAge, AT_FAULT_FOR_MS),
    }
  }

  #facts(
    snapshot: Snapshot,
    { key, shell, readable, lastModified }: ReadableRequest,
    tags: Readonly<Record<string, string>> = {},
  ): SnapshotFacts {
    const { page, state, form } = key
    const { origin, pages } = this.#parts
    const isHome = readable !== undefined && state === ''
    const table = pages.get(page)?.table
    const declared = table ? declaredState(table, state) : state
    const alternate =
      form === 'markdown' ? readable?.href(declared) : readable && markdownHref(readable, declared)
    return {
      ...snapshot,
      lastModified,
      form,
      tags,
      alternate:
        readable?.markdown && alternate ? new URL(alternate, origin + page).href : undefined,
      // An adopted app starts at its home alone. A click on another page opens it there.
      opensApp: shell.isAdopted && isForPeople(form) && !isHome,
      byNavigation: form === 'in-place' || snapshot.declares,
    }
  }
}

type Failure = Extract<Result, { type: 'late' | 'crashed' | 'no-worker' | 'hung' | 'died' }>

function causeOf(result: Failure, state: string): string {
  if (result.type === 'late')
    return diagnosis('HB105', state, result.after ?? 0, result.waiting ?? [])
  if (result.type !== 'crashed') return `answered 503: ${result.why}`
  return result.error || 'answered 503: the page failed, and left no word why'
}
