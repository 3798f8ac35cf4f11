// Maps a request to a response; null for targets of other handlers. Absolute URLs use the
// configured origin, never a header. Neither throws nor rejects.

import { type Cache, createCache, type Served } from '../../cache/cache.ts'
import { type CacheKey, inPlaceOf } from '../../cache/cache-key.ts'
import { freshness } from '../../http/freshness.ts'
import { prefersMarkdown } from '../../http/negotiation.ts'
import type { PreparedResponse } from '../../http/prepared-response.ts'
import { isNavigation, refuse, shellResponse, variesByNavigation } from '../../http/responses.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../../http/types.ts'
import type { ServerEvent } from '../../observe/events.ts'
import { readTraceparent } from '../../observe/trace-context.ts'
import type { Shell } from './html-shell.ts'
import {
  createRequestParser,
  type Located,
  type ParsedRequest,
  type ReaderParts,
} from './parse-request.ts'
import { SHED, Sheds } from './sheds.ts'
import { type SnapshotParts, SnapshotResponder } from './snapshot-response.ts'

/** For how many ms a page is fresh when neither its route nor the configuration says. */
const DEFAULT_MAX_AGE = 60_000

/** Times in ms. */
export interface HandlerParts
  extends ReaderParts,
    Pick<SnapshotParts, 'pool' | 'trace'>,
    Partial<Pick<SnapshotParts, 'observe' | 'readables'>> {
  /** Called for every request, so that a development server may change the pages. */
  readonly shell: (path: string, target: string) => Shell | undefined | Promise<Shell | undefined>
  /** Whether every page that is not in memory would be refused now. Default: never. */
  readonly isOverloaded?: () => boolean
  /** Counts refused requests. Default: a counter of its own. */
  readonly sheds?: Sheds
  /** Default: no storage; concurrent requests for a state share one snapshot. */
  readonly cache?: Cache
  /** Freshness of a page when its route does not set it. Default: a minute. */
  readonly maxAge?: number | undefined
  /** How long clients may serve a stale page during revalidation. Default: 0. */
  readonly staleFor?: number
  /** Adds the cache tags of an address for a CDN. Default: only those of its route. */
  readonly addressTags?:
    | ((address: CacheKey, response: HandlerResponse) => HandlerResponse)
    | undefined
}

