/**
 * Validates the request of `open()` and throws the standard's exceptions.
 * https://xhr.spec.whatwg.org/#the-open()-method
 */
import { baseUrl } from '../../isolation/network.ts'

export interface XhrRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly stop: AbortController
}

export type Refuse = (name: string, doing: string, reason: string) => never

const FORBIDDEN = /^(?:CONNECT|TRACE|TRACK)$/i
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const NORMAL = /^(?:DELETE|GET|HEAD|OPTIONS|POST|PUT)$/i

export function askedFor(
  method: string,
  url: string,
  isAsync: boolean,
  refuse: Refuse,
): XhrRequest {
  const doing = "execute 'open'"
  if (!TOKEN.test(method)) refuse('SyntaxError', doing, `'${method}' is not a valid HTTP method.`)
  if (FORBIDDEN.test(method)) refuse('SecurityError', doing, `'${method}' is unsupported.`)
  const base = baseUrl()
  if (!URL.canParse(url, base)) refuse('SyntaxError', doing, `Invalid URL ${url}`)
  if (!isAsync) {
    const reason =
      'a snapshot cannot wait for a request without stopping all others: send it asynchronously'
    refuse('InvalidAccessError', doing, `${method} ${url} is synchronous, and ${reason}.`)
  }
  return {
    method: NORMAL.test(method) ? method.toUpperCase() : method,
    url: new URL(url, base).href,
    headers: new Headers(),
    stop: new AbortController(),
  }
}

export function checkHeader(name: string, refuse: Refuse): void {
  if (TOKEN.test(name)) return
  refuse(
    'SyntaxError',
    "execute 'setRequestHeader'",
    `'${name}' is not a valid HTTP header field name.`,
  )
}
