// Creates OpenTelemetry spans through the optional peer @opentelemetry/api, for the site. The
// operator registers an SDK with a context manager first.

import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import type { Handler, HandlerRequest, HandlerResponse } from '../../cache/response/http-values.ts'
import { ConfigError } from '../../site/check-settings.ts'
import {
  type Answer,
  type JobRequest,
  jobOutcome,
  type Refusal,
} from '../../snapshot/pool/protocol.ts'
import type { Observer } from './events.ts'

export interface Tracing {
  /** In the caller's trace, below any active span, such as Express's. */
  handler(handler: Handler): Handler
  /** @param waiting Snapshots before this one. */
  render<T extends Answer | Refusal>(
    request: JobRequest,
    waiting: number,
    work: () => Promise<T>,
  ): Promise<T>
  tier<T>(name: string, work: () => Promise<T>): Promise<T>
  readonly observe: Observer
}

/** Without the setting `tracing`. */
export const UNTRACED: Tracing = {
  handler: (handler) => handler,
  render: (_request, _waiting, work) => work(),
  tier: (_name, work) => work(),
  observe: () => undefined,
}

type Api = typeof import('@opentelemetry/api')

/** @throws {ConfigError} Without @opentelemetry/api. */
export async function openTracing(): Promise<Tracing> {
  const api = await import('@opentelemetry/api').catch((error) => {
    const why =
      '"tracing" is true, which needs @opentelemetry/api: run npm install @opentelemetry/api'
    throw new ConfigError(why, { cause: error })
  })
  return new OpenTelemetry(api)
}

class OpenTelemetry implements Tracing {
  readonly #api: Api
  readonly #tracer: Tracer

  constructor(api: Api) {
    this.#api = api
    this.#tracer = api.trace.getTracer('hashbang-router')
  }

  handler(handler: Handler): Handler {
    return (request) => this.#traced(request, handler)
  }

  render<T extends Answer | Refusal>(
    { page, state }: JobRequest,
    waiting: number,
    work: () => Promise<T>,
  ): Promise<T> {
    const attributes = {
      'hashbang.page': page,
      'hashbang.state': state,
      'hashbang.queue': waiting,
    }
    return this.#step('hashbang.render', attributes, work, (result) => ({
      'hashbang.outcome': jobOutcome(result),
    }))
  }

  tier<T>(name: string, work: () => Promise<T>): Promise<T> {
    return this.#step('hashbang.tier', { 'hashbang.tier': name }, work, (page) => ({
      'hashbang.hit': page !== undefined,
    }))
  }

  readonly observe: Observer = (event) => {
    if (event.type !== 'answered') return
    this.#api.trace.getActiveSpan()?.setAttributes({
      'hashbang.page': event.page,
      'hashbang.source': event.source,
      ...(event.state === null ? {} : { 'hashbang.state': event.state }),
    })
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
        // Null passes to another handler. Only ended spans are exported.
        if (response === null) return
        span.setAttribute('http.response.status_code', response.status)
        if (response.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }),
    )
  }

  #step<T>(
    name: string,
    attributes: Attributes,
    work: () => Promise<T>,
    outcome: (value: T) => Attributes,
  ): Promise<T> {
    return this.#tracer.startActiveSpan(name, { attributes }, (span) =>
      this.#finish(span, work(), (value) => span.setAttributes(outcome(value)).end()),
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

export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string
  readonly parentId: string
  readonly isSampled: boolean
}

/** Later versions may append fields. */
const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Of an untrusted `traceparent` header; undefined when invalid, as when it is repeated.
 * https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(value: unknown): TraceContext | undefined {
  if (typeof value !== 'string' || value.length > 512) return undefined
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(value) ?? []
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined))
    return undefined
  if (/^0+$/.test(traceId) || /^0+$/.test(parentId)) return undefined
  return { traceId, parentId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
