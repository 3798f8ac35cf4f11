// Finds the states of a site: those of its tables, and of an adopted page those of a file, or else
// those of its sitemap and of links, canonical links and redirects. Tools and the listing call it.

import { escapeHtml } from '../../../src/html.ts'
import { canonicalState, readState } from '../../../src/state.ts'
import { toUglyUrl } from '../../../src/url.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import { someOf } from '../../diagnostics/printable.ts'
import { forbidsIndex, type HeadTexts, headTexts } from '../../html/head-tags.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { attributeOf, isShellElement, nodesOf } from '../../html/shell-tree.ts'
import { contentKey } from '../../html/shown-text.ts'
import { adoptedPages, shapeOf } from '../../site/adopted-pages.ts'
import {
  type StatePrefix,
  type StateShape,
  stateOfUrl,
  withoutParam,
} from '../../site/adopted-urls.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { AdoptedPageConfig, Config } from '../../site/config.ts'
import { isFile, type OpenedApp, type SiteState, siteStates } from '../../site/site-states.ts'
import { textLines } from '../../site/text-lines.ts'
import { ownSitemap } from './adopted-sitemap.ts'

export type AdoptedHandler = Handler & {
  statesOf(page: string): StatePrefix | undefined
}

export interface Walk {
  /** Most states. Default: 5000. */
  readonly limit?: number | undefined
  /** Requests at once. Default: 4. */
  readonly together?: number | undefined
  readonly signal?: AbortSignal
}

interface ListOptions extends Walk {
  /** Called for each state that is read and left out. */
  readonly onState?: (() => void) | undefined
  /** Receives states that are missing or failed. */
  readonly onMissing?: ((found: WalkedState) => void) | undefined
}

/** The limits are for each adopted page. */
interface FindOptions extends Pick<Config, 'origin' | 'pages'>, ListOptions {
  readonly apps: readonly OpenedApp[]
  /** Opens the site that renders adopted pages. */
  readonly site: () => Promise<AdoptedHandler>
  readonly signal: AbortSignal
  /** Receives warnings about unreadable sources. */
  readonly warn?: ((warning: string) => void) | undefined
}

/** @throws {ConfigError} For an unreadable file of states. Also the error of an `entries`. */
export async function* findStates(
  options: FindOptions,
): AsyncGenerator<SiteState, void, undefined> {
  const { apps, origin, pages, signal, warn } = options
  yield* siteStates(apps, { origin, signal, warn })
  for (const [page, config] of adoptedPages(pages)) {
    const site = await options.site()
    yield* new AdoptedStates({ page, config, origin, site, warn }).list(options)
  }
}

export interface WalkedState {
  readonly state: string
  /** The page's own for the empty state. */
  readonly pretty: string
  readonly ugly: string
  readonly url: string
  readonly status: number
  /** Links may be missing. */
  readonly isAtFault: boolean
  /** Whether it exists, may be indexed, and is its own canonical state. */
  readonly index: boolean
  readonly says: HeadTexts
  /** Equal for equal content; `''` without any. */
  readonly shows: string
}

const MOST_STATES = 5000
const TOGETHER = 4

const UNKNOWN_STATE = '/no-such-page-of-hashbang-router'

interface AdoptedStatesOptions extends Pick<Config, 'origin'>, Pick<FindOptions, 'warn'> {
  readonly page: string
  readonly config: Pick<AdoptedPageConfig, 'site' | 'statesFile' | 'readable'>
  readonly site: AdoptedHandler
}

export class AdoptedStates {
  readonly #options: AdoptedStatesOptions
  readonly #pageUrl: string
  readonly #shape: StateShape

  constructor(options: AdoptedStatesOptions) {
    const { page, config, origin, site } = options
    this.#options = options
    this.#pageUrl = origin + page
    const states = site.statesOf(page)
    this.#shape = shapeOf({ page, states, readableAt: config.readable })
  }

