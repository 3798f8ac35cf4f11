// Request -> response: which page, which state, and what its snapshot is answered as.
// In: request values of anyone. Out: response values; null for what other handlers are to answer.
// Every absolute URL is made from the configured origin, never from a header. Never rejects.
//
// Specification, "Role of the application and web server".

import { LRUCache } from 'lru-cache'
import { inherited } from '../src/page.ts'
import type { Table } from '../src/routes.ts'
import { canonicalState } from '../src/state.ts'
import { readToken, type TokenUse } from '../src/url.ts'
import { type Cache, createCache, type Served } from './cache.ts'
import type { Entry } from './entry.ts'
import type { Observer } from './events.ts'
import type { Handler, HandlerRequest, HandlerResponse } from './message.ts'
import { type FindPlace, type Place, stateUrl } from './place.ts'
import type { Pool } from './pool.ts'
import { freshness, redirectEntry, refuse, shellEntry } from './respond.ts'
import type { Shell } from './shell.ts'
import { snapshotMaker } from './snapshots.ts'
import { escapeQuery, splitTarget } from './target.ts'
import { type Address, addressOf } from './tier.ts'

/** How many bytes of UTF-8 a state may have. */
const STATE_BYTES = 2048

/** For how many ms a page is fresh when neither its route nor the configuration says. */
export const MAX_AGE = 60_000

/** How many bytes a snapshot may have when the configuration does not say. */
export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** How much of a page's own query is part of a page. */
const QUERY_BYTES = 2048

/** What the handler knows of a page besides its shell. */
export interface PageFacts {
  /** The page's routes, if they are known here: other spellings of a state then share its answer. */
  readonly table?: Table | undefined
  /** The parameters of its own query that it reads; undefined for all. */
  readonly query?: readonly string[] | undefined
}

/** What a handler is made of. Times in ms. */
export interface HandlerParts {
  /** Such as `https://example.com`: scheme, host and port of every absolute URL. */
  readonly origin: string
  /** The app's pages by path; asked for every request, so that a development server may change them. */
  readonly shell: (path: string, target: string) => Shell | undefined | Promise<Shell | undefined>
  /** Finds pages whose states are paths, if there are any. */
  readonly place?: FindPlace | undefined
  readonly pool: Pick<Pool, 'render'>
  /** Told what went wrong in a snapshot that was answered all the same. */
  readonly onWarning?: ((state: string, warnings: readonly string[]) => void) | undefined
  /** Told all that happens. */
  readonly observe?: Observer | undefined
  readonly facts?: ((path: string) => PageFacts | undefined) | undefined
  /** Default: keeps nothing, but makes one snapshot of a state at a time. */
  readonly cache?: Cache | undefined
  /** For how long a page is fresh when its route does not say. Default: a minute. */
  readonly maxAge?: number | undefined
  /** For how long others may answer a page after that while they ask for a new one. Default: none. */
  readonly staleFor?: number | undefined
  /** Default: 4 MiB. */
  readonly snapshotBytes?: number | undefined
}

interface Token {
  readonly state: string
  readonly rest: string | null
}

interface Located {
  readonly address: Address
  readonly lastModified?: number | undefined
}

