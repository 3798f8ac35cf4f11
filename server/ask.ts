// Request target -> what it asks for: which page, which state, what its snapshot is kept under, or why it
// is refused. In: targets of anyone. Out: a value that is the same for the same target, so that the ones
// in demand are read once; a bounded number is remembered. Looks at nothing but the target.
//
// Specification, "Role of the application and web server".

import { LRUCache } from 'lru-cache'
import { inherited } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { canonicalState } from '../src/state.ts'
import { readToken, type TokenUse } from '../src/url.ts'
import type { Entry } from './entry.ts'
import type { HandlerResponse } from './message.ts'
import { type FindPlace, type Place, stateUrl } from './place.ts'
import { redirectEntry, refuse } from './respond.ts'
import type { Shell } from './shell.ts'
import { escapeQuery, splitTarget } from './target.ts'
import { type Address, addressOf } from './tier.ts'

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
}

/** What is to be shown, and when it changed last, as ms of the Unix clock, if its route says so. */
export interface Located {
  readonly address: Address
  readonly lastModified?: number | undefined
}

/** What a target asks for. */
export interface Ask {
  /** Path of the page. */
  readonly page: string
  /** The page's shell, where the path itself is a state. */
  readonly shell?: Shell
  /** Whether the token is in it, in whatever form. */
  readonly ugly: boolean
  readonly refused?: HandlerResponse | undefined
  /** Where the state is now. */
  readonly moved?: Entry
  /** The snapshot; undefined for the app itself. */
  readonly located?: Located
}

/** Reads a target; null for what is none of a page. */
export type ReadAsk = (target: string) => Ask | null

/** What of the site a reader has to know. */
export interface ReaderParts {
  readonly origin: string
  /** Finds pages whose states are paths, if there are any. */
  readonly place?: FindPlace | undefined
  readonly facts?: ((path: string) => PageFacts | undefined) | undefined
}

/** Makes a reader. */
export function askReader({ origin, place: findPlace, facts }: ReaderParts): ReadAsk {
  const remembered = new LRUCache<string, Ask>({ max: REMEMBERED })

  return (target) => {
    const known = remembered.get(target)
    if (known !== undefined) return known
    const cut = splitTarget(target)
    if (cut === null) return null
    const token = readToken(cut.query)
    const place = findPlace?.(cut.path, token.use === 'state' ? (token.rest ?? '') : cut.query)
    const ask = place ? ofPath(place, token, origin) : ofFragment(cut.path, token, facts)
    if (target.length <= REMEMBERED_CHARACTERS) remembered.set(target, ask)
    return ask
  }
}

/** A state that is a fragment: the app, its snapshots under the token. */
function ofFragment(page: string, token: TokenUse, facts: ReaderParts['facts']): Ask {
  const refused = refusal(token)
  if (refused !== undefined || token.use !== 'state') {
    return { page, ugly: token.use !== 'none', refused }
  }
  const { table, query: names } = facts?.(page) ?? {}
  const query = declared(token.rest ?? '', names)
  if (Buffer.byteLength(query) > QUERY_BYTES) {
    return { page, ugly: true, refused: refuse(414, 'The query is too long.') }
  }
  const { state, lastModified } = readState(table, token.state)
  return { page, ugly: true, located: { address: addressOf(page, query, state), lastModified } }
}

/** A state that is a path: the app, its snapshot under the empty token, or for everyone. */
function ofPath(
  { page, shell, table, state: text, everyone }: Place,
  token: TokenUse,
  origin: string,
): Ask {
  const ugly = token.use !== 'none'
  const refused = refusal(token)
  if (refused !== undefined || (!ugly && !everyone)) return { page, shell, ugly, refused }
  if (token.use === 'state' && token.state !== '') {
    // The ugly URL of a state from before the app has left "#!".
    if (table.match(token.state) === null) {
      return { page, shell, ugly, refused: refuse(404, 'There is no such page here.') }
    }
    const { state } = readState(table, token.state)
    const moved = redirectEntry(301, stateUrl(table.scheme, origin + page, state))
    return { page, shell, ugly, moved }
  }
  const { state, lastModified } = readState(table, text)
  return {
    page,
    shell,
    ugly,
    located: { address: addressOf(page, '', state, !ugly), lastModified },
  }
}

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
        return refuse(414, `The state is too long: ${STATE_BYTES} bytes are the most.`)
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

/** The state as its route writes it: keys in the pattern's order, defaults left out, no anchor. */
function readState(
  table: Table | undefined,
  text: string,
): { readonly state: string; readonly lastModified?: number } {
  const match = table?.match(text)
  if (!table || !match) return { state: canonicalState(text) }
  const { name, params, search, extra } = match
  const state = table.state(name, params as never, { search, extra } as never)
  const { lastModified } = inherited(table.all.get(name)?.chain ?? [])
  return lastModified === undefined ? { state } : { state, lastModified: +new Date(lastModified) }
}
