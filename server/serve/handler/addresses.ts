// Reads an untrusted request target as the address of a page's state. The handler calls it.
// Specification, "Role of the application and web server".

import { meantState } from '../../../src/address-state.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { inherited } from '../../../src/resolve-state.ts'
import { inFragment } from '../../../src/scheme.ts'
import { canonicalState } from '../../../src/state.ts'
import type { Table } from '../../../src/table.ts'
import { withoutTracking } from '../../../src/tracking.ts'
import { readToken, type TokenUse, UGLY_KEY } from '../../../src/url.ts'
import { type CacheKey, cacheKeyOf, inForm } from '../../cache/cache-key.ts'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import type { PreparedResponse } from '../../cache/response/prepared-response.ts'
import { SegmentedLru } from '../../cache/segmented-lru.ts'
import { markdownState } from '../../html/readable-links.ts'
import { withoutAdoptedCampaign } from '../../site/adopted-urls.ts'
import type { Shell } from '../../site/shell.ts'
import { canonicalUrl } from '../../site/site-urls.ts'
import { escapeQuery, splitTarget, targetRefusal } from '../http/request-target.ts'
import { redirectResponse } from '../http/responses.ts'

export interface SitePage {
  /** A development server may change it for each request. */
  readonly shell: () => Shell | undefined | Promise<Shell | undefined>
  /** Routes let spellings of a state share a snapshot. Undefined if they are unknown. */
  readonly table?: Table | undefined
  readonly readable?: ReadableScheme | undefined
  /** Parameters of the page's own query. Default: all but tracking. */
  readonly query?: readonly string[] | undefined
  /** Whether everyone gets snapshots at its paths, not only crawlers. */
  readonly everyone?: boolean | undefined
}

export interface AddressParts {
  /** Scheme, host and port of every absolute URL. */
  readonly origin: string
  readonly pages: ReadonlyMap<string, SitePage>
  /** Whether a path is a file of the app, which precedes pages. */
  readonly isFile?: ((path: string) => boolean) | undefined
  /** Path of the page for missing states, where states are paths. */
  readonly missing?: string | undefined
}

/** An address with neither a key nor a refusal is that of the app itself. */
export interface RequestAddress {
  readonly page: string
  readonly refused?: HandlerResponse | undefined
  readonly moved?: PreparedResponse
  readonly key?: CacheKey
  /** The key for clients that prefer Markdown. */
  readonly markdown?: CacheKey | undefined
  /** The time of the route in Unix ms, if it sets one. */
  readonly lastModified?: number | undefined
  /** Whether the app itself answers without a snapshot. */
  readonly isHome?: boolean
}

interface PathState {
  readonly page: string
  readonly state: string
  readonly everyone: boolean
  /** `either`: both forms share the path. */
  readonly markdown?: 'only' | 'either' | undefined
}

/** Enough for some 10,000 targets. */
const REMEMBERED_BYTES = 8 * 2 ** 20
const REMEMBERED_CHARACTERS = 500

/** The size of an address without its target. */
const ADDRESS_BYTES = 600

