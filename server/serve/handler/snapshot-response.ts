// Renders a state into a cacheable response. A failed page gets a generic message; its cause is
// only in the log.

import type { ReadableScheme } from '../../../src/readable.ts'
import type { CacheKey } from '../../cache/cache-key.ts'
import type { CacheableResult } from '../../cache/cached-response.ts'
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
import { createAlikePages, type Likeness } from './alike-pages.ts'
import type { Shell } from './html-shell.ts'
import { SHED } from './sheds.ts'
import { createThinPages } from './thin-pages.ts'

export type MakeSnapshot = (
  address: CacheKey,
  shell: Shell,
  /** Last change of the content as ms of the Unix clock, if its route sets it. */
  lastModified?: number,
) => Promise<CacheableResult>

export interface SnapshotSettings {
  readonly origin: string
  readonly pool: Pick<Pool, 'render'>
  readonly observe: Observer
  /** For how many ms a page is fresh when its route does not say. */
  readonly maxAge: number
  readonly trace: boolean
  readonly snapshotBytes: number
  /** The readable addresses of pages, where everyone gets snapshots. */
  readonly readables: Readables
  readonly readableShell: (page: string, shell: Shell, state: string) => Shell
}

interface SnapshotRequest extends Pick<CacheKey, 'page' | 'live' | 'inPlace' | 'markdown'> {
  readonly readable: ReadableScheme | undefined
  readonly shell: Shell
  readonly state: string
  readonly lastModified: number | undefined
}

