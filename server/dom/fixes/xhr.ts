/**
 * Implements XMLHttpRequest with `fetch`, so the page's allowed origins and its end apply to it.
 * Synchronous requests fail: they would block the process.
 * happy-dom has its own network code and other events: capricorn86/happy-dom#2290, #2292.
 */
import { HappyDOM } from '#happy-dom'
import { wholeBody } from '../../diagnostics/runtime/whole-body.ts'
import { type InnerWindow, S } from '../internals.ts'
import { baseUrl } from '../isolation/network.ts'
import { waitFor } from '../isolation/pending.ts'
import { inRender } from '../isolation/timers.ts'

const TYPES = new Set(['', 'arraybuffer', 'blob', 'document', 'json', 'text'])
const [UNSENT, OPENED, HEADERS_RECEIVED, LOADING, DONE] = [0, 1, 2, 3, 4] as const

const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const NORMAL = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/i

type Outcome = 'load' | 'error' | 'abort' | 'timeout'

interface PreparedRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly controller: AbortController
}

class XMLHttpRequestEventTarget extends HappyDOM.EventTarget {}
class XMLHttpRequestUpload extends XMLHttpRequestEventTarget {}

class XMLHttpRequest extends XMLHttpRequestEventTarget {
  readonly upload = new XMLHttpRequestUpload()
  /** No effect: a snapshot belongs to no user and sends no cookies. */
  withCredentials = false
  timeout = 0
  #state: number = UNSENT
  #request: PreparedRequest | undefined
  #isSent = false
  #type: XMLHttpRequestResponseType = ''
  #mime = ''
  #response: Response | undefined
  #bytes: Uint8Array = new Uint8Array()
  #converted: unknown

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
    return (this.#response?.url || (this.#response && this.#request?.url) || '').replace(/#.*/, '')
  }
  get responseType(): XMLHttpRequestResponseType {
    return this.#type
  }
  set responseType(type: XMLHttpRequestResponseType) {
    this.#checkUnread("set the 'responseType' property")
    if (TYPES.has(type)) this.#type = type
  }
  get responseText(): string {
    if (this.#type !== '' && this.#type !== 'text') {
      throw refusal(
        'InvalidStateError',
        "read the 'responseText' property",
        `The value is only accessible if the object's 'responseType' is '' or 'text' (was '${this.#type}').`,
      )
    }
    return this.#state < LOADING ? '' : textOf(this.#bytes, this.#contentType)
  }
  get response(): unknown {
    if (this.#type === '' || this.#type === 'text') return this.responseText
    return this.#convertTo(this.#type)
  }
  get responseXML(): unknown {
    const isDocument =
      this.#type === 'document' || (this.#type === '' && /xml/.test(this.#contentType))
    return isDocument ? this.#convertTo('document') : null
  }
  get #contentType(): string {
    return this.#mime || (this.#response?.headers.get('content-type') ?? 'text/xml')
  }

