// Answers a page's requests in Chromium: its HTML, its own and allowed origins. Other requests are
// refused and noted, and never leave this machine. No cookies: a snapshot is the same for everyone.

import type { Route } from './launch.ts'

export interface Answers {
  /** The page, absolute and without a fragment, and its HTML. */
  readonly pageUrl: string
  readonly html: string
  /** Fetches from allowed origins; rejects for others. */
  readonly fetch: typeof fetch
  readonly isAllowed: (origin: string) => boolean
  readonly signal: AbortSignal
}

export interface PageTraffic {
  /** Origins that were not requested, each with its first URL. */
  readonly leftOut: Map<string, string>
  loads: number
  away: string | undefined
  /** Its own scripts that could not be loaded. */
  readonly missing: string[]
}

const MOST_NOTED = 50

/** A page that reloads more often never ends. */
export const MOST_LOADS = 5

/** Headers of one connection or one user. */
const OWN = new Set(
  'connection content-encoding content-length keep-alive set-cookie transfer-encoding'.split(' '),
)
const OF_BROWSER = new Set('cookie host connection accept-encoding origin referer'.split(' '))

/** Answers one request. @param isMain Whether it is for the page's document, not a frame's. */
export async function answerRequest(
  route: Route,
  isMain: boolean,
  { pageUrl, html, fetch, isAllowed, signal }: Answers,
  asked: PageTraffic,
): Promise<void> {
  const request = route.request()
  const url = request.url()
  const { origin } = new URL(url)
  if (isMain) {
    if (url.split('#')[0] !== pageUrl) {
      asked.away ??= url
      return route.abort('aborted')
    }
    asked.loads += 1
    if (asked.loads > MOST_LOADS) return route.abort('aborted')
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
  }
  if (!isAllowed(origin)) {
    if (asked.leftOut.size < MOST_NOTED && !asked.leftOut.has(origin))
      asked.leftOut.set(origin, url)
    return route.abort('blockedbyclient')
  }
  const isScript = request.resourceType() === 'script'
  const answer = await send(route, fetch, signal).catch((error: unknown) => String(error))
  if (isScript && (typeof answer === 'string' || answer.status >= 400)) {
    const why =
      typeof answer === 'string' ? `cannot be loaded: ${answer}` : `returns status ${answer.status}`
    if (asked.missing.length < MOST_NOTED) asked.missing.push(`${url} ${why}`)
  }
  return typeof answer === 'string' ? route.abort('failed') : route.fulfill(answer)
}

async function send(route: Route, fetch: typeof globalThis.fetch, signal: AbortSignal) {
  const request = route.request()
  const method = request.method()
  const sent = Object.entries(request.headers()).filter(
    ([name]) => !OF_BROWSER.has(name) && !name.startsWith(':') && !name.startsWith('sec-'),
  )
  const data = method === 'GET' || method === 'HEAD' ? null : request.postDataBuffer()
  const body = data && new Uint8Array(data)
  const response = await fetch(request.url(), {
    method,
    headers: Object.fromEntries(sent),
    body,
    signal,
  })
  const headers = [...response.headers].filter(([name]) => !OWN.has(name))
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
