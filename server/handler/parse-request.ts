// Request target -> what it asks for: which page, which state, what its snapshot is kept under, or why it
// is refused. In: targets of anyone. Out: a value that is the same for the same target, so that the ones
// in demand are read once; a bounded number is remembered. Looks at nothing but the target.
//
// Specification, "Role of the application and web server".

import { LRUCache } from 'lru-cache'
import type { Table } from '../../src/define-routes.ts'
import { inherited } from '../../src/page.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import { canonicalState } from '../../src/state.ts'
import { readToken, type TokenUse } from '../../src/url.ts'
import { type CacheKey, cacheKeyOf } from '../cache/tier.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import { escapeQuery, splitTarget, type Target } from '../http/request-target.ts'
import { redirectResponse, refuse } from '../http/responses.ts'
import type { HandlerResponse } from '../http/types.ts'
import { stateUrlOrPage } from '../site/state-url.ts'
import type { Shell } from './html-shell.ts'
import type { FindPlace, Place } from './path-pages.ts'

/** How many bytes of UTF-8 a state may have. */
const STATE_BYTES = 2048

/** How much of a page's own query is part of a page. */
const QUERY_BYTES = 2048

const REMEMBERED = 1000
const REMEMBERED_CHARACTERS = 500

/** What the handler knows of a page besides its shell. */
export interface PageFacts {
  /** The page's routes, if they are known here: other spellings of a state then share its answer. */
  readonly table?: Table | undefined
  /** The parameters of its own query that it reads; undefined for all. */
  readonly query?: readonly string[] | undefined
  /** Its readable addresses: whether the page itself holds its empty state, and is Markdown, too. Default: those of its table. */
  readonly readable?: Pick<ReadableScheme, 'home' | 'markdown'> | undefined
}

/** What is to be shown, and when it changed last, as ms of the Unix clock, if its route says so. */
export interface Located {
  readonly address: CacheKey
  readonly lastModified?: number | undefined
}

/** What a target asks for. */
export interface ParsedRequest {
  /** Path of the page. */
  readonly page: string
  /** The page's shell, where the path itself is a state. */
  readonly shell?: Shell
  readonly refused?: HandlerResponse | undefined
  /** Where the state is now. */
  readonly moved?: PreparedResponse
  /** The snapshot; undefined for the app itself. */
  readonly located?: Located
  /** The same as Markdown, for who prefers that. */
  readonly markdown?: Located | undefined
  /** Whether the app itself is the answer where there is no such snapshot. */
  readonly isHome?: boolean
}

/** Reads a target; null for what is none of a page. */
export type ParseRequest = (target: string) => ParsedRequest | null

/** What of the site a reader has to know. */
export interface ReaderParts {
  readonly origin: string
  /** Finds pages whose states are paths, if there are any. */
  readonly place?: FindPlace | undefined
  readonly facts?: ((path: string) => PageFacts | undefined) | undefined
}

/** Makes a reader. */
export function createRequestParser({
  origin,
  place: findPlace,
  facts,
}: ReaderParts): ParseRequest {
  const remembered = new LRUCache<string, ParsedRequest>({ max: REMEMBERED })

  return (target) => {
    const known = remembered.get(target)
    if (known !== undefined) return known
    const cut = splitTarget(target)
    if (cut === null) return null
    const token = readToken(cut.query)
    const place = findPlace?.(cut.path, token.use === 'state' ? (token.rest ?? '') : cut.query)
    const ask = place ? ofPath(place, token, origin) : ofFragment(cut, token, facts)
    if (target.length <= REMEMBERED_CHARACTERS) remembered.set(target, ask)
    return ask
  }
}