export class RequestAddresses {
  readonly #parts: AddressParts
  readonly #isFile: (path: string) => boolean
  /** Pages whose states are paths. */
  readonly #inPaths: readonly (readonly [page: string, table: Table])[]
  readonly #readables: readonly (readonly [page: string, scheme: ReadableScheme])[]
  // A flood of new targets evicts no target of two requests.
  readonly #remembered = new SegmentedLru<{
    readonly address: RequestAddress
    readonly size: number
  }>(REMEMBERED_BYTES)

  constructor(parts: AddressParts) {
    this.#parts = parts
    this.#isFile = parts.isFile ?? (() => false)
    const pages = [...parts.pages]
    this.#inPaths = pages.flatMap(([page, { table }]) =>
      table && !inFragment(table.scheme) ? [[page, table] as const] : [],
    )
    this.#readables = pages.flatMap(([page, { readable }]) =>
      readable ? [[page, readable] as const] : [],
    )
  }

  recall(target: string): RequestAddress | undefined {
    return this.#remembered.get(target)?.address
  }

  /** Whether a target is that of a snapshot. Neither decodes nor matches the state. */
  isSnapshot(target: string): boolean {
    const end = target.indexOf('?')
    const path = end < 0 ? target : target.slice(0, end)
    if (end > 0 && target.includes(UGLY_KEY, end) && this.#parts.pages.has(this.#pageAt(path)))
      return true
    return this.#readables.some(([, { prefix }]) => path.startsWith(prefix)) && !this.#isFile(path)
  }

  /** @returns Null for a target that belongs to no page. */
  read(target: string): RequestAddress | null {
    const split = splitTarget(target)
    if (split === null) return null
    const { path, query } = split
    const token = readToken(query)
    const pageQuery = token.use === 'state' ? (token.rest ?? '') : query
    const inPath = this.#find(path, pageQuery)
    const page = inPath?.page ?? (token.use === 'none' ? path : this.#pageAt(path))
    const { pages, origin } = this.#parts
    const folder = `${page}/`
    if (!pages.has(page) && pages.has(folder) && !this.#isFile(page)) {
      const to = origin + folder + (query && `?${escapeQuery(query)}`)
      return { page: folder, moved: redirectResponse(301, to) }
    }
    if (!pages.has(page)) return null
    const refused =
      targetRefusal(path, 'path') ??
      (token.use === 'none' ? undefined : refusedToken(token)) ??
      (inPath && (targetRefusal(withoutTracking(pageQuery), 'query') ?? refusedState(inPath.state)))
    const address = refused
      ? { page, refused }
      : inPath
        ? this.#ofPath(inPath, token)
        : ofFragment(page, query, token, pages.get(page) as SitePage)
    if (target.length <= REMEMBERED_CHARACTERS)
      this.#remembered.set(target, { address, size: ADDRESS_BYTES })
    return address
  }

  /** The page of an ugly URL, which may have the page's file, `index.html`. */
  #pageAt(path: string): string {
    const folder = path.endsWith('/index.html') ? path.slice(0, -'index.html'.length) : path
    const { pages } = this.#parts
    return pages.has(folder) && !pages.has(path) ? folder : path
  }

  /** Every path below a readable prefix is a state, even if missing. */
  #find(path: string, query: string): PathState | undefined {
    const { pages, missing, origin } = this.#parts
    const readables = this.#readables.filter(([, { prefix }]) => path.startsWith(prefix))
    if (this.#inPaths.length + readables.length === 0 || this.#isFile(path)) return undefined
    const url = urlOf(origin, path, query)
    if (url === undefined) return undefined
    for (const [page, { scheme, match }] of this.#inPaths) {
      const state = scheme.stateOf(url)
      if (state !== null && (path === missing || match(meantState(state, match))))
        return { page, state, everyone: pages.get(page)?.everyone === true }
    }
    for (const [page, scheme] of readables) {
      const state = scheme.stateOf(url)
      const either = scheme.markdown ? 'either' : undefined
      if (state !== null) return { page, state, everyone: true, markdown: either }
      const inMarkdown = scheme.markdown ? markdownState(scheme, url) : null
      if (inMarkdown !== null) return { page, state: inMarkdown, everyone: true, markdown: 'only' }
    }
    return undefined
  }

  #ofPath(inPath: PathState, token: TokenUse): RequestAddress {
    const { page, everyone, markdown } = inPath
    const { table } = this.#parts.pages.get(page) as SitePage
    if (token.use === 'state' && token.state !== '') {
      // An ugly URL from before the app left "#!".
      const { state } = stateOfRequest(table, token.state)
      if (!table || table.match(state) === null) return { page, refused: NO_PAGE }
      const to = canonicalUrl(table.scheme, this.#parts.origin + page, state)
      return { page, moved: redirectResponse(301, to) }
    }
    const ugly = token.use === 'state'
    if (!ugly && !everyone) return { page }
    const { state, undeclared: uncacheable, lastModified } = stateOfRequest(table, inPath.state)
    const key = { ...cacheKeyOf(page, '', state, ugly ? 'crawler' : 'people'), uncacheable }
    const inMarkdown = markdown && inForm(key, 'markdown')
    if (markdown === 'only' && inMarkdown) return { page, key: inMarkdown, lastModified }
    return { page, key, lastModified, markdown: ugly ? undefined : inMarkdown }
  }
}