  /** Lists the states of its file, or else of a walk that begins with its sitemap. */
  async *list(options: ListOptions): AsyncGenerator<SiteState, void, undefined> {
    const { onState, onMissing, ...walk } = options
    const { config, warn } = this.#options
    if (config.statesFile !== undefined) {
      for await (const state of this.named())
        yield this.#listed({ state, index: true, url: this.#shape.listedUrl(this.#pageUrl, state) })
      return
    }
    const from = new Set([''])
    for await (const state of this.named()) from.add(state)
    let unknown: string | undefined
    const same: string[] = []
    for await (const walked of this.walk({ ...walk, from })) {
      const { state, url, index, status, isAtFault, says, pretty, shows } = walked
      if (status !== 200 || isAtFault) onMissing?.(walked)
      unknown ??= await this.#contentOfUnknown(walked, walk)
      const isUnknown = shows !== '' && shows === unknown
      if (isUnknown) same.push(pretty)
      if (isUnknown || status === 404 || status === 410) onState?.()
      else yield this.#listed({ state, url, index, says })
    }
    if (unknown) warn?.(softText(same))
  }

  /**
   * Yields the states of its file of states, or else of its own sitemap.
   * @throws {ConfigError} When the file cannot be read.
   */
  async *named(): AsyncGenerator<string, void, undefined> {
    const { page, config, origin, warn = () => undefined } = this.#options
    const { statesFile } = config
    if (statesFile !== undefined) return yield* this.#inFile(statesFile, warn)
    for await (const url of ownSitemap(page, config, origin, warn)) {
      const state = this.#stateAt(new URL(url, this.#pageUrl))
      if (state !== null) yield state
    }
  }

  /** Walks the links breadth first, states with a query last. Indexes equal content once. */
  async *walk({
    from = [''],
    limit = MOST_STATES,
    together = TOGETHER,
    signal,
  }: Walk & { readonly from?: Iterable<string> }): AsyncGenerator<WalkedState, void, undefined> {
    const queue: string[] = []
    const withQuery: string[] = []
    const seen = new Set<string>()
    const shown = new Set<string>()
    /** Parameters of places in pages, as one state has shown. */
    const anchors = new Set<string>()
    const add = (state: string) => {
      if (seen.has(state) || seen.size >= limit) return
      seen.add(state)
      ;(/[?&]/.test(state) ? withQuery : queue).push(state)
    }
    for (const state of from) add(canonicalState(state))
    while (queue.length + withQuery.length > 0 && !signal?.aborted) {
      const batch = (queue.length > 0 ? queue : withQuery).splice(0, together)
      const requests = batch.flatMap((state) => {
        const page = [...anchors].reduce((stripped, name) => this.#without(name, stripped), state)
        if (page === state) return [this.#visit(state)]
        add(page)
        return []
      })
      for (const { leadsTo, anchor, ...walked } of await Promise.all(requests)) {
        if (anchor !== undefined) anchors.add(anchor)
        for (const state of leadsTo) add(state)
        const index = walked.index && !shown.has(walked.shows)
        if (walked.index && walked.shows !== '') shown.add(walked.shows)
        if (anchor === undefined) yield { ...walked, index }
      }
    }
  }

  async #visit(state: string) {
    const { site, origin } = this.#options
    const pageUrl = this.#pageUrl
    const shape = this.#shape
    const ugly = toUglyUrl(`${pageUrl}#!${state}`) ?? pageUrl
    const answer = await site({ method: 'GET', target: ugly.slice(origin.length), headers: {} })
    const { status = 404, headers = {}, body = '' } = answer ?? {}
    const html = status === 200 ? String(body) : ''
    const url = shape.listedUrl(pageUrl, state)
    const canonical = /<([^>]+)>; rel="canonical"/.exec(headers.link ?? '')?.[1] ?? url
    const others = [canonical, headers.location].flatMap((other) =>
      other === undefined || other === url ? [] : (stateOfUrl(other, pageUrl, shape) ?? []),
    )
    // The page is its canonical state without a parameter that names an element.
    const isPlace = ([name, id]: readonly [string, string]) =>
      html.includes(`id="${escapeHtml(id)}"`) &&
      canonical === shape.listedUrl(pageUrl, this.#without(name, state))
    const mayIndex = !forbidsIndex(headers['x-robots-tag'] ?? '')
    return {
      state,
      ugly,
      url,
      status,
      pretty: shape.fragmentUrl(pageUrl, state),
      says: headTexts(html),
      shows: contentKey(html),
      anchor: canonical === url ? undefined : readState(state).pairs.find(isPlace)?.[0],
      isAtFault: isFailed(headers),
      index: status === 200 && mayIndex && canonical === url,
      leadsTo: [...linkedStates(html, pageUrl, shape), ...others],
    }
  }

  #without(param: string, state: string): string {
    return this.#shape.own(withoutParam(state, param))
  }

  /** @returns `''` if the app reports a status, moves to another state, or shows its first page. */
  async #contentOfUnknown(first: WalkedState, walk: Walk): Promise<string> {
    for await (const unknown of this.walk({ ...walk, from: [UNKNOWN_STATE], limit: 1 }))
      if (unknown.index && !unknown.isAtFault && unknown.shows !== first.shows) return unknown.shows
    return ''
  }

