// Handles a request: reads its address, calls the cache, renders, answers. The site and Vite's dev
// server call it. Absolute URLs have the configured origin, never a header's.

import { Cache, type CacheAnswer } from '../../cache/cache.ts'
import { type CacheKey, inForm } from '../../cache/cache-key.ts'
import { freshness, prefersMarkdown, staleTime } from '../../cache/response/http-semantics.ts'
import {
  type Handler,
  type HandlerRequest,
  type HandlerResponse,
  textResponse,
} from '../../cache/response/http-values.ts'
import type { PreparedResponse } from '../../cache/response/prepared-response.ts'
import type { Shell } from '../../site/shell.ts'
import { APP_ALONE, isNavigation, shellResponse, variesByNavigation } from '../http/responses.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import { readTraceparent } from '../observe/tracing.ts'
import { type AddressParts, type RequestAddress, RequestAddresses } from './addresses.ts'
import { BUSY, MAX_AGE_MS, Renderer, type RenderParts, type RenderRequest } from './render.ts'

/** Times in ms. */
export interface HandlerParts extends AddressParts, RenderParts {
  /** Default: stores nothing, but requests share a running render. */
  readonly cache?: Cache
  /** How long clients may serve a stale page. Default: 0. */
  readonly staleFor?: number
  /** Whether the pool would refuse a render now. */
  readonly isOverloaded?: () => boolean
  /** Adds an address's tags for a CDN. */
  readonly addressTags?:
    | ((address: CacheKey, response: HandlerResponse) => HandlerResponse)
    | undefined
}

export class CoreHandler {
  readonly #parts: HandlerParts
  readonly #addresses: RequestAddresses
  readonly #renderer: Renderer
  readonly #cache: Cache
  readonly #observe: Observer
  readonly #apps = new WeakMap<Shell, PreparedResponse>()
  #shed = 0
  /** The part of `shed` that a warning has reported, and when. */
  #reported = 0
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(parts: HandlerParts) {
    this.#parts = parts
    this.#observe = parts.observe ?? (() => undefined)
    this.#addresses = new RequestAddresses(parts)
    this.#renderer = new Renderer(parts)
    this.#cache = parts.cache ?? new Cache({ bytes: 0, staleFor: 0 })
  }

  /** Requests that were refused because of overload. */
  get shed(): number {
    return this.#shed
  }

  readonly handle: Handler = (request) =>
    this.#respond(request).catch((error) => this.#broken(request, error))

  async #respond(request: HandlerRequest): Promise<HandlerResponse | null> {
    const { target, method, headers } = request
    const recalled = this.#addresses.recall(target)
    if (!recalled && this.#parts.isOverloaded?.() && this.#addresses.isSnapshot(target)) {
      this.#countShed()
      return BUSY.answer(request, 'no-store')
    }
    const address = recalled ?? this.#addresses.read(target)
    if (address === null) return null
    const { page, key, markdown, lastModified, moved } = address
    const { maxAge = MAX_AGE_MS, staleFor = 0 } = this.#parts
    const shell = await this.#parts.pages.get(page)?.shell()
    if (shell === undefined) return null
    const refused = method === 'GET' || method === 'HEAD' ? address.refused : READ_ONLY
    if (refused) return method === 'HEAD' ? { ...refused, body: NOTHING } : refused
    if (moved) return moved.answer(request, freshness(maxAge, 0, staleFor))
    if (key === undefined) return this.#app(request, shell, page)
    const chosen = markdown && prefersMarkdown(headers.accept) ? markdown : key
    return this.#snapshot(request, { key: chosen, shell, lastModified }, address)
  }

  async #app(request: HandlerRequest, shell: Shell, page: string): Promise<HandlerResponse> {
    const started = performance.now()
    let app = this.#apps.get(shell)
    if (app === undefined) {
      const readable = this.#parts.pages.get(page)?.readable
      app = shellResponse(shell.html, { byAccept: readable?.home && readable.markdown })
      this.#apps.set(shell, app)
    }
    const response = await app.answer(request, 'no-cache')
    const { status } = response
    this.#answered(request, { page, state: null, status, source: 'shell' }, started)
    return response
  }

  /** Answers with the app at the home whose empty state fails. */
  async #snapshot(
    request: HandlerRequest,
    toRender: RenderRequest,
    { isHome }: Pick<RequestAddress, 'isHome'>,
  ): Promise<HandlerResponse> {
    const started = performance.now()
    const { key: address } = toRender
    const find = (key: CacheKey) =>
      this.#cache.get(key, () => this.#renderer.render({ ...toRender, key }), started)
    let cached = await find(address)
    if (variesByNavigation(cached.response) && !isNavigation(request))
      cached = await find(inForm(address, 'in-place'))
    const { kind, source } = cached
    if (isHome && (kind !== 'page' || cached.response.status !== 200)) {
      const app = await this.#app(request, toRender.shell, address.page)
      const isMeant = kind === 'page' || kind === 'missing'
      return isMeant ? app : { ...app, headers: { ...app.headers, [APP_ALONE]: '1' } }
    }
    // The app names the files of one build.
    const cacheControl = isHome ? 'no-cache' : this.#cacheControl(cached)
    const bare = await cached.response.answer(request, cacheControl)
    const { addressTags } = this.#parts
    const response = addressTags && kind === 'page' ? addressTags(address, bare) : bare
    const { status } = response
    const { page, state } = address
    if (kind === 'shed') this.#countShed()
    else this.#answered(request, { page, state, status, source }, started)
    return response
  }

  #cacheControl({ kind, response, maxAge, age }: CacheAnswer): string {
    if (kind !== 'page') return 'no-store'
    return freshness(maxAge, age, staleTime(response, this.#parts.staleFor ?? 0))
  }

  #answered(
    { headers }: HandlerRequest,
    answer: Pick<Answered, 'page' | 'state' | 'status' | 'source'>,
    started: number,
  ): void {
    const time = performance.now() - started
    this.#observe({ type: 'answered', ...answer, time, ...requestedBy(headers) })
  }

  /** Reports refusals now and then: an event for each would cost more than the refusal. */
  #countShed(): void {
    this.#shed += 1
    const now = performance.now()
    if (now - this.#reportedAt < SHED_INTERVAL_MS) return
    const warning = `${this.#shed - this.#reported} requests were answered 503 since the last such line: their pages would have waited longer than half of "limits.deadline", or the queue is full. Add workers, or raise "limits.deadline" or "limits.queue"`
    this.#observe({ type: 'warning', state: '', warnings: [warning] })
    this.#reported = this.#shed
    this.#reportedAt = now
  }

  #broken({ target }: HandlerRequest, error: unknown): HandlerResponse {
    // Queries may contain tokens of a sign-in service.
    const [state = ''] = target.split('?', 1)
    const stack = error instanceof Error ? error.stack : undefined
    const warnings = [stack ?? 'something that is no Error was thrown']
    this.#observe({ type: 'warning', state, warnings })
    return textResponse(500, 'The snapshot could not be made.')
  }
}

/** The time in which refusals share a warning. */
const SHED_INTERVAL_MS = 10_000

type Answered = Extract<ServerEvent, { type: 'answered' }>

function requestedBy({ traceparent, 'user-agent': agent }: HandlerRequest['headers']) {
  const { traceId, parentId } = readTraceparent(traceparent) ?? {}
  return {
    ...(agent !== undefined && { userAgent: String(agent).slice(0, 200) }),
    ...(traceId && parentId && { traceId, parentId }),
  }
}

const READ_ONLY = textResponse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)
