// The way of a request, from top to bottom: refuse while overloaded, read the address, find the
// page, look into the cache, render, answer. Null for requests of other handlers. Absolute URLs use
// the configured origin, never a header. A handler neither throws nor rejects.

import { type Cache, createCache, type Served } from '../../cache/cache.ts'
import { type CacheKey, inPlaceOf } from '../../cache/cache-key.ts'
import { freshness } from '../../cache/response/freshness.ts'
import type { Handler, HandlerRequest, HandlerResponse } from '../../cache/response/http-values.ts'
import { prefersMarkdown } from '../../cache/response/negotiation.ts'
import { staleTime } from '../../cache/response/page-fault.ts'
import type { PreparedResponse } from '../../cache/response/prepared-response.ts'
import { refuse } from '../../cache/response/refuse.ts'
import { APP_ALONE, isNavigation, shellResponse, variesByNavigation } from '../http/responses.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import { readTraceparent } from '../observe/trace-context.ts'
import { Addresses, type AddressParts } from './addresses.ts'
import type { Shell } from './html-shell.ts'
import { BUSY, MAX_AGE, type Order, Renderer, type RenderParts } from './render.ts'

/** Times in ms. */
export interface HandlerParts extends AddressParts, RenderParts {
  /** Default: no storage; concurrent requests for a state share one snapshot. */
  readonly cache?: Cache
  /** How long clients may serve a stale page during revalidation. Default: 0. */
  readonly staleFor?: number
  /** Whether every page that is not in memory would be refused now. Default: never. */
  readonly isOverloaded?: () => boolean
  /** Adds the cache tags of an address for a CDN. Default: only those of its route. */
  readonly addressTags?:
    | ((address: CacheKey, response: HandlerResponse) => HandlerResponse)
    | undefined
}

export class CoreHandler {
  readonly #parts: HandlerParts
  readonly #addresses: Addresses
  readonly #renderer: Renderer
  readonly #cache: Cache
  readonly #observe: Observer
  readonly #apps = new WeakMap<Shell, PreparedResponse>()
  readonly #sheds = { count: 0, told: 0, at: Number.NEGATIVE_INFINITY }

  constructor(parts: HandlerParts) {
    this.#parts = parts
    this.#observe = parts.observe ?? (() => undefined)
    this.#addresses = new Addresses(parts)
    this.#renderer = new Renderer(parts)
    this.#cache = parts.cache ?? createCache({ bytes: 0, staleFor: 0 })
  }

  /** How many requests were refused because of overload; they have no event each. */
  get shed(): number {
    return this.#sheds.count
  }

  readonly handle: Handler = (request) =>
    this.#respond(request).catch((error) => this.#broken(request, error))