  #listed(walked: Pick<SiteState, 'state' | 'url' | 'index' | 'says'>): SiteState {
    const { origin, page } = this.#options
    const { readable } = this.#shape
    // An adopted page has no routes.
    const listed = { ...walked, page, name: '' }
    if (readable === undefined) return listed
    const href = readable.href(walked.state)
    return { ...listed, readable: origin + href, index: walked.index && isFile(readable, href) }
  }

  async *#inFile(file: string, warn: (warning: string) => void) {
    const seen = new Set<string>()
    try {
      for await (const line of textLines(file)) {
        const state = this.#readLine(line)
        if (state === null) warn(`${file} names "${line}", which is no state of ${this.#pageUrl}`)
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

  #readLine(line: string): string | null {
    if (/^https?:/.test(line)) return URL.canParse(line) ? this.#stateAt(new URL(line)) : null
    const state = line.startsWith('#') ? this.#shape.stateOf(line) : line
    return state === null ? null : canonicalState(state)
  }

  /** A list may name the production origin. */
  #stateAt({ pathname, search, hash }: URL): string | null {
    const url = this.#options.origin + pathname + search + hash
    return url === this.#pageUrl ? '' : stateOfUrl(url, this.#pageUrl, this.#shape)
  }
}

function softText(same: readonly string[]): string {
  const left = same.length > 0 ? ` Left out, because they show it: ${someOf(same)}` : ''
  return `Unknown states get a page with status 200: let the app add <meta name="prerender-status-code" content="404"> to it.${left}`
}

/** @param pageUrl Absolute, without a query. */
export function linkedStates(html: string, pageUrl: string, shape: StateShape): Set<string> {
  const linked = new Set<string>()
  const based = baseOf(html, pageUrl) ?? pageUrl
  rewriteLinks(html, (link, kind) => {
    const url = link.trim()
    const base = url.startsWith('#') ? pageUrl : based
    if (kind !== 'link' || !URL.canParse(url, base)) return null
    const state = stateOfUrl(new URL(url, base).href, pageUrl, shape)
    if (state !== null) linked.add(state)
    return null
  })
  return linked
}

function baseOf(html: string, pageUrl: string): string | undefined {
  if (!/<base\s/i.test(html)) return undefined
  const base = nodesOf(html)
    .filter(isShellElement)
    .find(({ tagName }) => tagName === 'base')
  const href = base && attributeOf(base, 'href')
  return href && URL.canParse(href, pageUrl) ? new URL(href, pageUrl).href : undefined
}
