// Responses of a server that keep the text of their heads: an answer from memory has the same fields again and again, and Node
// would check and join each of them for every request, which costs as much as all else that is done here for one. In: frozen lists
// of fields, as `writeHead` takes them. Out: responses that write what Node writes for the same list, by the text of the same second.
//
// All of `writeHead` but its last step is Node's own. A Node that does not take that step by this name keeps nothing, and is as right.

import { ServerResponse } from 'node:http'

/** What of Node's class its types do not name. */
interface Internals {
  _header: string | null
  _headerSent: boolean
  /** Whether the connection ends with it. */
  readonly _last: boolean
  readonly _removedConnection: boolean
  readonly maxRequestsOnConnectionReached: boolean
  _storeHeader(statusLine: string, headers: unknown): void
}

/** A head as it was written. */
interface Head {
  readonly statusLine: string
  /** Of its `Date`, which the text holds. */
  readonly second: number
  readonly text: string
}

const NodeResponse = ServerResponse as unknown as new (
  ...args: ConstructorParameters<typeof ServerResponse>
) => ServerResponse & Internals

/** Makes the class for one server: its settings are in the texts. */
export function keepHeads(): typeof ServerResponse {
  const heads = new WeakMap<object, Head>()

  class Response extends NodeResponse {
    override _storeHeader(statusLine: string, headers: unknown): void {
      // What a middleware has set before is one object for all fields, and no list.
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
      // Without a length it is the request that says how the body is framed.
      const isFramed = this.statusCode === 304 || headers.includes('content-length')
      if (text !== null && isFramed && !this._last && Object.isFrozen(headers))
        heads.set(headers, { statusLine, second, text })
    }
  }
  return Response as unknown as typeof ServerResponse
}

/** Whether nothing about the connection, and nobody else, has a say in the head. */
const isUsual = (response: ServerResponse & Internals): boolean =>
  response.shouldKeepAlive &&
  response.sendDate &&
  response.req.httpVersion === '1.1' &&
  !response._removedConnection &&
  !response.maxRequestsOnConnectionReached
