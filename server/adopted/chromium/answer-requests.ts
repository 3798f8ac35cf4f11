// Answers a page's requests in Chromium, for site-browser.ts: its HTML, its own and allowed
// origins. Other requests are refused and noted. No cookies: a snapshot is the same for everyone.

import type { Job } from '../../snapshot/pool/protocol.ts'
import type { OpenContext } from './browser-contexts.ts'
import type { Frame, Request, Route } from './launch.ts'

export interface SiteAccess {
  /** Rejects forbidden requests. */
  readonly fetch: (pageUrl: string) => typeof fetch
  readonly isAllowed: (origin: string) => boolean
}

export class PageTraffic {
  /** Refused origins, with the first URL of each. */
  readonly leftOut = new Map<string, string>()
  loads = 0
  /** Where the page wanted to go. */
  away: string | undefined
  /** Scripts that could not be loaded, with the reason. */
  readonly missing: string[] = []
}

const MOST_NOTED = 50

/** A page that reloads more often never ends. */
export const MOST_LOADS = 5

/** Headers of one connection or one user. */
const OWN = new Set(
  'connection content-encoding content-length keep-alive set-cookie transfer-encoding'.split(' '),
)
const OF_BROWSER = new Set('cookie host connection accept-encoding origin referer'.split(' '))

/** Answers no window that the page opens. @param traffic Receives what the page requests. */
export async function answerRequests(
  { page, context }: OpenContext,
  job: Job,
  { fetch, isAllowed }: SiteAccess,
  traffic: PageTraffic,
): Promise<void> {
  const ended = new AbortController()
  context.once('close', () => ended.abort())
  const ofPage = fetch(job.url)
  const untilEnd: typeof ofPage = (url, init) => ofPage(url, { ...init, signal: ended.signal })
  const answer = async (route: Route): Promise<void> => {
    const request = route.request()
    const frame = frameOf(request)
    // A window opened by the page is never rendered.
    if (frame?.page() !== page) return route.abort('aborted')
    if (request.isNavigationRequest() && frame === page.mainFrame())
      return answerMain(route, job, traffic)
    return isAllowed(new URL(request.url()).origin)
      ? answerAllowed(route, untilEnd, traffic)
      : refuse(route, traffic)
  }
  await context.route(
    () => true,
    // The page may close before the response.
    (route) => answer(route).catch(() => undefined),
  )
}

/** The frame of a request. A window that is opening has none. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}

function answerMain(route: Route, job: Job, traffic: PageTraffic): Promise<void> {
  const url = route.request().url()
  if (url.split('#')[0] !== job.url) {
    traffic.away ??= url
    return route.abort('aborted')
  }
  traffic.loads += 1
  if (traffic.loads > MOST_LOADS) return route.abort('aborted')
  return route.fulfill({ contentType: 'text/html; charset=utf-8', body: job.shell ?? '' })
}

function refuse(route: Route, { leftOut }: PageTraffic): Promise<void> {
  const url = route.request().url()
  const { origin } = new URL(url)
  if (leftOut.size < MOST_NOTED && !leftOut.has(origin)) leftOut.set(origin, url)
  return route.abort('blockedbyclient')
}

async function answerAllowed(
  route: Route,
  fetch: typeof globalThis.fetch,
  { missing }: PageTraffic,
): Promise<void> {
  const request = route.request()
  const answer = await send(request, fetch).catch((error: unknown) => String(error))
  const isFailed = typeof answer === 'string'
  if (request.resourceType() === 'script' && (isFailed || answer.status >= 400)) {
    const why = isFailed ? `cannot be loaded: ${answer}` : `returns status ${answer.status}`
    if (missing.length < MOST_NOTED) missing.push(`${request.url()} ${why}`)
  }
  return isFailed ? route.abort('failed') : route.fulfill(answer)
}

async function send(request: Request, fetch: typeof globalThis.fetch) {
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
  })
  const headers = [...response.headers].filter(([name]) => !OWN.has(name))
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    body: Buffer.from(await response.arrayBuffer()),
  }
}
