// Request -> response: which page, which state, and what its snapshot is answered as.
// In: request values of anyone. Out: response values, at once where nothing has to be made or encoded;
// null for what other handlers are to answer. Every absolute URL is made from the configured origin, never
// from a header. Neither throws nor rejects.

import { after, type Soon } from './after.ts'
import { type Ask, askReader, type Located, type PageFacts } from './ask.ts'
import { type Cache, createCache, type Served } from './cache.ts'
import type { Entry } from './entry.ts'
import type { Observer } from './events.ts'
import type { Handler, HandlerRequest, HandlerResponse } from './message.ts'
import type { FindPlace } from './place.ts'
import type { Pool } from './pool.ts'
import { freshness, refuse, shellEntry } from './respond.ts'
import type { Shell } from './shell.ts'
import { snapshotMaker } from './snapshots.ts'

/** For how many ms a page is fresh when neither its route nor the configuration says. */
export const MAX_AGE = 60_000

/** How many bytes a snapshot may have when the configuration does not say. */
export const SNAPSHOT_BYTES = 4 * 2 ** 20

/** What a handler is made of. Times in ms. */
export interface HandlerParts {
  /** Such as `https://example.com`: scheme, host and port of every absolute URL. */
  readonly origin: string
  /** The app's pages by path; asked for every request, so that a development server may change them. */
  readonly shell: (path: string, target: string) => Soon<Shell | undefined>
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

/** Makes a handler. */
export function createCoreHandler(parts: HandlerParts): Handler {
  const { origin, shell: findShell, pool, onWarning } = parts
  const { maxAge = MAX_AGE, staleFor = 0, snapshotBytes = SNAPSHOT_BYTES } = parts
  const cache = parts.cache ?? createCache({ bytes: 0, staleFor: 0 })
  const shells = new WeakMap<Shell, Entry>()
  const observe: Observer = (event) => {
    if (event.type === 'warning') onWarning?.(event.state, event.warnings)
    parts.observe?.(event)
  }
  const read = askReader(parts)
  const make = snapshotMaker({ origin, pool, observe, maxAge, snapshotBytes })
  const cacheControl = ({ kind, maxAge: lasts, age }: Served): string =>
    kind === 'page' ? freshness(lasts, age, staleFor) : 'no-store'

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

  function broken({ target }: HandlerRequest, error: unknown): HandlerResponse {
    observe({ type: 'warning', state: target, warnings: [describe(error)] })
    return refuse(500, 'The snapshot could not be made.')
  }

  function respond(request: HandlerRequest): Soon<HandlerResponse | null> {
    const { target } = request
    const ask = read(target)
    if (ask === null) return null
    const shell = ask.shell ?? findShell(ask.page, target)
    return after(shell, (found) => answer(request, ask, found))
  }

  function answer(
    request: HandlerRequest,
    ask: Ask,
    shell: Shell | undefined,
  ): Soon<HandlerResponse | null> {
    const { page, located, moved } = ask
    if (shell === undefined) return ask.ugly ? withoutBody(request, NO_PAGE) : null
    const refused = refusedMethod(request) ?? ask.refused
    if (refused !== undefined) return withoutBody(request, refused)
    if (moved !== undefined) return moved.answer(request, freshness(maxAge, 0, staleFor))
    return located === undefined ? app(request, shell, page) : snapshot(request, shell, located)
  }

  function app(request: HandlerRequest, shell: Shell, page: string): Soon<HandlerResponse> {
    const started = performance.now()
    let entry = shells.get(shell)
    if (entry === undefined) {
      entry = shellEntry(shell.html)
      shells.set(shell, entry)
    }
    return after(entry.answer(request, 'no-cache'), (response) => {
      const time = performance.now() - started
      const { status } = response
      observe({ type: 'answered', page, state: null, status, source: 'shell', time })
      return response
    })
  }

  function snapshot(
    request: HandlerRequest,
    shell: Shell,
    { address, lastModified }: Located,
  ): Soon<HandlerResponse> {
    const started = performance.now()
    const { page, state } = address
    const found = cache.get(address, () => make(address, shell, lastModified), started)
    return after(found, (served) =>
      after(served.entry.answer(request, cacheControl(served)), (response) => {
        const time = performance.now() - started
        const { source } = served
        observe({ type: 'answered', page, state, status: response.status, source, time })
        return response
      }),
    )
  }
}

const NO_PAGE = refuse(404, 'There is no such page on this site.')
const READ_ONLY = refuse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)

const refusedMethod = ({ method }: HandlerRequest): HandlerResponse | undefined =>
  method === 'GET' || method === 'HEAD' ? undefined : READ_ONLY

const withoutBody = ({ method }: HandlerRequest, response: HandlerResponse): HandlerResponse =>
  method === 'HEAD' ? { ...response, body: NOTHING } : response

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : 'something that is no Error was thrown'