  async #respond(request: HandlerRequest): Promise<HandlerResponse | null> {
    const { target, method, headers } = request
    const known = this.#addresses.recall(target)
    if (known === undefined && this.#parts.isOverloaded?.() && this.#addresses.isSnapshot(target)) {
      this.#countShed()
      return BUSY.answer(request, 'no-store')
    }
    const address = known ?? this.#addresses.read(target)
    if (address === null) return null
    const { page, key, markdown, lastModified, moved } = address
    const { maxAge = MAX_AGE, staleFor = 0 } = this.#parts
    const shell = await this.#parts.pages.get(page)?.shell()
    if (shell === undefined) return null
    const refused = method === 'GET' || method === 'HEAD' ? address.refused : READ_ONLY
    if (refused) return method === 'HEAD' ? { ...refused, body: NOTHING } : refused
    if (moved) return moved.answer(request, freshness(maxAge, 0, staleFor))
    if (key === undefined) return this.#app(request, shell, page)
    const chosen = markdown && prefersMarkdown(headers.accept) ? markdown : key
    return this.#snapshot(request, { key: chosen, shell, lastModified }, address.isHome === true)
  }

  async #app(request: HandlerRequest, shell: Shell, page: string): Promise<HandlerResponse> {
    const started = performance.now()
    let entry = this.#apps.get(shell)
    if (entry === undefined) {
      const readable = this.#parts.pages.get(page)?.readable
      entry = shellResponse(shell.html, readable?.home && readable.markdown)
      this.#apps.set(shell, entry)
    }
    const response = await entry.answer(request, 'no-cache')
    this.#answered(request, started, { page, state: null }, response, 'shell')
    return response
  }

  /** @param isHome The page itself is the app, even when its empty state fails. */
  async #snapshot(
    request: HandlerRequest,
    order: Order,
    isHome: boolean,
  ): Promise<HandlerResponse> {
    const started = performance.now()
    const { key: address } = order
    const find = (key: CacheKey) =>
      this.#cache.get(key, () => this.#renderer.render({ ...order, key }), started)
    let served = await find(address)
    if (variesByNavigation(served.entry) && !isNavigation(request))
      served = await find(inPlaceOf(address))
    const { kind, entry, source } = served
    if (isHome && (kind !== 'page' || entry.status !== 200)) {
      const app = await this.#app(request, order.shell, address.page)
      const isMeant = kind === 'page' || kind === 'missing'
      return isMeant ? app : { ...app, headers: { ...app.headers, [APP_ALONE]: '1' } }
    }
    const bare = await entry.answer(request, this.#cacheControl(served, isHome))
    const { addressTags } = this.#parts
    const response = addressTags && kind === 'page' ? addressTags(address, bare) : bare
    if (kind === 'shed') this.#countShed()
    else this.#answered(request, started, address, response, source)
    return response
  }

  #cacheControl({ kind, entry, maxAge, age }: Served, isHome: boolean): string {
    // Like the app itself, which names the files of one build.
    if (isHome) return 'no-cache'
    if (kind !== 'page') return 'no-store'
    return freshness(maxAge, age, staleTime(entry, this.#parts.staleFor ?? 0))
  }

  #answered(
    { headers }: HandlerRequest,
    started: number,
    { page, state }: { readonly page: string; readonly state: string | null },
    { status }: HandlerResponse,
    source: Answered['source'],
  ): void {
    const time = performance.now() - started
    const by = requestedBy(headers)
    this.#observe({ type: 'answered', page, state, status, source, time, ...by })
  }

  /** An event for each would cost more than the refusal. */
  #countShed(): void {
    const sheds = this.#sheds
    sheds.count += 1
    const now = performance.now()
    if (now - sheds.at < BUSY_FOR) return
    const warning = `${sheds.count - sheds.told} requests were answered 503 since the last such line: their pages would have waited longer than half of "limits.deadline", or the queue is full. Add workers, or raise "limits.deadline" or "limits.queue"`
    this.#observe({ type: 'warning', state: '', warnings: [warning] })
    Object.assign(sheds, { told: sheds.count, at: now })
  }

  #broken({ target }: HandlerRequest, error: unknown): HandlerResponse {
    // Without its query, which may contain tokens of a sign-in service.
    const [state = ''] = target.split('?', 1)
    const what = error instanceof Error ? error.stack : undefined
    const warnings = [what ?? 'something that is no Error was thrown']
    this.#observe({ type: 'warning', state, warnings })
    return refuse(500, 'The snapshot could not be made.')
  }
}

/** Refusals within this time (ms) share a warning, so that a flood cannot fill the log. */
const BUSY_FOR = 10_000

type Answered = Extract<ServerEvent, { type: 'answered' }>
type Requester = Pick<Answered, 'userAgent' | 'traceId' | 'parentId'>

const NOBODY: Requester = {}

function requestedBy(headers: HandlerRequest['headers']): Requester {
  const { traceparent, 'user-agent': agent } = headers
  if (agent === undefined && traceparent === undefined) return NOBODY
  const { traceId, parentId } = readTraceparent(traceparent) ?? {}
  return {
    ...(agent === undefined ? {} : { userAgent: String(agent).slice(0, 200) }),
    ...(traceId && parentId ? { traceId, parentId } : {}),
  }
}

const READ_ONLY = refuse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)
