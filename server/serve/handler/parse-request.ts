// Parses an untrusted request target. Pure, so that frequent results are remembered, up to a limit.
// Specification, "Role of the application and web server".

import { meantState } from '../../../src/address-state.ts'
import { inherited } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { canonicalState } from '../../../src/state.ts'
import type { Table } from '../../../src/table.ts'
import { withoutTracking } from '../../../src/tracking.ts'
import { readToken, type TokenUse } from '../../../src/url.ts'
import { type CacheKey, cacheKeyOf } from '../../cache/cache-key.ts'
import { createSegments } from '../../cache/segmented-lru.ts'
import type { PreparedResponse } from '../../http/prepared-response.ts'
import { escapeQuery, splitTarget, type Target } from '../../http/request-target.ts'
import { redirectResponse, refuse } from '../../http/responses.ts'
import type { HandlerResponse } from '../../http/types.ts'
import { stateUrlOrPage } from '../../site/state-url.ts'
import type { Shell } from './html-shell.ts'
import type { FindPlace, RequestedPage } from './path-pages.ts'

const STATE_BYTES = 2048

const QUERY_BYTES = 2048

/** For parsed targets, in bytes: some 10,000 of them. */
const REMEMBERED = 8 * 2 ** 20
const REMEMBERED_CHARACTERS = 500

/** Bytes of a parsed target, besides its text. */
const PARSED = 600

export interface PageFacts {
  /** Its routes, if known. Spellings of a state then share a snapshot. */
  readonly table?: Table | undefined
  readonly query?: readonly string[] | undefined
  /** Whether the page shows its empty state, and has Markdown. Default: from its table. */
  readonly readable?: Pick<ReadableScheme, 'home' | 'markdown'> | undefined
}

/** A snapshot's address, and its last change as ms of the Unix clock, if its route sets it. */
export interface Located {
  readonly address: CacheKey
  readonly lastModified?: number | undefined
}

export interface ParsedRequest {
  readonly page: string
  /** The page's shell, where the path itself is a state. */
  readonly shell?: Shell
  readonly refused?: HandlerResponse | undefined
  readonly moved?: PreparedResponse
  /** The snapshot; undefined for the app itself. */
  readonly located?: Located
  /** The Markdown variant, for clients that prefer it. */
  readonly markdown?: Located | undefined
  /** Whether the app itself is the response when there is no snapshot. */
  readonly isHome?: boolean
}

export interface ReaderParts {
  readonly origin: string
  readonly place?: FindPlace | undefined
  readonly facts?: ((path: string) => PageFacts | undefined) | undefined
}

export function createRequestParser({ origin, place: findPlace, facts }: ReaderParts) {
  // A flood of new targets evicts none that was requested twice.
  const remembered = createSegments<{ readonly parsed: ParsedRequest; readonly size: number }>(
    REMEMBERED,
  )

  /** Null for a target that belongs to no page. */
  function parse(target: string): ParsedRequest | null {
    const cut = splitTarget(target)
    if (cut === null) return null
    const token = readToken(cut.query)
    const place = findPlace?.(cut.path, token.use === 'state' ? (token.rest ?? '') : cut.query)
    const ask = place ? ofPath(place, token, origin) : ofFragment(cut, token, facts)
    if (target.length <= REMEMBERED_CHARACTERS)
      remembered.set(target, { parsed: ask, size: PARSED })
    return ask
  }

  /** The result for a target that was parsed before, and is still remembered. */
  const recall = (target: string): ParsedRequest | undefined => remembered.get(target)?.parsed

  return { recall, parse }
}

/** States in the fragment: the app at the page, snapshots under the token. */
function ofFragment(
  { path: page, query }: Target,
  token: TokenUse,
  facts: ReaderParts['facts'],
): ParsedRequest {
  const refused = refusal(token)
  if (refused !== undefined) return { page, refused }
  const { table, query: names, readable = table?.options.readable } = facts?.(page) ?? {}
  if (token.use !== 'state') {
    if (declared(query, names) !== '' || !readable?.home) return { page }
    const { lastModified } = readState(table, '')
    const located = { address: cacheKeyOf(page, '', '', { live: true }), lastModified }
    const markdown = readable.markdown ? inMarkdown(located) : undefined
    return { page, isHome: true, located, markdown }
  }
  const own = declared(token.rest ?? '', names)
  if (Buffer.byteLength(own) > QUERY_BYTES) {
    return { page, refused: refuse(414, 'The query is too long.') }
  }
  const { state, undeclared, lastModified } = readState(table, token.state)
  const once = undeclared || (own !== '' && names === undefined)
  const address = cacheKeyOf(page, own, state, { once })
  return { page, located: { address, lastModified } }
}

