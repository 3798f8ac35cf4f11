// Adds `Server-Timing` and `Cache-Status` to a copy of the response. No `Age`: `max-age` is the
// remaining time already (RFC 9111, 4.2.3). https://www.w3.org/TR/server-timing/,
// https://www.rfc-editor.org/rfc/rfc9211

import type { Served } from '../../cache/cached-response.ts'
import type { HandlerResponse } from '../../http/types.ts'
import type { Source } from '../../observe/events.ts'

const STATUS: Readonly<Record<Source, string>> = {
  hit: 'hit',
  stale: 'hit; detail=stale',
  negative: 'hit; detail=negative',
  shared: 'hit; detail=tier',
  waited: 'fwd=miss; collapsed',
  rendered: 'fwd=miss',
}

/** @param isKept Whether the cache may store the snapshot. */
function cacheStatus({ source, kind, maxAge, age }: Served, isKept: boolean): string {
  const isMade = source === 'rendered' || source === 'waited'
  const isPage = kind === 'page' && maxAge > 0
  const stored = isMade && isPage && isKept ? '; stored' : ''
  // Without a page, the time belongs to the cache. Negative: stale for this long.
  const ttl = isPage && isKept ? `; ttl=${Math.floor((maxAge - age) / 1000)}` : ''
  return `hashbang; ${STATUS[source]}${stored}${ttl}`
}

/** @param served Undefined for the app itself, which is not cached. @param time In ms. */
export function withTrace(
  response: HandlerResponse,
  served: Served | undefined,
  time: number,
  isKept: boolean,
): HandlerResponse {
  const headers = {
    ...response.headers,
    ...(served ? { 'cache-status': cacheStatus(served, isKept) } : {}),
    'server-timing': `hashbang;desc=${served?.source ?? 'shell'};dur=${time.toFixed(2)}`,
  }
  return { ...response, headers }
}
