/**
 * Implements XMLHttpRequest with the `fetch` of the job that sends it. The same origins are
 * allowed, settling waits for it, and it ends with the job.
 * Synchronous requests fail: they would block all pages of the worker.
 * https://xhr.spec.whatwg.org/
 * happy-dom has its own network code and other events: capricorn86/happy-dom#2290, #2292.
 */
import { wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { defineHandlers } from '../handler-properties.ts'
import type { InnerWindow } from '../internals.ts'
import { waitFor } from '../isolation/pending.ts'
import { inRender } from '../isolation/timers.ts'
import { askedFor, checkHeader, type Refuse, type XhrRequest } from './xhr/asked.ts'
import { requestBody, responseOf, textOf } from './xhr/bodies.ts'

const TYPES = new Set(['', 'arraybuffer', 'blob', 'document', 'json', 'text'])
const EVENTS = ['loadstart', 'progress', 'abort', 'error', 'load', 'timeout', 'loadend'] as const
const [UNSENT, OPENED, HEADERS, LOADING, DONE] = [0, 1, 2, 3, 4]

type Outcome = 'load' | 'error' | 'abort' | 'timeout'

export function installXmlHttpRequest(window: InnerWindow): void {
  const { EventTarget, DOMException } = window
  const states = { UNSENT, OPENED, HEADERS_RECEIVED: HEADERS, LOADING, DONE }
  const refuse: Refuse = (name, doing, reason) => {
    throw new DOMException(`Failed to ${doing} on 'XMLHttpRequest': ${reason}`, name)
  }

  class XMLHttpRequestEventTarget extends EventTarget {}
  class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {}

  class XMLHttpRequest extends XMLHttpRequestEventTarget {
    readonly upload = new XMLHttpRequestUpload()
    /** No effect: a snapshot belongs to no user and sends no cookies. */
    withCredentials = false
    timeout = 0
    #state = UNSENT
    #asked: XhrRequest | undefined
    #isSent = false
    #type: XMLHttpRequestResponseType = ''
    #mime = ''
    #response: Response | undefined
    #bytes: Uint8Array = new Uint8Array()
    #made: unknown

    get readyState(): number {
      return this.#state
    }
    get status(): number {
      return this.#response?.status ?? 0
    }
    get statusText(): string {
      return this.#response?.statusText ?? ''
    }
    get responseURL(): string {
      return (this.#response?.url || (this.#response && this.#asked?.url) || '').replace(/#.*/, '')
    }
    get responseType(): XMLHttpRequestResponseType {
      return this.#type
    }
    set responseType(type: XMLHttpRequestResponseType) {
      if (this.#state >= LOADING) {
        refuse(
          'InvalidStateError',
          "set the 'responseType' property",
          'The response is being read.',
        )
      }
      if (TYPES.has(type)) this.#type = type
    }
    get responseText(): string {
      if (this.#type !== '' && this.#type !== 'text') {
        refuse(
          'InvalidStateError',
          "read the 'responseText' property",
          `The value is only accessible if the object's 'responseType' is '' or 'text' (was '${this.#type}').`,
        )
      }
      return this.#state < LOADING ? '' : textOf(this.#bytes, this.#contentType)
    }
    get response(): unknown {
      if (this.#type === '' || this.#type === 'text') return this.responseText
      if (this.#state !== DONE || !this.#response) return null
      this.#made ??= responseOf(this.#type, this.#bytes, this.#contentType)
      return this.#made
    }
    get responseXML(): unknown {
      const isDocument =
        this.#type === 'document' || (this.#type === '' && /xml/.test(this.#contentType))
      if (!isDocument || this.#state !== DONE || !this.#response) return null
      this.#made ??= responseOf('document', this.#bytes, this.#contentType)
      return this.#made
    }
    get #contentType(): string {
      return this.#mime || (this.#response?.headers.get('content-type') ?? 'text/xml')
    }

    open(method: string, url: string | URL, isAsync: unknown = true): void {
      const request = askedFor(method, String(url), Boolean(isAsync), refuse)
      this.#asked?.stop.abort()
      this.#forget()
      this.#asked = request
      this.#isSent = false
      if (this.#state !== OPENED) this.#become(OPENED)
    }

    setRequestHeader(name: string, value: string): void {
      if (this.#state !== OPENED || this.#isSent) {
        refuse(
          'InvalidStateError',
          "execute 'setRequestHeader'",
          "The object's state must be OPENED.",
        )
      }
      checkHeader(name, refuse)
      this.#asked?.headers.append(name, String(value).trim())
    }

    overrideMimeType(mime: string): void {
      if (this.#state >= LOADING) {
        refuse('InvalidStateError', "execute 'overrideMimeType'", 'The response is being read.')
      }
      this.#mime = String(mime)
    }

    getResponseHeader(name: string): string | null {
      return this.#response?.headers.get(name) ?? null
    }

    getAllResponseHeaders(): string {
      const lines = [...(this.#response?.headers ?? [])].map(
        ([name, value]) => `${name}: ${value}\r\n`,
      )
      return lines.sort().join('')
    }

    send(body: XMLHttpRequestBodyInit | Document | null = null): void {
      const request = this.#asked
      if (this.#state !== OPENED || this.#isSent || !request) {
        refuse('InvalidStateError', "execute 'send'", "The object's state must be OPENED.")
        return
      }
      this.#isSent = true
      const hasBody = body !== null && !/^(?:GET|HEAD)$/.test(request.method)
      this.#tell(this, 'loadstart')
      if (hasBody) this.#tell(this.upload, 'loadstart')
      const run = this.#run(request, hasBody ? requestBody(body) : null)
      if (inRender()) waitFor(`a request of ${request.url}`, run, 'read')
    }

    abort(): void {
      const request = this.#asked
      request?.stop.abort()
      if (request && this.#isSent && this.#state !== DONE) this.#end('abort')
      if (this.#state === DONE) this.#state = UNSENT
      this.#asked = undefined
    }

    async #run(asked: XhrRequest, body: BodyInit | null): Promise<void> {
      const { method, url, headers, stop } = asked
      const isCurrent = () => this.#asked === asked && !stop.signal.aborted
      const timer =
        this.timeout > 0 ? setTimeout(() => this.#expire(asked), this.timeout) : undefined
      try {
        const init = { method, headers, body, signal: stop.signal }
        const response = await fetch(url, init)
        if (!isCurrent()) return
        this.#response = response
        if (body !== null)
          for (const type of ['progress', 'load', 'loadend']) this.#tell(this.upload, type)
        this.#become(HEADERS)
        const bytes = wholeBody(response) ?? new Uint8Array(await response.arrayBuffer())
        if (!isCurrent()) return
        this.#bytes = bytes
        if (bytes.length > 0) this.#become(LOADING)
        this.#end('load')
      } catch {
        if (isCurrent()) this.#end('error')
      } finally {
        clearTimeout(timer)
      }
    }

    #expire(asked: XhrRequest): void {
      if (this.#asked !== asked || this.#state === DONE) return
      this.#end('timeout')
      asked.stop.abort()
    }

    #end(outcome: Outcome): void {
      this.#isSent = false
      if (outcome !== 'load') this.#forget()
      if (outcome === 'load') this.#tell(this, 'progress')
      this.#become(DONE)
      this.#tell(this, outcome)
      this.#tell(this, 'loadend')
    }

    #forget(): void {
      this.#response = undefined
      this.#bytes = new Uint8Array()
      this.#made = undefined
    }

    #become(state: number): void {
      this.#state = state
      this.dispatchEvent(new window.Event('readystatechange'))
    }

    #tell(target: EventTarget, type: string): void {
      const loaded = this.#bytes.length
      const given = Number(this.#response?.headers.get('content-length') ?? 0)
      const total = given === loaded ? loaded : 0
      const init = { lengthComputable: total > 0, loaded, total }
      target.dispatchEvent(new window.ProgressEvent(type, init))
    }
  }

  Object.assign(XMLHttpRequest, states)
  Object.assign(XMLHttpRequest.prototype, states)
  defineHandlers(XMLHttpRequestEventTarget.prototype, EVENTS)
  defineHandlers(XMLHttpRequest.prototype, ['readystatechange'])
  Object.assign(window, { XMLHttpRequest, XMLHttpRequestUpload, XMLHttpRequestEventTarget })
}
