// Caches the text of response heads. Answers from memory repeat the same fields, and Node's
// checking and joining would cost as much as the rest of the request. Takes frozen lists of fields,
// as `writeHead` does, and writes the same text as Node.
//
// Only the last step of `writeHead` is replaced. On a Node without that step nothing is cached, and
// answers stay correct.

import { ServerResponse } from 'node:http'

/** Parts of Node's class that its types lack. */
interface Internals {
  _header: string | null
  _headerSent: boolean
  /** Whether the connection ends with it. */
  readonly _last: boolean
  readonly _removedConnection: boolean
  readonly maxRequestsOnConnectionReached: boolean
  _storeHeader(statusLine: string, headers: unknown): void
}

/** A written head. */
interface Head {
  readonly statusLine: string
  /** The second of its `Date`. */
  readonly second: number
  readonly text: string
}

const NodeResponse = ServerResponse as unknown as new (
  ...args: ConstructorParameters<typeof ServerResponse>
) => ServerResponse & Internals

/** Creates the class for one server: the texts contain its settings. */
export function keepHeads(): typeof ServerResponse {
  const heads = new WeakMap<object, Head>()

  class Response extends NodeResponse {
    override _storeHeader(statusLine: string, headers: unknown): void {
      // Headers that a middleware has set before are an object, not a list.
      if (!Array.isArray(headers) || !isUsual(this)) {
        super._storeHeader(statusLine, headers)
        return
      }
      const second = Math.floor(Date.now() / 1000)
      const kept = heads.get(headers)
      if (kept?.second === second && kept.statusLine === statusLine) {
        this._header = kept.text
        this._headerSent = false
        return
      }
      super._storeHeader(statusLine, headers)
      const text = this._header
      // Without a length, the request decides the body's framing.
      const isFramed = this.statusCode === 304 || headers.includes('content-length')
      if (text !== null && isFramed && !this._last && Object.isFrozen(headers))
        heads.set(headers, { statusLine, second, text })
    }
  }
  return Response as unknown as typeof ServerResponse
}

/** Whether neither the connection nor other code changes the head. */
const isUsual = (response: ServerResponse & Internals): boolean =>
  response.shouldKeepAlive &&
  response.sendDate &&
  response.req.httpVersion === '1.1' &&
  !response._removedConnection &&
  !response.maxRequestsOnConnectionReached
