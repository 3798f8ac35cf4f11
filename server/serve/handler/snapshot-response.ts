// Renders a state into a cacheable response. A failed page gets a generic message; its cause is
// only in the log.

import type { ReadableScheme } from '../../../src/readable.ts'
import type { CacheableResult } from '../../cache/cache.ts'
import type { CacheKey } from '../../cache/cache-key.ts'
import { diagnosis } from '../../diagnostics/diagnostics.ts'
import { homeNotice, homeScript } from '../../html/home-script.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import type { Readables } from '../../html/readable-links.ts'
import { tagHeaders } from '../../http/cache-tags.ts'
import { type PreparedResponse, prepareResponse } from '../../http/prepared-response.ts'
import {
  appAloneResponse,
  appElsewhereResponse,
  redirectResponse,
  refuse,
  refuseForNow,
  snapshotResponse,
  TOO_LARGE_FOR_MARKDOWN,
} from '../../http/responses.ts'
import type { HandlerResponse } from '../../http/types.ts'
import type { Observer, ServerEvent } from '../../observe/events.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal, Snapshot } from '../../snapshot/pool/protocol.ts'
import { AlikePages, type Likeness } from './alike-pages.ts'
import type { Shell } from './html-shell.ts'
import { createReadableShells } from './rewritten-shells.ts'
import { SHED } from './sheds.ts'
import { ThinPages } from './thin-pages.ts'

export interface SnapshotParts {
  /** Such as `https://example.com`: scheme, host and port of every absolute URL. */
  readonly origin: string
  readonly pool: Pick<Pool, 'render'>
  readonly observe: Observer
  /** For how many ms a page is fresh when its route does not say. */
  readonly maxAge: number
  /** Whether `rendered` events describe how pages were made. Default: false. */
  readonly trace?: boolean | undefined
  /** The readable addresses of pages, where everyone gets snapshots. */
  readonly readables: Readables
}

interface SnapshotRequest extends CacheKey {
  readonly readable: ReadableScheme | undefined
  readonly shell: Shell
  readonly lastModified: number | undefined
}

export const SNAPSHOT_BYTES = 4 * 2 ** 20

export class SnapshotResponder {
  readonly #parts: SnapshotParts
  readonly #readableShell: ReturnType<typeof createReadableShells>
  readonly #thinPages = new ThinPages()
  readonly #alikePages = new AlikePages()

  constructor(parts: SnapshotParts) {
    this.#parts = parts
    this.#readableShell = createReadableShells(parts.readables, parts.origin)
  }

  /** @param lastModified Last change of the content in Unix ms, if its route sets it. */
  async make(address: CacheKey, shell: Shell, lastModified?: number): Promise<CacheableResult> {
    const { origin, pool, observe, readables, trace } = this.#parts
    const { page, query, state, live, inPlace, markdown } = address
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const started = performance.now()
    const readable = live || markdown ? readables.get(page) : undefined
    const within = readable ? this.#readableShell(page, shell, state) : shell
    const result = await pool.render({
      ...{ page, state, url, shell: shell.html },
      ...{ readable: readable !== undefined, live, inPlace, markdown },
      ...(trace && { trace }),
    })
    if (result.type === 'overloaded') return OVERLOADED
    const time = performance.now() - started
    const made = trace ? tracedOf(result) : {}
    observe({ type: 'rendered', state, outcome: result.type, time, ...made })
    return this.#ofResult(result, { ...address, readable, shell: within, lastModified })
  }

