// Renders a state into a cacheable response. A failed page gets a generic message; its cause is
// only in the log.

import { declaredState } from '../../../src/address-state.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { CacheableResult } from '../../cache/cache.ts'
import type { CacheKey } from '../../cache/cache-key.ts'
import { tagHeaders } from '../../cache/response/cache-tags.ts'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import { prepareResponse } from '../../cache/response/prepared-response.ts'
import { refuse, refuseForNow } from '../../cache/response/refuse.ts'
import { diagnosis } from '../../diagnostics/diagnostics.ts'
import { homeNotice, homeScript } from '../../html/home-script.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal, Snapshot } from '../../snapshot/pool/protocol.ts'
import {
  appAloneResponse,
  appElsewhereResponse,
  redirectResponse,
  snapshotResponse,
  TOO_LARGE_FOR_MARKDOWN,
} from '../http/responses.ts'
import type { Observer } from '../observe/events.ts'
import type { AddressParts } from './addresses.ts'
import { createShell, type Shell } from './html-shell.ts'

export interface RenderParts extends Pick<AddressParts, 'origin' | 'pages'> {
  readonly pool: Pick<Pool, 'render'>
  /** Receives every server event. Default: none. */
  readonly observe?: Observer
  /** For how many ms a page is fresh when its route does not say. Default: a minute. */
  readonly maxAge?: number | undefined
  /** Whether `rendered` events describe how pages were made. Default: false. */
  readonly trace?: boolean | undefined
}

export interface Order {
  readonly key: CacheKey
  readonly shell: Shell
  /** Last change of the content in Unix ms, if its route sets it. */
  readonly lastModified: number | undefined
}

interface Rendered extends Order {
  /** The page's readable addresses, for a page at one of them. */
  readonly readable: ReadableScheme | undefined
}

export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** For how many ms a page is fresh when neither its route nor the configuration says. */
export const MAX_AGE = 60_000

/** Most ms that a page is cached that reported an error, or lacks a response. */
const AT_FAULT_FOR = 10_000

export class Renderer {
  readonly #parts: RenderParts
  readonly #readables: Readables
  /** Shells with readable links: of the page itself, and of its other states. */
  readonly #shells = { home: new WeakMap<Shell, Shell>(), other: new WeakMap<Shell, Shell>() }

