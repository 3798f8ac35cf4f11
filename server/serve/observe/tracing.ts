// Creates OpenTelemetry spans through the optional peer @opentelemetry/api, for the site. The
// operator registers an SDK with a context manager first.

import type { Span, Tracer } from '@opentelemetry/api'
import type { Handler, HandlerRequest, HandlerResponse } from '../../cache/response/http-values.ts'
import type { SharedPages } from '../../cache/shared-pages.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { PoolEvent } from '../../snapshot/pool/pool.ts'
import type { Job } from '../../snapshot/pool/protocol.ts'
import type { Observer } from './events.ts'

type Api = typeof import('@opentelemetry/api')

/** @throws {ConfigError} Without @opentelemetry/api. */
export async function openTracing(): Promise<Tracing> {
  const api = await import('@opentelemetry/api').catch((error) => {
    const why =
      '"tracing" is true, which needs @opentelemetry/api: run npm install @opentelemetry/api'
    throw new ConfigError(why, { cause: error })
  })
  return new Tracing(api)
}

export class Tracing {
  readonly #api: Api
  readonly #tracer: Tracer
  readonly #renders = new WeakMap<Job, Span>()

  constructor(api: Api) {
    this.#api = api
    this.#tracer = api.trace.getTracer('hashbang-router')
  }

  /** Adds spans to the caller's trace, below any active span, such as Express's. */
  handler(handler: Handler): Handler {
    return (request) => this.#traced(request, handler)
  }

  shared(shared: SharedPages): SharedPages {
    const options = { attributes: { 'hashbang.tier': shared.name } }
    const get: SharedPages['get'] = (address) =>
      this.#tracer.startActiveSpan('hashbang.tier', options, (span) =>
        this.#finish(span, shared.get(address), (page) =>
          span.setAttribute('hashbang.hit', page !== undefined).end(),
        ),
      )
    return { ...shared, get }
  }

  readonly observe: Observer = (event) => {
    if (event.type !== 'answered') return
    this.#api.trace.getActiveSpan()?.setAttributes({
      'hashbang.page': event.page,
      'hashbang.source': event.source,
      ...(event.state === null ? {} : { 'hashbang.state': event.state }),
    })
  }

  observePool(event: PoolEvent): void {
    if (event.type === 'queued') {
      const { page, state } = event.job
      const attributes = {
        'hashbang.page': page,
        'hashbang.state': state,
        'hashbang.queue': event.waiting,
      }
      // The active span, that of the request, is the parent.
      this.#renders.set(event.job, this.#tracer.startSpan('hashbang.render', { attributes }))
    } else if (event.type === 'rendered') {
      const span = this.#renders.get(event.job)
      span?.setAttribute('hashbang.outcome', event.result.type).end()
    }
  }

  #traced(request: HandlerRequest, handler: Handler): Promise<HandlerResponse | null> {
    const { context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = this.#api
    const active = context.active()
    const isWithin = trace.getSpan(active) !== undefined
    const caller = isWithin ? undefined : readTraceparent(request.headers.traceparent)
    const parent = caller
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: caller.traceId,
          spanId: caller.parentId,
          traceFlags: caller.isSampled ? 1 : 0,
          isRemote: true,
        })
      : active
    const [path] = request.target.split('?', 1)
    const options = {
      kind: isWithin ? SpanKind.INTERNAL : SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'url.path': path },
    }
    return this.#tracer.startActiveSpan('hashbang.answer', options, parent, (span) =>
      this.#finish(span, handler(request), (response) => {
        // Another handler answers: a span that does not end is not exported.
        if (response === null) return
        span.setAttribute('http.response.status_code', response.status)
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }),
    )
  }

  /** @param done Ends the span, as a failure does. */
  async #finish<T>(span: Span, work: Promise<T>, done: (value: T) => void): Promise<T> {
    try {
      const value = await work
      done(value)
      return value
    } catch (error) {
      span.setStatus({ code: this.#api.SpanStatusCode.ERROR, message: String(error) })
      span.end()
      throw error
    }
  }
}

// Later versions may append fields.
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Reads an untrusted `traceparent` header. @returns Undefined if it is invalid or repeated.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(value: unknown) {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(value) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