/** A state that is a fragment: the app, its snapshots under the token. */
function ofFragment(
  { path: page, query }: Target,
  token: TokenUse,
  facts: ReaderParts['facts'],
): ParsedRequest {
  const refused = refusal(token)
  if (refused !== undefined) return { page, refused }
  const { table, query: names, readable = table?.options.readable } = facts?.(page) ?? {}
  if (token.use !== 'state') {
    if (query !== '' || !readable?.home) return { page }
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

/** A state that is a path: the app, its snapshot under the empty token, or for everyone. */
function ofPath(
  { page, shell, table, state: text, everyone, markdown }: Place,
  token: TokenUse,
  origin: string,
): ParsedRequest {
  const ugly = token.use !== 'none'
  const refused = refusal(token)
  const within = shell && { shell }
  if (refused !== undefined || (!ugly && !everyone)) return { page, ...within, refused }
  if (token.use === 'state' && token.state !== '') {
    // The ugly URL of a state from before the app has left "#!".
    if (!table || table.match(token.state) === null) {
      return { page, ...within, refused: refuse(404, 'There is no such page here.') }
    }
    const { state } = readState(table, token.state)
    const moved = redirectResponse(301, stateUrlOrPage(table.scheme, origin + page, state))
    return { page, ...within, moved }
  }
  if (Buffer.byteLength(text) > STATE_BYTES) {
    return { page, ...within, refused: TOO_LONG }
  }
  const { state, undeclared: once, lastModified } = readState(table, text)
  const located = {
    address: cacheKeyOf(page, '', state, { live: !ugly, once }),
    lastModified,
  }
  if (markdown === 'only') return { page, ...within, located: inMarkdown(located) }
  const other = markdown && !ugly ? inMarkdown(located) : undefined
  return { page, ...within, located, markdown: other }
}

/** The same page as Markdown. */
const inMarkdown = ({ address, lastModified }: Located): Located => {
  const { page, query, state, once = false } = address
  return { address: cacheKeyOf(page, query, state, { markdown: true, once }), lastModified }
}

const TOO_LONG = refuse(414, `The state is too long: ${STATE_BYTES} bytes are the most.`)

/** What is wrong with the token, whatever the page. */
function refusal(token: TokenUse): HandlerResponse | undefined {
  switch (token.use) {
    case 'none':
      return undefined
    case 'repeated':
      return refuse(
        400,
        '"_escaped_fragment_" is in the query more than once: there must only be one.',
      )
    case 'not-last':
      return refuse(400, '"_escaped_fragment_" must be the last parameter of the query.')
    case 'malformed':
      return refuse(
        400,
        'The value of "_escaped_fragment_" is not percent-encoded UTF-8: write "%" as "%25".',
      )
    case 'state':
      if (Buffer.byteLength(token.state) > STATE_BYTES) {
        return TOO_LONG
      }
      return hasControls(token.state)
        ? refuse(400, 'The state holds control characters.')
        : undefined
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const hasControls = (text: string): boolean => /[\0-\x1f\x7f]/.test(text)

/** What of a page's own query is part of the page. */
function declared(query: string, names: readonly string[] | undefined): string {
  if (query === '' || names === undefined) return escapeQuery(query)
  const kept = query.split('&').filter((pair) => names.includes(pair.split('=', 1)[0] as string))
  return escapeQuery(kept.join('&'))
}

interface ReadState {
  readonly state: string
  /** It has search keys that its route does not declare: anybody may make up as many states of that kind as he likes. */
  readonly undeclared: boolean
  readonly lastModified?: number
}

/** The state as its route writes it: keys in the pattern's order, defaults left out, no anchor. */
export function readState(table: Table | undefined, text: string): ReadState {
  const match = table?.match(text)
  if (!table || !match) return { state: canonicalState(text), undeclared: false }
  const { name, params, search, extra } = match
  const state = table.state(name, params as never, { search, extra } as never)
  // A validator declares the keys that it gives a value.
  const undeclared = extra.some(([key]) => !Object.hasOwn(search, key))
  const { lastModified } = inherited(table.all.get(name)?.chain ?? [])
  return lastModified === undefined
    ? { state, undeclared }
    : { state, undeclared, lastModified: +new Date(lastModified) }
}
