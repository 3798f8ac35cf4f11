// Mounts a handler where requests and responses are those of the Fetch standard: Hono, h3, Workers of
// any make. In: a Request. Out: a Response, or undefined when the request is not the handler's.

import { type OnError, warn } from './node-adapter.ts'
import type { Handler } from './types.ts'

const BROKEN = { status: 500, headers: { 'cache-control': 'no-store' } } as const

/**
 * Makes a function of requests. It never rejects: what no Response can be made of is answered 500.
 *
 * @param onError Told why. Default: a line on standard error.
 */
export function toFetch(
  handler: Handler,
  onError: OnError = warn,
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
    // Made of Headers, which are checked: some servers put a Response of their own in the place of the platform's.
    return new Response(bare ? null : new Uint8Array(body), {
      status,
      headers: new Headers(headers),
    })
  }
  return (request) =>
    answer(request).catch((error) => {
      onError(error)
      return new Response('The answer could not be written.\n', BROKEN)
    })
}