/** Makes a handler. */
export function createCoreHandler(parts: HandlerParts): Handler {
  const { origin, shell: findShell, place: findPlace, pool, onWarning, facts } = parts
  const { maxAge = MAX_AGE, staleFor = 0, snapshotBytes = SNAPSHOT_BYTES } = parts
  const cache = parts.cache ?? createCache({ bytes: 0, staleFor: 0 })
  const shells = new WeakMap<Shell, Entry>()
  const located = new LRUCache<string, Located>({ max: 1000 })
  const observe: Observer = (event) => {
    if (event.type === 'warning') onWarning?.(event.state, event.warnings)
    parts.observe?.(event)
  }
  const make = snapshotMaker({ origin, pool, observe, maxAge, snapshotBytes })
  const cacheControl = ({ kind, maxAge: lasts, age }: Served): string =>
    kind === 'page' ? freshness(lasts, age, staleFor) : 'no-store'

  return async (request) => {
    const { target } = request
    try {
      const cut = splitTarget(target)
      if (cut === null) return null
      const token = readToken(cut.query)
      const place = findPlace?.(cut.path, token.use === 'state' ? (token.rest ?? '') : cut.query)
      if (place !== undefined) {
        const response = await pathPage(request, place, token)
        return request.method === 'HEAD' ? { ...response, body: NOTHING } : response
      }
      const shell = await findShell(cut.path, target)
      if (shell === undefined) {
        return token.use === 'none' ? null : refuse(404, 'There is no such page on this site.')
      }
      const refused = refusal(request.method, token)
      const response =
        refused ??
        (token.use === 'state'
          ? await snapshot(request, shell, locate(cut.path, token))
          : await app(request, shell, cut.path))
      return request.method === 'HEAD' ? { ...response, body: NOTHING } : response
    } catch (error) {
      observe({ type: 'warning', state: target, warnings: [describe(error)] })
      return refuse(500, 'The snapshot could not be made.')
    }
  }

  async function app(request: HandlerRequest, shell: Shell, page: string) {
    const started = performance.now()
    let entry = shells.get(shell)
    if (entry === undefined) {
      entry = shellEntry(shell.html)
      shells.set(shell, entry)
    }
    const response = await entry.answer(request, 'no-cache')
    const time = performance.now() - started
    observe({ type: 'answered', page, state: null, status: response.status, source: 'shell', time })
    return response
  }

  /** What a page is kept under. Hot pages are asked for in the same words again and again. */
  function locate(page: string, { rest, state: text }: Token): Located {
    const words = `${page}?${rest ?? ''}#${text}`
    const known = located.get(words)
    if (known !== undefined) return known
    const { table, query: names } = facts?.(page) ?? {}
    const { state, lastModified } = readState(table, text)
    const found = { address: addressOf(page, declared(rest ?? '', names), state), lastModified }
    if (words.length < 500) located.set(words, found)
    return found
  }

  /** A state that is a path: the app, its snapshot under the empty token, or for everyone. */
  async function pathPage(
    request: HandlerRequest,
    { page, shell, table, state: text, everyone }: Place,
    token: TokenUse,
  ): Promise<HandlerResponse> {
    const refused = refusal(request.method, token)
    if (refused) return refused
    if (token.use === 'state' && token.state !== '') {
      // The ugly URL of a state from before the app has left "#!".
      if (table.match(token.state) === null) return refuse(404, 'There is no such page here.')
      const { state } = readState(table, token.state)
      const moved = redirectEntry(301, stateUrl(table.scheme, origin + page, state))
      return moved.answer(request, freshness(maxAge, 0, staleFor))
    }
    const live = token.use === 'none'
    if (live && !everyone) return app(request, shell, page)
    const { state, lastModified } = readState(table, text)
    return snapshot(request, shell, { address: addressOf(page, '', state, live), lastModified })
  }

  async function snapshot(
    request: HandlerRequest,
    shell: Shell,
    { address, lastModified }: Located,
  ): Promise<HandlerResponse> {
    const started = performance.now()
    if (Buffer.byteLength(address.query) > QUERY_BYTES) return refuse(414, 'The query is too long.')
    const { page, state } = address
    const served = await cache.get(address, () => make(address, shell, lastModified))
    const response = await served.entry.answer(request, cacheControl(served))
    const { status } = response
    const time = performance.now() - started
    observe({ type: 'answered', page, state, status, source: served.source, time })
    return response
  }
}

const NOTHING = Buffer.alloc(0)

/** What is wrong with a request for a page, whatever the page. */
function refusal(method: string, token: TokenUse): HandlerResponse | undefined {
  if (method !== 'GET' && method !== 'HEAD') {
    return refuse(405, 'This page can be read only: use GET or HEAD.', { allow: 'GET, HEAD' })
  }
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

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : 'something that is no Error was thrown'
