// Restricts `fetch` of loaders and views to the site's origin and others on a list, redirects
// included. Sends no cookies. `data:` and `blob:` URLs need no request.
// https://fetch.spec.whatwg.org/#fetch-method

import { diagnosis } from '../../diagnostics/diagnosis.ts'
import { responseAt } from '../../diagnostics/runtime/whole-body.ts'

const MAX_REDIRECTS = 10
const LOCAL = ['data:', 'blob:']
const CREDENTIALS = ['cookie', 'authorization', 'proxy-authorization']

export interface AllowedOptions {
  /** Names the fetching code in messages. Default: a snapshot. */
  readonly who?: string
  /** Receives other origins, which then pass. Default: they are refused. */
  readonly onForeign?: ((origin: string) => void) | undefined
  /** Explains a request without an answer. Default: the error of Node's `fetch`. */
  readonly explain?: ((url: string, error: unknown) => unknown) | undefined
}

/** @param base Relative URLs start from it, and its origin is allowed. */
export function allowedFetch(
  send: typeof fetch,
  base: string,
  allow: ReadonlySet<string>,
  { who = 'a snapshot', onForeign, explain = (_, error) => error }: AllowedOptions = {},
): typeof fetch {
  const ownOrigin = new URL(base).origin

  function check(url: URL): void {
    if (url.origin === ownOrigin || allow.has(url.origin)) return
    if (!onForeign) throw new TypeError(diagnosis('HB117', url.href, who, url.origin))
    onForeign(url.origin)
  }

  return async (input, init) => {
    const resource =
      typeof input === 'string' || input instanceof URL ? new URL(input, base) : input
    let request = new Request(resource, init)
    if (LOCAL.includes(new URL(request.url).protocol)) return send(request)
    const { redirect } = request
    // Node frees a Request before its response, and the signals derived from it then stop.
    const signal = init?.signal ?? (resource instanceof Request ? resource.signal : undefined)
    request.headers.delete('cookie')
    for (let count = 0; ; count++) {
      check(new URL(request.url))
      const sent = new Request(request, { redirect: 'manual' })
      const response = await send(sent, signal && { signal }).catch((error: unknown) => {
        throw explain(sent.url, error)
      })
      const location = response.status >= 300 && response.headers.get('location')
      if (!location || response.status === 304 || redirect === 'manual')
        return count > 0 ? responseAt(response, { redirected: true }) : response
      await response.body?.cancel()
      if (redirect === 'error') throw new TypeError(`${request.url} redirects, which it must not`)
      if (count === MAX_REDIRECTS)
        throw new TypeError(`${request.url} redirects more than ${MAX_REDIRECTS} times`)
      request = redirected(request, response.status, new URL(location, request.url))
    }
  }
}

function redirected(from: Request, status: number, url: URL): Request {
  const { method, signal } = from
  const reads = method === 'GET' || method === 'HEAD'
  if (!reads && (status === 307 || status === 308))
    throw new TypeError(`${from.url} redirects a ${method}, whose body cannot be sent again`)
  const headers = new Headers(from.headers)
  if (url.origin !== new URL(from.url).origin) for (const name of CREDENTIALS) headers.delete(name)
  return new Request(url, { method: method === 'HEAD' ? 'HEAD' : 'GET', headers, signal })
}
