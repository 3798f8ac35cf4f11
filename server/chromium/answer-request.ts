// Answers what a page in Chromium asks for. In: its requests, held by the browser. Out: the page's own HTML; what its own origin
// has, and other origins that are allowed, asked by this process and not by the browser; all else is refused and noted, and
// nothing of it leaves this machine. No cookies: a snapshot is the same for everyone.

import type { Route } from './launch.ts'

/** Where requests of one page go. */
export interface Answers {
  /** The page, absolute and without a fragment, and its HTML. */
  readonly pageUrl: string
  readonly html: string
  /** Asks whoever may be asked; rejects for others. */
  readonly fetch: typeof fetch
  readonly isAllowed: (origin: string) => boolean
  readonly signal: AbortSignal
}

/** What the requests of a page have shown. */
export interface Asked {
  /** Origins that were not asked, each with the first address. */
  readonly leftOut: Map<string, string>
  /** How often the page itself was asked for. */
  loads: number
  /** The other document that the page has gone to. */
  away: string | undefined
  /** Scripts of its own that could not be had. */
  readonly missing: string[]
}

const MOST_NOTED = 50

/** A page that loads itself anew more often does not end. */
export const MOST_LOADS = 5

/** Headers that are of one connection, or of one reader. */
const OWN = new Set(
  'connection content-encoding content-length keep-alive set-cookie transfer-encoding'.split(' '),
)
const OF_BROWSER = new Set('cookie host connection accept-encoding origin referer'.split(' '))

/** Answers one request. @param isMain Whether it is for the document of the page, and of no frame. */
export async function answerRequest(
  route: Route,
  isMain: boolean,
  { pageUrl, html, fetch, isAllowed, signal }: Answers,
  asked: Asked,
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
      typeof answer === 'string' ? `cannot be had: ${answer}` : `is answered ${answer.status}`
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