  #warn(state: string, ...warnings: readonly string[]): void {
    this.#parts.observe({ type: 'warning', state, warnings })
  }

  #ofResult(result: Made, request: SnapshotRequest): CacheableResult {
    const { state, readable } = request
    switch (result.type) {
      case 'redirect': {
        const entry = redirectResponse(result.status, result.location, readable?.markdown)
        return { kind: 'page', entry, maxAge: this.#parts.maxAge }
      }
      case 'snapshot':
        if (result.warnings.length > 0) this.#warn(state, ...result.warnings)
        return this.#ofSnapshot(result, request)
      case 'late':
      case 'crashed':
        this.#warn(state, causeOf(result, state))
        return failed(refuseForNow('The snapshot could not be made. Try again.'))
      case 'barred': {
        const seconds = Math.ceil(result.retryAfter / 1000)
        const why = `answered 503 for ${seconds} s more: it ended its worker: ${result.why}`
        this.#warn(state, why)
        return failed(
          refuseForNow('The last try to make this snapshot failed. Try again later.', seconds),
        )
      }
      case 'app':
        return { kind: 'refused', entry: appAlone(result.url, request), maxAge: 0 }
      default:
        return CLOSED
    }
  }

  /** @returns The group's usual length, if the page has errors and shows far less. */
  #lostFrom({ shows, status }: Snapshot): number | undefined {
    if (shows === undefined || status !== 200) return undefined
    if (shows.isAtFault) return this.#thinPages.thinBeside(shows.group, shows.text)
    this.#thinPages.learn(shows.group, shows.text)
    return undefined
  }

  #likenessOf({ shows, status, state }: Snapshot, page: string): Likeness {
    if (shows?.digest === undefined || status !== 200) return 'own'
    return this.#alikePages.judge(page, state, shows.digest, shows.isAtFault)
  }

  #ofSnapshot(result: Snapshot, request: SnapshotRequest): CacheableResult {
    const { page, markdown, shell, state } = request
    const { status } = result
    const others = this.#lostFrom(result)
    if (others !== undefined) {
      this.#warn(
        state,
        `The page has ${result.shows?.text} characters of text, where others of its route have ${others}, and went wrong: it is not kept`,
      )
      return failed(refuse(500, 'The page could not be made whole. Try again.'))
    }
    const likeness = this.#likenessOf(result, page)
    if (likeness === 'lost') {
      this.#warn(
        state,
        `answered 503: the page has reported errors, and shows what other states of "${page}" show: ${result.warnings.join('; ')}`,
      )
      return failed(refuseForNow('The page could not be made whole. Try again.'))
    }
    // The address of the app itself must never be reported as gone.
    if (state === '' && shell.hasFragmentTag && (status === 404 || status === 410)) {
      this.#warn(state, 'The empty state has no page: give it a route ""')
      return failed(refuseForNow('This page cannot be shown just now. Try again.'))
    }
    if (markdown && result.markdown === undefined) {
      return failed(refuse(500, TOO_LARGE_FOR_MARKDOWN))
    }
    const text = result.markdown ?? documentOf(result, request)
    if (text.length > SNAPSHOT_BYTES) {
      this.#warn(state, `The snapshot has over ${SNAPSHOT_BYTES} bytes: show less`)
      return failed(refuse(500, 'The snapshot is too large.'))
    }
    return this.#prepared(text, likeness, result, request)
  }

  #prepared(
    text: string,
    likeness: Likeness,
    result: Snapshot,
    request: SnapshotRequest,
  ): CacheableResult {
    const { page, live, inPlace, markdown, readable, shell, state, lastModified } = request
    const { status, lang, indexable, canonical } = result
    const tags = tagHeaders(result.tags)
    if (tags === undefined) {
      this.#warn(
        state,
        'The tags of the page have over 4096 characters: it is kept nowhere, as no purge could find it',
      )
    }
    const isHome = isHomeOf(request)
    const hrefOf = markdown ? readable?.href : readable && markdownHref.bind(undefined, readable)
    const alternate =
      readable?.markdown && hrefOf
        ? new URL(hrefOf(state), this.#parts.origin + page).href
        : undefined
    const entry = snapshotResponse(text, {
      ...{ status, lang, indexable, lastModified, live, markdown, alternate },
      // This response serves all states, because browsers send no fragment.
      canonical: isHome && !markdown ? undefined : canonical,
      // Only the links into the app work. The page itself is the app.
      opensApp: shell.isAdopted && live && !isHome,
      tags: tags ?? {},
      byNavigation: inPlace || result.declares,
    })
    if (status >= 500) return { kind: 'refused', entry, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', entry, maxAge: 0 }
    const usually = tags === undefined ? 0 : (result.maxAge ?? this.#parts.maxAge)
    const isBrief = likeness === 'unsure' || result.shows?.isOpen === true
    const maxAge = isBrief ? Math.min(usually, UNSURE_FOR) : usually
    return { kind: 'page', entry, maxAge }
  }
}

/** Whether it is the page itself, with the content of the empty state. */
const isHomeOf = ({ readable, state }: SnapshotRequest): boolean =>
  readable !== undefined && state === ''

function documentOf(result: Snapshot, request: SnapshotRequest): string {
  const { live, readable, shell } = request
  const isHome = isHomeOf(request)
  const { prefix } = readable ?? {}
  const body =
    prefix && isHome && !shell.isAdopted
      ? homeScript(prefix) + result.body + homeNotice(prefix)
      : result.body
  // Only the page without a fragment may have the fragment tag.
  return shell.document({ ...result, body, ownHead: live, fragmentTag: isHome }, live)
}

const tracedOf = (result: Answer | Refusal): Pick<Rendered, 'trace' | 'timings'> => ({
  trace: 'trace' in result ? result.trace : undefined,
  timings: result.type === 'snapshot' ? result.timings : undefined,
})

type Made = Exclude<Answer | Refusal, { type: 'overloaded' }>

type Rendered = Extract<ServerEvent, { type: 'rendered' }>

/** The app instead of an unproven snapshot. It only knows the state at its own address. */
const appAlone = (url: string, { markdown, readable, shell }: SnapshotRequest): PreparedResponse =>
  markdown || readable ? appElsewhereResponse(url) : appAloneResponse(shell.html)

function causeOf(result: Extract<Answer | Refusal, { type: 'late' | 'crashed' }>, state: string) {
  if ('why' in result) return `answered 503: ${result.why}`
  if ('error' in result)
    return result.error || 'answered 503: the page failed, and left no word why'
  return diagnosis('HB105', state, result.after ?? 0, result.waiting ?? [])
}

/**
 * How long to cache a page with errors while too few others are known, and one with a request that
 * stays open, in ms.
 */
const UNSURE_FOR = 10_000

const OVERLOADED: CacheableResult = { kind: 'shed', entry: SHED, maxAge: 0 }

/** During shutdown. */
const CLOSED: CacheableResult = { kind: 'refused', entry: SHED, maxAge: 0 }

const failed = (response: HandlerResponse): CacheableResult => ({
  kind: 'failed',
  entry: prepareResponse(response),
  maxAge: 0,
})
