// Mounts a handler in servers with Fetch's Request and Response: Hono, h3, Workers.

import type { Handler } from '../../cache/response/http-values.ts'
import { type OnError, warnOfError } from './node-adapter.ts'

const BROKEN = { status: 500, headers: { 'cache-control': 'no-store' } } as const

/**
 * Turns a handler into a function from a `Request` to a `Response`: undefined for requests of other
 * handlers. It never rejects: a failure is status 500.
 * @param onError Receives the error. Default: a line on standard error.
 */
export function toFetch(
  handler: Handler,
  onError: OnError = warnOfError,
): (request: Request) => Promise<Response | undefined> {
  const answer = async (request: Request) => {
    const { pathname, search } = new URL(request.url)
    const response = await handler({
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
    })
    if (response === null) return undefined
    const { status, headers, body } = response
    const bare = request.method === 'HEAD' || status === 304 || body.length === 0
    // Headers validate: some servers replace the platform's Response.
    return new Response(bare ? null : new Uint8Array(body), {
      status,
      headers: new Headers(headers),
    })
  }
  return (request) =>
    answer(request).catch((error) => {
      onError(error)
      return new Response('The response could not be sent: try again.\n', BROKEN)
    })
}