function ofPath(
  { page, shell, table, state: text, everyone, markdown }: RequestedPage,
  token: TokenUse,
  origin: string,
): ParsedRequest {
  const ugly = token.use !== 'none'
  const refused = refusal(token)
  const within = shell && { shell }
  if (refused !== undefined) return { page, ...within, refused }
  if (token.use === 'state' && token.state !== '') {
    // An ugly URL from before the app left "#!".
    const { state } = readState(table, token.state)
    if (!table || table.match(state) === null) {
      return { page, ...within, refused: refuse(404, 'There is no such page here.') }
    }
    const moved = redirectResponse(301, stateUrlOrPage(table.scheme, origin + page, state))
    return { page, ...within, moved }
  }
  const wrong = refusedState(text)
  if (wrong !== undefined) return { page, ...within, refused: wrong }
  if (!ugly && !everyone) return { page, ...within }
  const { state, undeclared: once, lastModified } = readState(table, text)
  const located = {
    address: cacheKeyOf(page, '', state, { live: !ugly, once }),
    lastModified,
  }
  if (markdown === 'only') return { page, ...within, located: inMarkdown(located) }
  const other = markdown && !ugly ? inMarkdown(located) : undefined
  return { page, ...within, located, markdown: other }
}

const inMarkdown = ({ address, lastModified }: Located): Located => {
  const { page, query, state, once = false } = address
  return { address: cacheKeyOf(page, query, state, { markdown: true, once }), lastModified }
}

const TOO_LONG = refuse(414, `The state is too long: ${STATE_BYTES} bytes are the most.`)

const CONTROLS = refuse(400, 'The state holds control characters.')

function refusedState(text: string): HandlerResponse | undefined {
  // An escape has three characters per byte.
  if (text.length > 3 * STATE_BYTES) return TOO_LONG
  const plain = decodeURIComponent(canonicalState(text))
  if (Buffer.byteLength(plain) > STATE_BYTES) return TOO_LONG
  return hasControls(plain) ? CONTROLS : undefined
}

const MALFORMED = {
  repeated: refuse(
    400,
    '"_escaped_fragment_" is in the query more than once: there must only be one.',
  ),
  'not-last': refuse(400, '"_escaped_fragment_" must be the last parameter of the query.'),
  malformed: refuse(
    400,
    'The value of "_escaped_fragment_" is not percent-encoded UTF-8: write "%" as "%25".',
  ),
}

function refusal(token: TokenUse): HandlerResponse | undefined {
  if (token.use === 'none') return undefined
  return token.use === 'state' ? refusedState(token.state) : MALFORMED[token.use]
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControls = (text: string): boolean => /[\0-\x1f\x7f]/.test(text)

/** The query that selects the content. Without a declaration: all but campaign parameters. */
function declared(query: string, names: readonly string[] | undefined): string {
  if (query === '' || names === undefined) return escapeQuery(withoutTracking(query))
  const kept = query.split('&').filter((pair) => names.includes(pair.split('=', 1)[0] as string))
  return escapeQuery(kept.join('&'))
}

interface ReadState {
  readonly state: string
  /** It has undeclared search keys. Clients can invent any number of such states. */
  readonly undeclared: boolean
  readonly lastModified?: number
}

/** The state in its route's form: sorted keys, without defaults and anchor. */
export function readState(table: Table | undefined, text: string): ReadState {
  const clean = table ? meantState(text, table.match) : text
  const match = table?.match(clean)
  if (!table || !match) return { state: canonicalState(clean), undeclared: false }
  const { name, params, search, extra } = match
  const state = table.state(name, params as never, { search, extra } as never)
  const undeclared = extra.some(([key]) => !(key in search))
  const { lastModified } = inherited(table.all.get(name)?.chain ?? [])
  return lastModified === undefined
    ? { state, undeclared }
    : { state, undeclared, lastModified: +new Date(lastModified) }
}