  constructor(parts: RenderParts) {
    this.#parts = parts
    this.#readables = new Map(
      [...parts.pages].flatMap(([page, { readable }]) =>
        readable ? [[page, readable] as const] : [],
      ),
    )
  }

  async render(order: Order): Promise<CacheableResult> {
    const { origin, pool, observe, trace } = this.#parts
    const { page, query, state, live, inPlace, markdown } = order.key
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const started = performance.now()
    const readable = live || markdown ? this.#readables.get(page) : undefined
    const result = await pool.render({
      ...{ page, state, url, shell: order.shell.html },
      ...{ readable: readable !== undefined, live, inPlace, markdown },
      ...(trace && { trace }),
    })
    if (result.type === 'overloaded') return { kind: 'shed', entry: BUSY, maxAge: 0 }
    const time = performance.now() - started
    const traced = trace && {
      trace: 'trace' in result ? result.trace : undefined,
      timings: result.type === 'snapshot' ? result.timings : undefined,
    }
    observe?.({ type: 'rendered', state, outcome: result.type, time, ...traced })
    const shell = readable ? this.#readableShell(page, order.shell, state) : order.shell
    return this.#ofResult(result, { ...order, readable, shell })
  }

  #warn(state: string, ...warnings: readonly string[]): void {
    this.#parts.observe?.({ type: 'warning', state, warnings })
  }

  #readableShell(page: string, shell: Shell, state: string): Shell {
    if (shell.isAdopted) return shell
    const keepAs = keepLinksAs(state)
    const shells = keepAs === undefined ? this.#shells.other : this.#shells.home
    let readable = shells.get(shell)
    if (readable === undefined) {
      const rewrite = readableRewrite(this.#readables, this.#parts.origin + page)
      readable = createShell(rewriteLinks(shell.html, rewrite, keepAs), page)
      shells.set(shell, readable)
    }
    return readable
  }

  #ofResult(
    result: Exclude<Answer | Refusal, { type: 'overloaded' }>,
    rendered: Rendered,
  ): CacheableResult {
    const { key, readable, shell } = rendered
    switch (result.type) {
      case 'snapshot':
        if (result.warnings.length > 0) this.#warn(key.state, ...result.warnings)
        return this.#ofSnapshot(result, rendered)
      case 'redirect': {
        const entry = redirectResponse(result.status, result.location, readable?.markdown)
        return { kind: 'page', entry, maxAge: this.#parts.maxAge ?? MAX_AGE }
      }
      case 'late':
      case 'crashed':
        return this.#failed(key.state, causeOf(result, key.state), TRY_AGAIN)
      case 'barred': {
        const seconds = Math.ceil(result.retryAfter / 1000)
        const why = `answered 503 for ${seconds} s more: it ended its worker: ${result.why}`
        const later = 'The last try to make this snapshot failed. Try again later.'
        return this.#failed(key.state, why, refuseForNow(later, seconds))
      }
      case 'app': {
        // No snapshot is proven. The app only knows the state at its own address.
        const isElsewhere = key.markdown || readable
        const entry = isElsewhere ? appElsewhereResponse(result.url) : appAloneResponse(shell.html)
        return { kind: 'refused', entry, maxAge: 0 }
      }
      default:
        // During shutdown.
        return { kind: 'refused', entry: BUSY, maxAge: 0 }
    }
  }

  #failed(state: string, why: string | undefined, response: HandlerResponse): CacheableResult {
    if (why !== undefined) this.#warn(state, why)
    return { kind: 'failed', entry: prepareResponse(response), maxAge: 0 }
  }

  #ofSnapshot(result: Snapshot, rendered: Rendered): CacheableResult {
    const { key, shell } = rendered
    const { status, tags: all } = result
    // The address of the app itself must never be reported as gone.
    if (key.state === '' && shell.hasFragmentTag && (status === 404 || status === 410)) {
      const why = 'The empty state has no page: give it a route ""'
      return this.#failed(key.state, why, NOT_NOW)
    }
    if (key.markdown && result.markdown === undefined)
      return this.#failed(key.state, undefined, refuse(500, TOO_LARGE_FOR_MARKDOWN))
    const text = result.markdown ?? documentOf(result, rendered)
    if (text.length > SNAPSHOT_BYTES) {
      const why = `The snapshot has over ${SNAPSHOT_BYTES} bytes: show less`
      return this.#failed(key.state, why, refuse(500, 'The snapshot is too large.'))
    }
    const tags = tagHeaders(all)
    const entry = snapshotResponse(text, this.#facts(result, rendered, tags))
    if (status >= 500) return { kind: 'refused', entry, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', entry, maxAge: 0 }
    if (tags === undefined) {
      this.#warn(
        key.state,
        'The tags of the page have over 4096 characters: it is kept nowhere, as no purge could find it',
      )
      return { kind: 'page', entry, maxAge: 0 }
    }
    const maxAge = result.maxAge ?? this.#parts.maxAge ?? MAX_AGE
    return {
      kind: 'page',
      entry,
      maxAge: result.fault === 'none' ? maxAge : Math.min(maxAge, AT_FAULT_FOR),
    }
  }

  #facts(
    { status, lang, indexable, fault, canonical, declares }: Snapshot,
    { key, shell, readable, lastModified }: Rendered,
    tags: Readonly<Record<string, string>> = {},
  ) {
    const { page, state, live, inPlace, markdown } = key
    const { origin, pages } = this.#parts
    const isHome = readable !== undefined && state === ''
    const table = pages.get(page)?.table
    const own = table ? declaredState(table, state) : state
    const other = markdown ? readable?.href(own) : readable && markdownHref(readable, own)
    return {
      ...{ status, lang, indexable, fault, lastModified, live, markdown, tags },
      // This response serves all states, because browsers send no fragment.
      canonical: isHome && !markdown ? undefined : canonical,
      alternate: readable?.markdown && other ? new URL(other, origin + page).href : undefined,
      // Only the links into the app work. The page itself is the app.
      opensApp: shell.isAdopted && live && !isHome,
      byNavigation: inPlace || declares,
    }
  }
}

function documentOf(result: Snapshot, { key, readable, shell }: Rendered): string {
  const isHome = readable !== undefined && key.state === ''
  const body =
    isHome && !shell.isAdopted
      ? homeScript(readable.prefix) + result.body + homeNotice(readable)
      : result.body
  // Only the page without a fragment may have the fragment tag.
  const content = { ...result, body, ownHead: key.live, fragmentTag: isHome }
  return shell.document(content, key.live)
}

function causeOf(result: Extract<Answer | Refusal, { type: 'late' | 'crashed' }>, state: string) {
  if ('why' in result) return `answered 503: ${result.why}`
  if ('error' in result)
    return result.error || 'answered 503: the page failed, and left no word why'
  return diagnosis('HB105', state, result.after ?? 0, result.waiting ?? [])
}

/** For a server that has too much to do, or is closing. */
export const BUSY = prepareResponse(refuseForNow('There is too much to do just now. Try again.'))
const TRY_AGAIN = refuseForNow('The snapshot could not be made. Try again.')
const NOT_NOW = refuseForNow('This page cannot be shown just now. Try again.')
