// Request -> response: which page, which state, and what its snapshot is answered as.
// In: request values of anyone. Out: response values, at once where nothing has to be made or encoded;
// null for what other handlers are to answer. Every absolute URL is made from the configured origin, never
// from a header. Neither throws nor rejects.

import { type Cache, createCache } from '../cache/cache.ts'
import type { Served } from '../cache/cached-response.ts'
import type { CacheKey } from '../cache/tier.ts'
import type { Readables } from '../html/readable-links.ts'
import { prefersMarkdown } from '../http/accept-markdown.ts'
import { freshness } from '../http/freshness.ts'
import { andThen, type MaybePromise } from '../http/maybe-promise.ts'
import type { PreparedResponse } from '../http/prepared-response.ts'
import { refuse, shellResponse } from '../http/responses.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../http/types.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import type { ReaderOf } from '../observe/reader-kinds.ts'
import { readTraceparent } from '../observe/trace-context.ts'
import type { Pool } from '../pool/pool.ts'
import { withTrace } from './answer-trace.ts'
import type { Shell } from './html-shell.ts'
import {
  createRequestParser,
  type Located,
  type PageFacts,
  type ParsedRequest,
} from './parse-request.ts'
import type { FindPlace } from './path-pages.ts'
import { createReadableShells } from './readable-shell.ts'
import { createSnapshotResponder } from './snapshot-response.ts'

/** For how many ms a page is fresh when neither its route nor the configuration says. */
export const DEFAULT_MAX_AGE = 60_000

/** How many bytes a snapshot may have when the configuration does not say. */
export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** What a handler is made of. Times in ms. */
export interface HandlerParts {
  /** Such as `https://example.com`: scheme, host and port of every absolute URL. */
  readonly origin: string
  /** The app's pages by path; asked for every request, so that a development server may change them. */
  readonly shell: (path: string, target: string) => MaybePromise<Shell | undefined>
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
  /** The readable addresses of pages. Default: none has such. */
  readonly readables?: Readables | undefined
  /** Whether events say how pages came to be. Default: false. */
  readonly trace?: boolean | undefined
  /** Default: 4 MiB. */
  readonly snapshotBytes?: number | undefined
  /** Whether answers say where they are from and how long that took. Default: false. */
  readonly serverTiming?: boolean | undefined
  /** Tells who asks. Default: nobody does. */
  readonly readerOf?: ReaderOf | undefined
  /** Gives what others may keep the tags of its address. Default: only those of its route. */
  readonly addressTags?:
    | ((address: CacheKey, response: HandlerResponse) => HandlerResponse)
    | undefined
}