/** The app is at the page, snapshots under the token. */
function ofFragment(
  page: string,
  query: string,
  token: TokenUse,
  { table, query: names, readable }: SitePage,
): RequestAddress {
  if (token.use !== 'state') {
    if (declared(query, names) !== '' || !readable?.home) return { page }
    const { lastModified } = stateOfRequest(table, '')
    const key = cacheKeyOf(page, '', '', 'people')
    const markdown = readable.markdown ? inForm(key, 'markdown') : undefined
    return { page, key, markdown, lastModified, isHome: true }
  }
  const pageQuery = declared(token.rest ?? '', names)
  if (Buffer.byteLength(pageQuery) > QUERY_BYTES) return { page, refused: QUERY_TOO_LONG }
  const { state, undeclared, lastModified } = stateOfRequest(table, token.state)
  const uncacheable = undeclared || (pageQuery !== '' && names === undefined)
  return { page, key: { ...cacheKeyOf(page, pageQuery, state), uncacheable }, lastModified }
}

const QUERY_BYTES = 2048

const NO_PAGE = textResponse(404, 'There is no such page here.')
const QUERY_TOO_LONG = textResponse(414, 'The query is too long.')

const MALFORMED = {
  repeated: textResponse(
    400,
    '"_escaped_fragment_" is in the query more than once: there must only be one.',
  ),
  'not-last': textResponse(400, '"_escaped_fragment_" must be the last parameter of the query.'),
  malformed: textResponse(
    400,
    'The value of "_escaped_fragment_" is not percent-encoded UTF-8: write "%" as "%25".',
  ),
}

const refusedToken = (token: Exclude<TokenUse, { use: 'none' }>): HandlerResponse | undefined =>
  token.use === 'state' ? refusedState(token.state) : MALFORMED[token.use]

const refusedState = (state: string): HandlerResponse | undefined =>
  targetRefusal(canonicalState(state), 'state')

/** The parameters that the page declares; if it declares none, all but campaign parameters. */
function declared(query: string, names: readonly string[] | undefined): string {
  if (query === '' || names === undefined) return escapeQuery(withoutTracking(query))
  const kept = query.split('&').filter((pair) => names.includes(pair.split('=', 1)[0] as string))
  return escapeQuery(kept.join('&'))
}

function urlOf(origin: string, path: string, query: string): URL | undefined {
  const href = origin + path + (query === '' ? '' : `?${escapeQuery(query)}`)
  if (!URL.canParse(href)) return undefined
  const url = new URL(href)
  // Rejects paths that a URL parser would normalize.
  return url.pathname === path ? url : undefined
}

/** Reads a state in any spelling. Sorts its keys, and drops defaults and the anchor. */
export function stateOfRequest(table: Table | undefined, spelling: string) {
  const meant = table ? meantState(spelling, table.match) : withoutAdoptedCampaign(spelling)
  const match = table?.match(meant)
  if (!table || !match) return { state: canonicalState(meant), undeclared: false }
  const { name, params, search, extra } = match
  const state = table.state(name, params as never, { search, extra } as never)
  // Clients can invent any number of states with undeclared search keys.
  const undeclared = extra.some(([key]) => !(key in search))
  const { lastModified } = inherited(table.all.get(name)?.chain ?? [])
  const time = lastModified === undefined ? undefined : +new Date(lastModified)
  return { state, undeclared, lastModified: time }
}
