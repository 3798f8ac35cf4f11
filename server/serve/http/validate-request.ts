// Refuses invalid requests that Node's parser accepts. `node-server.ts` calls it.
// RFC 9112, 2.3 (version), 3.2 (target, Host), 6.1 (transfer codings)

import type { IncomingMessage } from 'node:http'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import { INVALID, isTarget } from './request-target.ts'

/** Ends the connection. */
export const CLOSE = { connection: 'close' }

/** Creates the check. */
export function admission(): (request: IncomingMessage) => HandlerResponse | undefined {
  // Clients repeat it.
  let inOrder: string | undefined
  return ({ method, url = '', httpVersion, headers, rawHeaders }) => {
    if (httpVersion !== '1.1' && httpVersion !== '1.0') {
      return textResponse(505, 'This HTTP version is not supported: use HTTP/1.1.', CLOSE)
    }
    const { host } = headers
    if (host === undefined ? httpVersion === '1.1' : hostsOf(rawHeaders) > 1) return BAD_HOST
    if (host !== undefined && host !== inOrder) {
      if (!isHost(host)) return BAD_HOST
      inOrder = host
    }
    const coding = headers['transfer-encoding']
    if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
      return textResponse(
        400,
        'This transfer coding is not supported: send the body plain or chunked.',
        CLOSE,
      )
    }
    if (method === 'OPTIONS' && url === '*') {
      return textResponse(405, 'This method is not allowed: use GET or HEAD.', {
        allow: 'GET, HEAD',
      })
    }
    return isTarget(url) ? undefined : INVALID
  }
}

const BAD_HOST = textResponse(
  400,
  'The request must have one Host header, of a host and maybe a port.',
  CLOSE,
)

const HOST = /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d_-]|\.(?!\.))*)(?::(\d{1,5}))?$/i

function isHost(host: string): boolean {
  const match = host.length <= 261 ? HOST.exec(host) : null
  return match !== null && Number(match[1] ?? 0) <= 65_535
}

/** Node drops all but the first. */
function hostsOf(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count
}