  open(method: string, url: string | URL, isAsync: unknown = true): void {
    const request = prepareRequest(method, String(url), Boolean(isAsync))
    this.#request?.controller.abort()
    this.#clearResponse()
    this.#request = request
    this.#isSent = false
    if (this.#state !== OPENED) this.#changeState(OPENED)
  }

  setRequestHeader(name: string, value: string): void {
    this.#checkOpened('setRequestHeader')
    if (!TOKEN.test(name)) {
      throw refusal(
        'SyntaxError',
        "execute 'setRequestHeader'",
        `'${name}' is not a valid HTTP header field name.`,
      )
    }
    this.#request?.headers.append(name, String(value).trim())
  }

  overrideMimeType(mime: string): void {
    this.#checkUnread("execute 'overrideMimeType'")
    this.#mime = String(mime)
  }

  getResponseHeader(name: string): string | null {
    return this.#response?.headers.get(name) ?? null
  }

  getAllResponseHeaders(): string {
    const headers = [...(this.#response?.headers ?? [])]
    return headers
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .sort()
      .join('')
  }

  send(body: XMLHttpRequestBodyInit | Document | null = null): void {
    this.#checkOpened('send')
    const request = this.#request
    if (!request) throw notOpened('send')
    this.#isSent = true
    const hasBody = body !== null && !/^(?:GET|HEAD)$/.test(request.method)
    this.#dispatch(this, 'loadstart')
    if (hasBody) this.#dispatch(this.upload, 'loadstart')
    const exchange = this.#exchange(request, hasBody ? requestBody(body) : null)
    if (inRender()) waitFor(`a request of ${request.url}`, exchange, 'read')
  }

  abort(): void {
    const request = this.#request
    request?.controller.abort()
    if (request && this.#isSent && this.#state !== DONE) this.#end('abort')
    if (this.#state === DONE) this.#state = UNSENT
    this.#request = undefined
  }

  async #exchange(request: PreparedRequest, body: BodyInit | null): Promise<void> {
    const { method, url, headers, controller } = request
    const { signal } = controller
    const isCurrent = () => this.#request === request && !signal.aborted
    const timer =
      this.timeout > 0 ? setTimeout(() => this.#expire(request), this.timeout) : undefined
    try {
      const response = await fetch(url, { method, headers, body, signal })
      if (!isCurrent()) return
      this.#response = response
      if (body !== null)
        for (const type of ['progress', 'load', 'loadend']) this.#dispatch(this.upload, type)
      this.#changeState(HEADERS_RECEIVED)
      const bytes = wholeBody(response) ?? new Uint8Array(await response.arrayBuffer())
      if (!isCurrent()) return
      this.#bytes = bytes
      if (bytes.length > 0) this.#changeState(LOADING)
      this.#end('load')
    } catch {
      if (isCurrent()) this.#end('error')
    } finally {
      clearTimeout(timer)
    }
  }

  #expire(request: PreparedRequest): void {
    if (this.#request !== request || this.#state === DONE) return
    this.#end('timeout')
    request.controller.abort()
  }

  #end(outcome: Outcome): void {
    this.#isSent = false
    if (outcome === 'load') this.#dispatch(this, 'progress')
    else this.#clearResponse()
    this.#changeState(DONE)
    this.#dispatch(this, outcome)
    this.#dispatch(this, 'loadend')
  }

  #clearResponse(): void {
    this.#response = undefined
    this.#bytes = new Uint8Array()
    this.#converted = undefined
  }

  #convertTo(type: string): unknown {
    if (this.#state !== DONE || !this.#response) return null
    this.#converted ??= convertBody(type, this.#bytes, this.#contentType)
    return this.#converted
  }

  #checkOpened(method: string): void {
    if (this.#state !== OPENED || this.#isSent) throw notOpened(method)
  }

  #checkUnread(action: string): void {
    if (this.#state < LOADING) return
    throw refusal('InvalidStateError', action, 'The response is being read.')
  }

  #changeState(state: number): void {
    this.#state = state
    this.dispatchEvent(new this.#window.Event('readystatechange'))
  }

  #dispatch(target: EventTarget, type: string): void {
    const loaded = this.#bytes.length
    const length = Number(this.#response?.headers.get('content-length') ?? 0)
    const total = length === loaded ? loaded : 0
    const init = { lengthComputable: total > 0, loaded, total }
    target.dispatchEvent(new this.#window.ProgressEvent(type, init))
  }

  /** Pages can replace the globals of the same names. */
  get #window(): InnerWindow {
    return this[S.window]
  }
}

/** https://xhr.spec.whatwg.org/ */
export function installXmlHttpRequest(window: InnerWindow): void {
  Object.assign(window, { XMLHttpRequest, XMLHttpRequestUpload, XMLHttpRequestEventTarget })
}

const refusal = (name: string, action: string, reason: string): DOMException => {
  const { DOMException } = XMLHttpRequest.prototype[S.window]
  return new DOMException(`Failed to ${action} on 'XMLHttpRequest': ${reason}`, name)
}

const notOpened = (method: string): DOMException =>
  refusal('InvalidStateError', `execute '${method}'`, "The object's state must be OPENED.")

/** https://xhr.spec.whatwg.org/#the-open()-method */
function prepareRequest(method: string, url: string, isAsync: boolean): PreparedRequest {
  const refuse = (name: string, reason: string) => refusal(name, "execute 'open'", reason)
  if (!TOKEN.test(method)) throw refuse('SyntaxError', `'${method}' is not a valid HTTP method.`)
  if (FORBIDDEN.test(method)) throw refuse('SecurityError', `'${method}' is unsupported.`)
  const base = baseUrl()
  if (!URL.canParse(url, base)) throw refuse('SyntaxError', `Invalid URL ${url}`)
  if (!isAsync) {
    const reason =
      'a snapshot cannot wait for a request without stopping all others: send it asynchronously'
    throw refuse('InvalidAccessError', `${method} ${url} is synchronous, and ${reason}.`)
  }
  return {
    method: NORMAL.test(method) ? method.toUpperCase() : method,
    url: new URL(url, base).href,
    headers: new Headers(),
    controller: new AbortController(),
  }
}

const requestBody = (body: XMLHttpRequestBodyInit | Document): BodyInit =>
  body instanceof Document ? body.documentElement.outerHTML : body

function textOf(bytes: Uint8Array, contentType: string): string {
  const charset = /;\s*charset="?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Null: the bytes do not fit the type. https://xhr.spec.whatwg.org/#response */
function convertBody(type: string, bytes: Uint8Array, contentType: string): unknown {
  switch (type) {
    case 'json':
      return jsonOf(bytes)
    case 'arraybuffer':
      return bytes.slice().buffer
    case 'blob':
      return new Blob([bytes.slice()], { type: contentType })
    case 'document':
      return documentOf(textOf(bytes, contentType), contentType)
    default:
      return textOf(bytes, contentType)
  }
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

function documentOf(source: string, contentType: string): Document | null {
  const type = /^[^;]*/.exec(contentType)?.[0].trim().toLowerCase() ?? ''
  const isHtml = type === 'text/html'
  if (!isHtml && !/\bxml\b/.test(type)) return null
  const document = new DOMParser().parseFromString(source, isHtml ? type : 'application/xml')
  document[S.contentType] = type
  return document.querySelector('parsererror') ? null : document
}