/** Creates the function that renders a state into a cacheable response. */
export function createSnapshotResponder(settings: SnapshotSettings): MakeSnapshot {
  const { origin, pool, observe, maxAge: usual, snapshotBytes } = settings
  const thinPages = createThinPages()
  const alikePages = createAlikePages()
  const { readables, readableShell } = settings

  return async (address, shell, lastModified) => {
    const { page, query, state, live, inPlace, markdown } = address
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const started = performance.now()
    const readable = live || markdown ? readables.get(page) : undefined
    const within = readable ? readableShell(page, shell, state) : shell
    const result = await pool.render({
      ...{ page, state, url, shell: shell.html },
      ...{ readable: readable !== undefined, live, inPlace, markdown },
      ...(settings.trace && { trace: true }),
    })
    if (result.type === 'overloaded') return OVERLOADED
    const time = performance.now() - started
    const made = settings.trace ? tracedOf(result) : {}
    observe({ type: 'rendered', state, outcome: result.type, time, ...made })
    const request = { page, live, inPlace, markdown, readable, shell: within }
    return ofResult(result, { ...request, state, lastModified })
  }

  function ofResult(result: Made, asked: SnapshotRequest): CacheableResult {
    switch (result.type) {
      case 'redirect':
        return {
          kind: 'page',
          entry: redirectResponse(result.status, result.location, asked.readable?.markdown),
          maxAge: usual,
        }
      case 'snapshot':
        if (result.warnings.length > 0) {
          observe({ type: 'warning', state: asked.state, warnings: result.warnings })
        }
        return ofSnapshot(result, asked)
      case 'late':
      case 'crashed':
        observe({ type: 'warning', state: asked.state, warnings: [causeOf(result, asked.state)] })
        return failed(refuseForNow('The snapshot could not be made in time. Try again.'))
      case 'barred': {
        const seconds = Math.ceil(result.retryAfter / 1000)
        const why = `answered 503 for ${seconds} s more: it has ended snapshot workers, the last time because ${result.why}`
        observe({ type: 'warning', state: asked.state, warnings: [why] })
        return failed(refuseForNow('The snapshot could not be made before. Wait.', seconds))
      }
      case 'app':
        return { kind: 'refused', entry: appAlone(result.url, asked), maxAge: 0 }
      default:
        return CLOSED
    }
  }

  /** @returns The group's usual length, if the page has errors and shows far less. */
  function lostFrom({ shows, status }: Snapshot): number | undefined {
    if (shows === undefined || status !== 200) return undefined
    if (shows.isAtFault) return thinPages.thinBeside(shows.group, shows.text)
    thinPages.learn(shows.group, shows.text)
    return undefined
  }

  function likenessOf({ shows, status, state }: Snapshot, page: string): Likeness {
    if (shows?.digest === undefined || status !== 200) return 'own'
    return alikePages.judge(page, state, shows.digest, shows.isAtFault)
  }

  function ofSnapshot(
    result: Snapshot,
    { page, live, inPlace, markdown, readable, shell, state, lastModified }: SnapshotRequest,
  ): CacheableResult {
    const { status } = result
    const others = lostFrom(result)
    if (others !== undefined) {
      const what = `The page has ${result.shows?.text} characters of text, where others of its route have ${others}, and went wrong: it is not kept`
      observe({ type: 'warning', state, warnings: [what] })
      return failed(refuse(500, 'The page could not be made whole. Try again.'))
    }
    const likeness = likenessOf(result, page)
    if (likeness === 'lost') {
      const what = `answered 503: the page has reported errors, and shows what other states of "${page}" show: ${result.warnings.join('; ')}`
      observe({ type: 'warning', state, warnings: [what] })
      return failed(refuseForNow('The page could not be made whole. Try again.'))
    }
    // The address of the app itself must never be reported as gone.
    const missingHome = state === '' && shell.hasFragmentTag && (status === 404 || status === 410)
    if (missingHome) {
      observe({
        type: 'warning',
        state,
        warnings: ['The empty state has no page: give it a route ""'],
      })
      return failed(refuseForNow('This page cannot be shown just now. Try again.'))
    }
    if (markdown && result.markdown === undefined) {
      return failed(refuse(500, TOO_LARGE_FOR_MARKDOWN))
    }
    // Only the page without a fragment may have the tag.
    const isHome = readable !== undefined && state === ''
    const { prefix } = readable ?? {}
    const body =
      prefix && isHome && !shell.isAdopted
        ? homeScript(prefix) + result.body + homeNotice(prefix)
        : result.body
    const content = { ...result, body, ownHead: live, fragmentTag: isHome }
    const text = result.markdown ?? shell.document(content, live)
    if (text.length > snapshotBytes) {
      const warnings = [
        `The snapshot has over ${snapshotBytes} bytes: raise "snapshotBytes", or show less`,
      ]
      observe({ type: 'warning', state, warnings })
      return failed(refuse(500, 'The snapshot is too large.'))
    }
    const { lang, indexable, canonical } = result
    const tags = tagHeaders(result.tags)
    if (tags === undefined) {
      const what =
        'The tags of the page have over 4096 characters: it is kept nowhere, as no purge could find it'
      observe({ type: 'warning', state, warnings: [what] })
    }
    const hrefOf = markdown ? readable?.href : readable && markdownHref.bind(undefined, readable)
    const alternate =
      readable?.markdown && hrefOf ? new URL(hrefOf(state), origin + page).href : undefined
    const entry = snapshotResponse(text, {
      status,
      lang,
      // This response serves all states, because browsers send no fragment.
      canonical: isHome && !markdown ? undefined : canonical,
      indexable,
      lastModified,
      live,
      // Only the links into the app work. The page itself is the app.
      opensApp: shell.isAdopted && live && !isHome,
      tags: tags ?? {},
      markdown,
      alternate,
      byNavigation: inPlace || result.declares,
    })
    if (status >= 500) return { kind: 'refused', entry, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', entry, maxAge: 0 }
    const usually = tags === undefined ? 0 : (result.maxAge ?? usual)
    const lasts = likeness === 'unsure' ? Math.min(usually, UNSURE_FOR) : usually
    return { kind: 'page', entry, maxAge: lasts }
  }
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

/** How long to cache a page with errors while too few others are known, in ms. */
const UNSURE_FOR = 10_000

const OVERLOADED: CacheableResult = { kind: 'shed', entry: SHED, maxAge: 0 }

/** During shutdown. */
const CLOSED: CacheableResult = { kind: 'refused', entry: SHED, maxAge: 0 }

const failed = (response: HandlerResponse): CacheableResult => ({
  kind: 'failed',
  entry: prepareResponse(response),
  maxAge: 0,
})
