// Mounts a handler where requests and responses are those of the Fetch standard: Hono, h3, Workers of
// any make. In: a Request. Out: a Response, or undefined when the request is not the handler's.

import type { Handler } from './message.ts'

/** Makes a function of requests. */
export function toFetch(handler: Handler): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const response = await handler({
      method: request.method,
      target: pathname + search,
      headers: Object.fromEntries(request.headers),
    })
    if (response === null) return undefined
    const { status, headers, body } = response
    const bare = request.method === 'HEAD' || status === 304 || body.length === 0
    return new Response(bare ? null : new Uint8Array(body), { status, headers })
  }
}
