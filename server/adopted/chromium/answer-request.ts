// Answers a page's requests in Chromium, for site-browser.ts: its HTML, its own and allowed
// origins. Other requests are refused and noted. No cookies: a snapshot is the same for everyone.

import type { Route } from './launch.ts'

export interface Answers {
  /** Absolute, without a fragment. */
  readonly pageUrl: string
  readonly html: string
  /** Rejects for other origins. */
  readonly fetch: typeof fetch
  readonly isAllowed: (origin: string) => boolean
  readonly signal: AbortSignal
}

export interface PageTraffic {
  /** With the first URL of each. */
  readonly leftOut: Map<string, string>
  loads: number
  away: string | undefined
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

/** @param isMain For the page's document, not a frame's. */
export async function answerRequest(
  route: Route,
  isMain: boolean,
  { pageUrl, html, fetch, isAllowed, signal }: Answers,
  traffic: PageTraffic,
): Promise<void> {
  const request = route.request()
  const url = request.url()
  const { origin } = new URL(url)
  if (isMain) {
    if (url.split('#')[0] !== pageUrl) {
      traffic.away ??= url
      return route.abort('aborted')
    }
    traffic.loads += 1
    if (traffic.loads > MOST_LOADS) return route.abort('aborted')
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
  }
  if (!isAllowed(origin)) {
    if (traffic.leftOut.size < MOST_NOTED && !traffic.leftOut.has(origin))
      traffic.leftOut.set(origin, url)
    return route.abort('blockedbyclient')
  }
  const isScript = request.resourceType() === 'script'
  const answer = await send(route, fetch, signal).catch((error: unknown) => String(error))
  if (isScript && (typeof answer === 'string' || answer.status >= 400)) {
    const why =
      typeof answer === 'string' ? `cannot be loaded: ${answer}` : `returns status ${answer.status}`
    if (traffic.missing.length < MOST_NOTED) traffic.missing.push(`${url} ${why}`)
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