/** Makes a handler. */
export function createCoreHandler(parts: HandlerParts): Handler {
  const { origin, shell: findShell, pool, onWarning, addressTags, readerOf } = parts
  const {
    maxAge = DEFAULT_MAX_AGE,
    staleFor = 0,
    snapshotBytes = SNAPSHOT_BYTES,
    serverTiming = false,
  } = parts
  const cache = parts.cache ?? createCache({ bytes: 0, staleFor: 0 })
  const shells = new WeakMap<Shell, PreparedResponse>()
  const observe: Observer = (event) => {
    if (event.type === 'warning') onWarning?.(event.state, event.warnings)
    parts.observe?.(event)
  }
  const read = createRequestParser(parts)
  const readables: Readables = parts.readables ?? new Map()
  const make = createSnapshotResponder({
    ...{ origin, pool, observe, maxAge, snapshotBytes, trace: parts.trace === true },
    readables,
    readableShell: createReadableShells(readables, origin),
  })
  // What may be recalled is kept by nobody else without asking.
  const cacheControl = ({ kind, maxAge: lasts, age, provisional }: Served): string =>
    kind !== 'page' ? 'no-store' : provisional ? 'no-cache' : freshness(lasts, age, staleFor)

  return (request) => {
    try {
      const response = respond(request)
      return response instanceof Promise
        ? response.catch((error) => broken(request, error))
        : response
    } catch (error) {
      return broken(request, error)
    }
  }

  /** What is told of who asked; of most nothing. */
  function askedBy({ headers, target }: HandlerRequest): Asked {
    const { traceparent } = headers
    if (readerOf === undefined && traceparent === undefined) return NOBODY
    const agent = headers['user-agent']
    const { traceId, parentId } = readTraceparent(traceparent) ?? {}
    return {
      reader: readerOf?.(String(agent ?? ''), target.includes('_escaped_fragment_=')),
      ...(traceId && parentId ? { traceId, parentId } : {}),
    }
  }

  function broken({ target }: HandlerRequest, error: unknown): HandlerResponse {
    observe({ type: 'warning', state: target, warnings: [describe(error)] })
    return refuse(500, 'The snapshot could not be made.')
  }

  function respond(request: HandlerRequest): MaybePromise<HandlerResponse | null> {
    const { target } = request
    const ask = read(target)
    if (ask === null) return null
    const shell = ask.shell ?? findShell(ask.page, target)
    return andThen(shell, (found) => answer(request, ask, found))
  }

  function answer(
    request: HandlerRequest,
    ask: ParsedRequest,
    shell: Shell | undefined,
  ): MaybePromise<HandlerResponse | null> {
    const { page, located, moved } = ask
    if (shell === undefined) return null
    const refused = refusedMethod(request) ?? ask.refused
    if (refused !== undefined) return withoutBody(request, refused)
    if (moved !== undefined) return moved.answer(request, freshness(maxAge, 0, staleFor))
    if (located === undefined) return app(request, shell, page)
    const { markdown } = ask
    const shown = markdown && prefersMarkdown(request.headers.accept) ? markdown : located
    return ask.isHome ? home(request, shell, shown) : snapshot(request, shell, shown)
  }

  function app(request: HandlerRequest, shell: Shell, page: string): MaybePromise<HandlerResponse> {
    const started = performance.now()
    let entry = shells.get(shell)
    if (entry === undefined) {
      const readable = readables.get(page)
      entry = shellResponse(shell.html, readable?.home && readable.markdown)
      shells.set(shell, entry)
    }
    return andThen(entry.answer(request, 'no-cache'), (response) => {
      const time = performance.now() - started
      const { status } = response
      const asked = askedBy(request)
      observe({ type: 'answered', page, state: null, status, source: 'shell', time, ...asked })
      return serverTiming ? withTrace(response, undefined, time, false) : response
    })
  }

  /** The page itself is the app, whether or not its empty state can be shown. */
  function home(
    request: HandlerRequest,
    shell: Shell,
    located: Located,
  ): MaybePromise<HandlerResponse> {
    const fallback = (served: Served) =>
      served.kind === 'page' && served.entry.status === 200
        ? undefined
        : app(request, shell, located.address.page)
    return snapshot(request, shell, located, fallback)
  }

  function snapshot(
    request: HandlerRequest,
    shell: Shell,
    { address, lastModified }: Located,
    instead?: (served: Served) => MaybePromise<HandlerResponse> | undefined,
  ): MaybePromise<HandlerResponse> {
    const started = performance.now()
    const { page, state } = address
    const found = cache.get(address, () => make(address, shell, lastModified), started)
    return andThen(found, (served) => {
      const other = instead?.(served)
      if (other !== undefined) return other
      // As the app itself: it names the files of one build.
      const control = instead ? 'no-cache' : cacheControl(served)
      return andThen(served.entry.answer(request, control), (bare) => {
        const time = performance.now() - started
        const { source, kind } = served
        const response = addressTags && kind === 'page' ? addressTags(address, bare) : bare
        const asked = askedBy(request)
        const { status } = response
        observe({ type: 'answered', page, state, status, source, time, ...asked })
        return serverTiming ? withTrace(response, served, time, !address.once) : response
      })
    })
  }
}

const READ_ONLY = refuse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)

type Asked = Pick<Extract<ServerEvent, { type: 'answered' }>, 'reader' | 'traceId' | 'parentId'>
const NOBODY: Asked = {}

const refusedMethod = ({ method }: HandlerRequest): HandlerResponse | undefined =>
  method === 'GET' || method === 'HEAD' ? undefined : READ_ONLY

const withoutBody = ({ method }: HandlerRequest, response: HandlerResponse): HandlerResponse =>
  method === 'HEAD' ? { ...response, body: NOTHING } : response

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : 'something that is no Error was thrown'