export function createCoreHandler(parts: HandlerParts): Handler {
  const { shell: findShell, addressTags, maxAge = DEFAULT_MAX_AGE, staleFor = 0 } = parts
  const { isOverloaded = () => false, observe = () => undefined, readables = new Map() } = parts
  const { cache = createCache({ bytes: 0, staleFor: 0 }), sheds = new Sheds(observe) } = parts
  const shells = new WeakMap<Shell, PreparedResponse>()
  const { recall, parse } = createRequestParser(parts)
  const responder = new SnapshotResponder({ ...parts, observe, maxAge, readables })
  const cacheControl = ({ kind, maxAge: lasts, age }: Served): string =>
    kind === 'page' ? freshness(lasts, age, staleFor) : 'no-store'

  return (request) => respond(request).catch((error) => broken(request, error))

  function requestedBy({ headers }: HandlerRequest): RequestFacts {
    const { traceparent } = headers
    const agent = headers['user-agent']
    if (agent === undefined && traceparent === undefined) return NOBODY
    const { traceId, parentId } = readTraceparent(traceparent) ?? {}
    return {
      ...(agent === undefined ? {} : { userAgent: String(agent).slice(0, 200) }),
      ...(traceId && parentId ? { traceId, parentId } : {}),
    }
  }

  function broken({ target }: HandlerRequest, error: unknown): HandlerResponse {
    // Without its query, which may contain tokens of a sign-in service.
    const [state = ''] = target.split('?', 1)
    observe({ type: 'warning', state, warnings: [describe(error)] })
    return refuse(500, 'The snapshot could not be made.')
  }

  async function respond(request: HandlerRequest): Promise<HandlerResponse | null> {
    const { target } = request
    const known = recall(target)
    // First, because the dev server's shells are promises, and nobody would await one here.
    if (known === undefined && isOverloaded() && isSnapshotOfOurs(target)) {
      sheds.add()
      return SHED.answer(request, 'no-store')
    }
    const ask = known ?? parse(target)
    if (ask === null) return null
    return answer(request, ask, ask.shell ?? (await findShell(ask.page, target)))
  }

  /** Whether an ugly URL belongs to a page. Cheap: it neither decodes nor matches the state. */
  function isSnapshotOfOurs(target: string): boolean {
    const end = target.indexOf('?')
    return (
      end > 0 &&
      target.includes(TOKEN, end) &&
      findShell(target.slice(0, end), target) !== undefined
    )
  }

  async function answer(
    request: HandlerRequest,
    ask: ParsedRequest,
    shell: Shell | undefined,
  ): Promise<HandlerResponse | null> {
    const { page, located, moved } = ask
    if (shell === undefined) return null
    const { method } = request
    const refused = method === 'GET' || method === 'HEAD' ? ask.refused : READ_ONLY
    if (refused !== undefined) return method === 'HEAD' ? { ...refused, body: NOTHING } : refused
    if (moved !== undefined) return moved.answer(request, freshness(maxAge, 0, staleFor))
    if (located === undefined) return app(request, shell, page)
    const { markdown } = ask
    const shown = markdown && prefersMarkdown(request.headers.accept) ? markdown : located
    return ask.isHome ? home(request, shell, shown) : snapshot(request, shell, shown)
  }

  async function app(
    request: HandlerRequest,
    shell: Shell,
    page: string,
  ): Promise<HandlerResponse> {
    const started = performance.now()
    let entry = shells.get(shell)
    if (entry === undefined) {
      const readable = readables.get(page)
      entry = shellResponse(shell.html, readable?.home && readable.markdown)
      shells.set(shell, entry)
    }
    const response = await entry.answer(request, 'no-cache')
    const time = performance.now() - started
    const { status } = response
    const requester = requestedBy(request)
    observe({ type: 'answered', page, state: null, status, source: 'shell', time, ...requester })
    return response
  }

  /** The page itself is the app, even when its empty state fails. */
  function home(request: HandlerRequest, shell: Shell, located: Located): Promise<HandlerResponse> {
    const fallback = (served: Served) =>
      served.kind === 'page' && served.entry.status === 200
        ? undefined
        : app(request, shell, located.address.page)
    return snapshot(request, shell, located, fallback)
  }

  async function snapshot(
    request: HandlerRequest,
    shell: Shell,
    { address, lastModified }: Located,
    instead?: (served: Served) => Promise<HandlerResponse> | undefined,
  ): Promise<HandlerResponse> {
    const started = performance.now()
    const { page, state } = address
    const find = (one: CacheKey) =>
      cache.get(one, () => responder.make(one, shell, lastModified), started)
    let served = await find(address)
    if (variesByNavigation(served.entry) && !isNavigation(request))
      served = await find(inPlaceOf(address))
    const other = instead?.(served)
    if (other !== undefined) return other
    // Like the app itself, which names the files of one build.
    const control = instead ? 'no-cache' : cacheControl(served)
    const bare = await served.entry.answer(request, control)
    const time = performance.now() - started
    const { source, kind } = served
    const response = addressTags && kind === 'page' ? addressTags(address, bare) : bare
    if (kind === 'shed') {
      sheds.add()
      return response
    }
    const { status } = response
    observe({ type: 'answered', page, state, status, source, time, ...requestedBy(request) })
    return response
  }
}

const TOKEN = '_escaped_fragment_='

const READ_ONLY = refuse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)

type RequestFacts = Pick<
  Extract<ServerEvent, { type: 'answered' }>,
  'userAgent' | 'traceId' | 'parentId'
>
const NOBODY: RequestFacts = {}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? String(error)) : 'something that is no Error was thrown'
