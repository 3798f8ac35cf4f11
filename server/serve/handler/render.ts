// Renders a state into a response for the cache. The handler calls it. The cause of a failure is
// only in the log.

import { declaredState } from '../../../src/address-state.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { RenderResult } from '../../cache/cache.ts'
import type { CacheKey } from '../../cache/cache-key.ts'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import { prepareResponse } from '../../cache/response/prepared-response.ts'
import { tagHeaders } from '../../cache/tags.ts'
import { homeNotice, homeScript } from '../../html/inline-scripts.ts'
import {
  keepLinksAs,
  markdownHref,
  type Readables,
  readableRewrite,
} from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, Refusal, Snapshot } from '../../snapshot/pool/protocol.ts'
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
import { createShell, type Shell } from './html-shell.ts'
import { NOT_NOW, unavailable } from './unavailable.ts'

export interface RenderParts extends Pick<AddressParts, 'origin' | 'pages'> {
  readonly pool: Pick<Pool, 'render'>
  readonly observe?: Observer
  /** In ms, if the route sets no time. Default: a minute. */
  readonly maxAge?: number | undefined
  /** Whether `rendered` events describe the work. Default: false. */
  readonly trace?: boolean | undefined
}

export interface RenderRequest {
  readonly key: CacheKey
  readonly shell: Shell
  /** In Unix ms, if its route sets it. */
  readonly lastModified: number | undefined
}

interface ReadableRequest extends RenderRequest {
  /** For a page at one of them. */
  readonly readable: ReadableScheme | undefined
}

export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** If neither the route nor the configuration sets a time. */
export const MAX_AGE_MS = 60_000

/** For a page that reported an error, or lacks a response. */
const AT_FAULT_FOR_MS = 10_000

export class Renderer {
  readonly #parts: RenderParts
  readonly #readables: Readables
  /** With readable links. */
  readonly #shells = { home: new WeakMap<Shell, Shell>(), other: new WeakMap<Shell, Shell>() }

  constructor(parts: RenderParts) {
    this.#parts = parts
    this.#readables = new Map(
      [...parts.pages].flatMap(([page, { readable }]) =>
        readable ? [[page, readable] as const] : [],
      ),
    )
  }

  async render(request: RenderRequest): Promise<RenderResult> {
    const { origin, pool, trace } = this.#parts
    const { page, query, state, live, inPlace, markdown } = request.key
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const readable = live || markdown ? this.#readables.get(page) : undefined
    const result = await pool.render({
      ...{ page, state, url, shell: request.shell.html },
      ...{ readable: readable !== undefined, live, inPlace, markdown },
      ...(trace && { trace }),
    })
    const shell = readable ? this.#readableShell(page, request.shell, state) : request.shell
    return this.#ofResult(result, { ...request, readable, shell })
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

  #ofResult(result: Answer | Refusal, request: ReadableRequest): RenderResult {
    const { key, readable, shell } = request
    switch (result.type) {
      case 'snapshot':
        if (result.warnings.length > 0) this.#warn(key.state, ...result.warnings)
        return this.#ofSnapshot(result, request)
      case 'redirect': {
        const response = redirectResponse(result.status, result.location, readable?.markdown)
        return { kind: 'page', response, maxAge: this.#parts.maxAge ?? MAX_AGE_MS }
      }
      case 'app': {
        // The app knows the state only at its own address.
        const isElsewhere = key.markdown || readable
        const response = isElsewhere
          ? appElsewhereResponse(result.url)
          : appAloneResponse(shell.html)
        return { kind: 'uncached', response, maxAge: 0 }
      }
      default: {
        const { cause, ...rendered } = unavailable(result, key.state)
        if (cause !== undefined) this.#warn(key.state, cause)
        return rendered
      }
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
    if (key.markdown && snapshot.markdown === undefined)
      return this.#failed(key.state, undefined, textResponse(500, TOO_LARGE_FOR_MARKDOWN))
    const text = snapshot.markdown ?? documentOf(snapshot, request)
    if (text.length > SNAPSHOT_BYTES) {
      const cause = `The snapshot has over ${SNAPSHOT_BYTES} bytes: show less`
      return this.#failed(key.state, cause, textResponse(500, 'The snapshot is too large.'))
    }
    const tags = tagHeaders(snapshot.tags)
    const response = snapshotResponse(text, this.#facts(snapshot, request, tags))
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
    { status, lang, indexable, fault, canonical, declares }: Snapshot,
    { key, shell, readable, lastModified }: ReadableRequest,
    tags: Readonly<Record<string, string>> = {},
  ): SnapshotFacts {
    const { page, state, live, inPlace, markdown } = key
    const { origin, pages } = this.#parts
    const isHome = readable !== undefined && state === ''
    const table = pages.get(page)?.table
    const own = table ? declaredState(table, state) : state
    const other = markdown ? readable?.href(own) : readable && markdownHref(readable, own)
    return {
      ...{ status, lang, indexable, fault, lastModified, live, markdown, tags },
      // Browsers send no fragment: the response serves all states.
      canonical: isHome && !markdown ? undefined : canonical,
      alternate: readable?.markdown && other ? new URL(other, origin + page).href : undefined,
      // Only links into the app work.
      opensApp: shell.isAdopted && live && !isHome,
      byNavigation: inPlace || declares,
    }
  }
}

function documentOf(snapshot: Snapshot, { key, readable, shell }: ReadableRequest): string {
  const isHome = readable !== undefined && key.state === ''
  const body =
    isHome && !shell.isAdopted
      ? homeScript(readable.prefix) + snapshot.body + homeNotice(readable)
      : snapshot.body
  // Only a page without a fragment may have it.
  const content = { ...snapshot, body, ownHead: key.live, fragmentTag: isHome }
  return shell.document(content, key.live)
}
