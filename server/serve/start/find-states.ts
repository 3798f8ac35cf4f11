// Finds every state of a site: from tables, and for adopted pages from a file, or else the site's
// sitemap and links. Reports and omits missing states.

import { canonicalState } from '../../../src/state.ts'
import type { Handler } from '../../http/types.ts'
import { adoptedPages, readableOf } from '../../site/adopted-pages.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { ConfigError } from '../../site/settings.ts'
import { stateOfUrl } from '../../site/state-of-url.ts'
import { type StateShape, stateShape } from '../../site/state-shape.ts'
import { type OpenApp, type SiteState, siteStates } from '../../site/states.ts'
import { textLines } from '../../site/text-lines.ts'
import { ownSitemap } from './own-sitemap.ts'
import type { Site } from './site.ts'
import { type WalkedState, walkStates } from './walk-states.ts'

export type AdoptedSite = Handler & Pick<Site, 'statesOf'>

export interface FindOptions extends Pick<Config, 'origin' | 'pages'> {
  readonly apps: readonly OpenApp[]
  /** Called only if there are adopted pages. */
  readonly site: () => Promise<AdoptedSite>
  readonly signal: AbortSignal
  /** Most states found by following the links of an adopted page. Default: 5000. */
  readonly limit?: number
  /** How many of them are requested at once. Default: 4. */
  readonly together?: number
  /** Receives each linked or listed state that is missing or unavailable. */
  readonly onMissing?: ((found: WalkedState) => void) | undefined
  /** Receives warnings about unreadable sources. */
  readonly tell?: ((warning: string) => void) | undefined
}

/** @throws The error of a route's `entries`; {ConfigError} when a file of states cannot be read. */
export async function* findStates(
  options: FindOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const { apps, origin, pages, signal, site } = options
  yield* siteStates(apps, origin, signal)
  for (const [page, config] of adoptedPages(pages)) {
    yield* adoptedStates(page, config, await site(), options)
  }
}

/** These states have no route. */
const NO_ROUTE = { name: '' }

async function* adoptedStates(
  page: string,
  config: AdoptedPageConfig,
  site: AdoptedSite,
  { origin, signal, limit, together, onMissing, tell = () => undefined }: FindOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const prefix = site.statesOf(page) ?? '#!'
  const readable = config.readable === undefined ? undefined : readableOf(page, config.readable)
  const shape = stateShape(prefix, readable)
  const at = (state: string) => (readable ? { readable: origin + readable.href(state) } : {})
  const pageUrl = origin + page
  if (config.statesFile !== undefined) {
    for await (const state of listedStates(config.statesFile, pageUrl, shape, tell)) {
      yield {
        ...NO_ROUTE,
        page,
        state,
        index: true,
        url: shape.listedUrl(pageUrl, state),
        ...at(state),
      }
    }
    return
  }
  const from = new Set([''])
  for await (const state of sitemapStates(page, config, pageUrl, shape, tell)) from.add(state)
  const walk = {
    handler: site,
    origin,
    page,
    prefix,
    readable,
    from: [...from],
    limit,
    together,
    signal,
  }
  for await (const found of walkStates(walk)) {
    const { state, url, index, status, says } = found
    if (status !== 200) onMissing?.(found)
    if (status === 404 || status === 410) continue
    yield { ...NO_ROUTE, page, state, index, url, ...at(state), says }
  }
}

export async function* sitemapStates(
  page: string,
  config: AdoptedPageConfig,
  pageUrl: string,
  shape: StateShape,
  tell: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const { origin } = new URL(pageUrl)
  for await (const url of ownSitemap(page, config, tell)) {
    // The sitemap may name the site by its production origin.
    const { pathname, search, hash } = new URL(url, pageUrl)
    const state = stateOfUrl(origin + pathname + search + hash, pageUrl, shape)
    if (state !== null) yield state
  }
}

/** @throws {ConfigError} When the file of states cannot be read. */
export async function* listedStates(
  file: string,
  pageUrl: string,
  shape: StateShape,
  tell: (warning: string) => void,
): AsyncGenerator<string, void, undefined> {
  const seen = new Set<string>()
  try {
    for await (const line of textLines(file)) {
      const state = readLine(line, pageUrl, shape)
      if (state === null) tell(`${file} names "${line}", which is no state of ${pageUrl}`)
      else if (!seen.has(state)) yield state
      if (state !== null) seen.add(state)
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`The states of ${file} cannot be read: ${why}`, { cause: error })
  }
}

function readLine(line: string, pageUrl: string, shape: StateShape): string | null {
  if (line.startsWith('#')) return shapeState(line, shape)
  if (!/^https?:/.test(line)) return canonicalState(line)
  if (!URL.canParse(line)) return null
  const { pathname, search, hash } = new URL(line)
  const own = new URL(pageUrl)
  const url = own.origin + pathname + search + hash
  return url === pageUrl ? '' : stateOfUrl(url, pageUrl, shape)
}

function shapeState(fragment: string, shape: StateShape): string | null {
  const state = shape.stateOf(fragment)
  return state === null ? null : canonicalState(state)
}
