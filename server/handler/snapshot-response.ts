// Makes what the cache keeps: asks the pool for the snapshot of a state, puts it into its shell.
// In: the address of a state and its shell. Out: an answer, and whether it may be kept. A page that
// failed is answered in a sentence of ours: what went wrong is for the log only.

import type { ReadableScheme } from '../../src/readable.ts'
import type { Made } from '../cache/cached-response.ts'
import type { CacheKey } from '../cache/tier.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { homeScript } from '../html/home-script.ts'
import { markdownHref } from '../html/markdown-address.ts'
import type { Readables } from '../html/readable-links.ts'
import { tagHeaders } from '../http/cache-tags.ts'
import { andThen, type MaybePromise } from '../http/maybe-promise.ts'
import { type PreparedResponse, prepareResponse } from '../http/prepared-response.ts'
import {
  appAloneResponse,
  appElsewhereResponse,
  redirectResponse,
  refuse,
  refuseForNow,
  snapshotResponse,
} from '../http/responses.ts'
import type { HandlerResponse } from '../http/types.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import type { Pool } from '../pool/pool.ts'
import type { Answer, Refusal, Snapshot } from '../pool/protocol.ts'
import type { Shell } from './html-shell.ts'
import { createThinPages } from './thin-pages.ts'

/** Makes the answer of a state. */
export type MakeSnapshot = (
  address: CacheKey,
  shell: Shell,
  /** When the content changed last, as ms of the Unix clock, if its route says so. */
  lastModified?: number,
) => MaybePromise<Made>

/** Settings of the making of snapshots. */
export interface SnapshotSettings {
  readonly origin: string
  readonly pool: Pick<Pool, 'render'>
  readonly observe: Observer
  /** For how many ms a page is fresh when its route does not say. */
  readonly maxAge: number
  /** Whether events say how pages came to be. */
  readonly trace: boolean
  /** How many bytes a snapshot may have. */
  readonly snapshotBytes: number
  /** The readable addresses of pages: snapshots for everyone are at these. */
  readonly readables: Readables
  /** Gives the shell of a readable page. */
  readonly readableShell: (page: string, shell: Shell, state: string) => Shell
}

interface Asked extends Pick<CacheKey, 'page' | 'live' | 'markdown'> {
  readonly readable: ReadableScheme | undefined
  readonly shell: Shell
  readonly state: string
  readonly lastModified: number | undefined
}

/** Makes a maker. */
export function createSnapshotResponder(settings: SnapshotSettings): MakeSnapshot {
  const { origin, pool, observe, maxAge: usual, snapshotBytes } = settings
  const thinPages = createThinPages()
  const { readables, readableShell } = settings

  return (address, shell, lastModified) => {
    const { page, query, state, live, markdown } = address
    const url = origin + page + (query === '' ? '' : `?${query}`)
    const started = performance.now()
    const readable = live || markdown ? readables.get(page) : undefined
    const within = readable ? readableShell(page, shell, state) : shell
    return andThen(
      pool.render({
        ...{ page, state, url, shell: shell.html },
        ...{ readable: readable !== undefined, live, markdown },
        ...(settings.trace && { trace: true }),
      }),
      (result) => {
        const time = performance.now() - started
        const made = settings.trace ? tracedOf(result) : {}
        observe({ type: 'rendered', state, outcome: result.type, time, ...made })
        const asked = { page, live, markdown, readable, shell: within, state, lastModified }
        return ofResult(result, asked)
      },
    )
  }

  function ofResult(result: Answer | Refusal, asked: Asked): Made {
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
        return failed(refuseForNow('The snapshot could not be made before. Wait.', seconds))
      }
      case 'app':
        return { kind: 'refused', entry: appAlone(result.url, asked), maxAge: 0 }
      default:
        return REFUSED
    }
  }

  /** @returns How much others of its group show, where the page reported an error and shows far less. */
  function lostFrom({ shows, status }: Snapshot): number | undefined {
    if (shows === undefined || status !== 200) return undefined
    if (shows.isAtFault) return thinPages.thinBeside(shows.group, shows.text)
    thinPages.learn(shows.group, shows.text)
    return undefined
  }

  function ofSnapshot(
    result: Snapshot,
    { page, live, markdown, readable, shell, state, lastModified }: Asked,
  ): Made {
    const { status } = result
    const others = lostFrom(result)
    if (others !== undefined) {
      const what = `The page has ${result.shows?.text} characters of text, where others of its route have ${others}, and went wrong: it is not kept`
      observe({ type: 'warning', state, warnings: [what] })
      return failed(refuse(500, 'The page could not be made whole. Try again.'))
    }
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
    if (markdown && result.markdown === undefined) {
      return failed(refuse(500, 'The page is too large for Markdown.'))
    }
    // The empty state is at the page without a fragment, which alone may have the tag.
    const isHome = readable !== undefined && state === ''
    const body = isHome && !shell.isAdopted ? homeScript + result.body : result.body
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
      // The page's answer is that of all its states, of which a browser sends none.
      canonical: isHome && !markdown ? undefined : canonical,
      indexable,
      lastModified,
      live,
      // Nothing of it acts but what leads into the app; the page itself is the app.
      opensApp: shell.isAdopted && live && !isHome,
      tags: tags ?? {},
      markdown,
      alternate,
    })
    if (status >= 500) return { kind: 'refused', entry, maxAge: 0 }
    if (status >= 400) return { kind: 'missing', entry, maxAge: 0 }
    const lasts = tags === undefined ? 0 : (result.maxAge ?? usual)
    return { kind: 'page', entry, maxAge: lasts, reused: result.reused }
  }
}

const tracedOf = (result: Answer | Refusal): Pick<Rendered, 'trace' | 'timings'> => ({
  trace: 'trace' in result ? result.trace : undefined,
  timings: result.type === 'snapshot' ? result.timings : undefined,
})

type Rendered = Extract<ServerEvent, { type: 'rendered' }>

/** The app in the place of a snapshot that is not proven. Only at its own address does it know which state is wanted. */
const appAlone = (url: string, { markdown, readable, shell }: Asked): PreparedResponse =>
  markdown || readable ? appElsewhereResponse(url) : appAloneResponse(shell.html)

/** Why there is no page, for the log. */
function causeOf(result: Extract<Answer | Refusal, { type: 'late' | 'crashed' }>, state: string) {
  if ('why' in result) return `answered 503: ${result.why}`
  if ('error' in result) return result.error
  return diagnosis('HB105', state, result.after ?? 0, result.waiting ?? [])
}

const REFUSED: Made = {
  kind: 'refused',
  entry: prepareResponse(refuseForNow('There is too much to do just now. Try again.')),
  maxAge: 0,
}

const failed = (response: HandlerResponse): Made => ({
  kind: 'failed',
  entry: prepareResponse(response),
  maxAge: 0,
})
