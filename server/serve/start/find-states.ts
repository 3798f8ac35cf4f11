// Finds every state of a site: from tables, and for adopted pages from a file, or else sitemap and
// links. Tools and the listing call it.

import { canonicalState } from '../../../src/state.ts'
import { someOf } from '../../diagnostics/printable.ts'
import { adoptedPages, shapeOf } from '../../site/adopted-pages.ts'
import { type StateShape, stateOfUrl } from '../../site/adopted-urls.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { isFile, type OpenedApp, type SiteState, siteStates } from '../../site/site-states.ts'
import { textLines } from '../../site/text-lines.ts'
import { ownSitemap } from './adopted-sitemap.ts'
import { type AdoptedHandler, type Walk, type WalkedState, walkStates } from './walk-states.ts'

/** The limits are for each adopted page. */
export interface FindOptions
  extends Pick<Config, 'origin' | 'pages'>,
    Pick<Walk, 'limit' | 'together'> {
  readonly apps: readonly OpenedApp[]
  /** For adopted pages. */
  readonly site: () => Promise<AdoptedHandler>
  readonly signal: AbortSignal
  /** Called for each state that is read and left out. */
  readonly onState?: (() => void) | undefined
  /** Receives states that are missing or failed. */
  readonly onMissing?: ((found: WalkedState) => void) | undefined
  /** Receives warnings about unreadable sources. */
  readonly warn?: ((warning: string) => void) | undefined
}

/** @throws {ConfigError} For an unreadable file of states. Also the error of an `entries`. */
export async function* findStates(
  options: FindOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const { apps, origin, pages, signal, site, warn } = options
  yield* siteStates(apps, { origin, signal, warn })
  for (const [page, config] of adoptedPages(pages)) {
    yield* adoptedStates(page, config, await site(), options)
  }
}

async function* adoptedStates(
  page: string,
  config: AdoptedPageConfig,
  site: AdoptedHandler,
  { origin, signal, limit, together, onState, onMissing, warn = () => undefined }: FindOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const { readable: readableAt, statesFile } = config
  const shape = shapeOf({ page, states: site.statesOf(page), readableAt })
  const { readable } = shape
  const stateAt = (walked: Pick<SiteState, 'state' | 'url' | 'index' | 'says'>): SiteState => ({
    // These states have no route.
    ...{ ...walked, page, name: '' },
    ...(readable && { readable: origin + readable.href(walked.state) }),
    index: walked.index && (!readable || isFile(readable, readable.href(walked.state))),
  })
  const pageUrl = origin + page
  const named = namedStates(page, config, pageUrl, shape, warn)
  if (statesFile !== undefined) {
    for await (const state of named)
      yield stateAt({ state, index: true, url: shape.listedUrl(pageUrl, state) })
    return
  }
  const from = new Set([''])
  for await (const state of named) from.add(state)
  const walk = { site, origin, page, readable: readableAt, from, limit, together, signal }
  let unknown: Pick<WalkedState, 'shows'> | undefined
  const same: string[] = []
  for await (const walked of walkStates(walk)) {
    const { state, url, index, status, isAtFault, says, pretty, shows } = walked
    if (status !== 200 || isAtFault) onMissing?.(walked)
    unknown ??= await unknownPage(walk, walked)
    const isUnknown = shows !== '' && shows === unknown.shows
    if (isUnknown) same.push(pretty)
    if (isUnknown || status === 404 || status === 410) onState?.()
    else yield stateAt({ state, url, index, says })
  }
  if (unknown && unknown.shows !== '') warn(softText(same))
}

const UNKNOWN_STATE = '/no-such-page-of-hashbang-router'

/** Shows nothing if the app reports a status, moves to another state, or shows its first page. */
async function unknownPage(walk: Walk, first: WalkedState): Promise<Pick<WalkedState, 'shows'>> {
  for await (const one of walkStates({ ...walk, from: [UNKNOWN_STATE], limit: 1 }))
    if (one.index && !one.isAtFault && one.shows !== first.shows) return one
  return { shows: '' }
}

function softText(same: readonly string[]): string {
  const left = same.length > 0 ? ` Left out, because they show it: ${someOf(same)}` : ''
  return `Unknown states get a page with status 200: let the app add <meta name="prerender-status-code" content="404"> to it.${left}`
}

/**
 * Of the page's file of states, or else its own sitemap.
 * @throws {ConfigError} When the file cannot be read.
 */
export function namedStates(
  page: string,
  config: Pick<AdoptedPageConfig, 'site' | 'statesFile'>,
  pageUrl: string,
  shape: StateShape,
  warn: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const { statesFile } = config
  return statesFile === undefined
    ? sitemapStates(ownSitemap(page, config, warn), pageUrl, shape)
    : listedStates(statesFile, pageUrl, shape, warn)
}

async function* sitemapStates(urls: AsyncIterable<string>, pageUrl: string, shape: StateShape) {
  for await (const url of urls) {
    const state = stateAtPath(new URL(url, pageUrl), pageUrl, shape)
    if (state !== null) yield state
  }
}

async function* listedStates(
  file: string,
  pageUrl: string,
  shape: StateShape,
  warn: (warning: string) => void,
) {
  const seen = new Set<string>()
  try {
    for await (const line of textLines(file)) {
      const state = readLine(line, pageUrl, shape)
      if (state === null) warn(`${file} names "${line}", which is no state of ${pageUrl}`)
      else if (!seen.has(state)) yield state
      if (state !== null) seen.add(state)
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(
      `Cannot read the states of ${file}: ${why}. Correct the path or the file`,
      { cause: error },
    )
  }
}

function readLine(line: string, pageUrl: string, shape: StateShape): string | null {
  if (/^https?:/.test(line))
    return URL.canParse(line) ? stateAtPath(new URL(line), pageUrl, shape) : null
  const state = line.startsWith('#') ? shape.stateOf(line) : line
  return state === null ? null : canonicalState(state)
}

/** A list may name the production origin. */
function stateAtPath({ pathname, search, hash }: URL, pageUrl: string, shape: StateShape) {
  const url = new URL(pageUrl).origin + pathname + search + hash
  return url === pageUrl ? '' : stateOfUrl(url, pageUrl, shape)
}
