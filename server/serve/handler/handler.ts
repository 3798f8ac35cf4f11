// Handles a request: reads its address, calls the cache, renders, answers. The site and Vite's dev
// server call it. Absolute URLs have the configured origin, never a header's.

import { type Cache, type CacheAnswer, createCache } from '../../cache/cache.ts'
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
import { type AddressParts, RequestAddresses } from './addresses.ts'
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
  readonly #sheds = { count: 0, reported: 0, at: Number.NEGATIVE_INFINITY }

  constructor(parts: HandlerParts) {
    this.#parts = parts
    this.#observe = parts.observe ?? (() => undefined)
    this.#addresses = new RequestAddresses(parts)
    this.#renderer = new Renderer(parts)
    this.#cache = parts.cache ?? createCache({ bytes: 0, staleFor: 0 })
  }

  /** Requests that were refused because of overload. */
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
    const { maxAge = MAX_AGE_MS, staleFor = 0 } = this.#parts
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
    let app = this.#apps.get(shell)
    if (app === undefined) {
      const readable = this.#parts.pages.get(page)?.readable
      app = shellResponse(shell.html, readable?.home && readable.markdown)
      this.#apps.set(shell, app)
    }
    const response = await app.answer(request, 'no-cache')
    this.#answered(request, started, { page, state: null }, response, 'shell')
    return response
  }

  /** @param isHome The page is the app, even when its empty state fails. */
  async #snapshot(
    request: HandlerRequest,
    toRender: RenderRequest,
    isHome: boolean,
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
    const bare = await cached.response.answer(request, this.#cacheControl(cached, isHome))
    const { addressTags } = this.#parts
    const response = addressTags && kind === 'page' ? addressTags(address, bare) : bare
    if (kind === 'shed') this.#countShed()
    else this.#answered(request, started, address, response, source)
    return response
  }

  #cacheControl({ kind, response, maxAge, age }: CacheAnswer, isHome: boolean): string {
    // The app names the files of one build.
    if (isHome) return 'no-cache'
    if (kind !== 'page') return 'no-store'
    return freshness(maxAge, age, staleTime(response, this.#parts.staleFor ?? 0))
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

  /** Events would cost more than the refusals. */
  #countShed(): void {
    const sheds = this.#sheds
    sheds.count += 1
    const now = performance.now()
    if (now - sheds.at < SHED_INTERVAL_MS) return
    const warning = `${sheds.count - sheds.reported} requests were answered 503 since the last such line: their pages would have waited longer than half of "limits.deadline", or the queue is full. Add workers, or raise "limits.deadline" or "limits.queue"`
    this.#observe({ type: 'warning', state: '', warnings: [warning] })
    Object.assign(sheds, { reported: sheds.count, at: now })
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

/** Refusals in this time share a warning. */
const SHED_INTERVAL_MS = 10_000

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

const READ_ONLY = textResponse(405, 'This page can be read only: use GET or HEAD.', {
  allow: 'GET, HEAD',
})
const NOTHING = Buffer.alloc(0)
