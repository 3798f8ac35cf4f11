// How an answer came to be, in its headers. In: an answer, and what the cache gave for it. Out: the same with `Server-Timing` and
// `Cache-Status`. Changes no answer that others may be given, too.
//
// No `Age`: what `Cache-Control` says is what is left of a page's time, and who adds an age to that counts it twice (RFC 9111, 4.2.3).
//
// https://www.w3.org/TR/server-timing/, https://www.rfc-editor.org/rfc/rfc9211

import type { Served } from '../cache/cached-response.ts'
import type { HandlerResponse } from '../http/types.ts'
import type { Source } from '../observe/events.ts'

const STATUS: Readonly<Record<Source, string>> = {
  hit: 'hit',
  stale: 'hit; detail=stale',
  negative: 'hit; detail=negative',
  shared: 'hit; detail=tier',
  waited: 'fwd=miss; collapsed',
  rendered: 'fwd=miss',
}

/** How it was answered, as the header has it. @param isKept Whether the cache may keep what was made for it. */
function cacheStatus({ source, kind, maxAge, age }: Served, isKept: boolean): string {
  const isMade = source === 'rendered' || source === 'waited'
  const isPage = kind === 'page' && maxAge > 0
  const stored = isMade && isPage && isKept ? '; stored' : ''
  // Of what is no page, the time is the cache's own. Below zero: for so long it has been stale.
  const ttl = isPage && isKept ? `; ttl=${Math.floor((maxAge - age) / 1000)}` : ''
  return `hashbang; ${STATUS[source]}${stored}${ttl}`
}

/**
 * Gives an answer with its trace.
 *
 * @param served Undefined for the app itself, which is in no cache.
 * @param time In ms.
 */
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
