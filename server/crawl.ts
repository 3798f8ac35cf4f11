// Crawls a site as the agreement asks: pretty URL -> ugly URL, robots.txt, sitemaps, links of snapshots.
// In: a URL of any site. Out: what was visited, and every breach of the agreement. Stays on the origin of
// the start, asks for each URL once, and ends: at the limit, at the depth, or when there is nothing more.
//
// Specification, "Role of the Search Engine Crawler".

import { fragmentOf, toPrettyUrl } from '../src/url.ts'
import { type Breach, breach } from './crawl/breaches.ts'
import { compareVisits, type Found } from './crawl/compare.ts'
import { type FetchOptions, USER_AGENT } from './crawl/http.ts'
import { isUgly, stateUrl } from './crawl/links.ts'
import { type Robots, readRobots } from './crawl/robots.ts'
import { readSitemaps } from './crawl/sitemaps.ts'
import { createVisitor, type Visit } from './crawl/visit.ts'

/** What to crawl and how far. */
export interface CrawlOptions {
  /** Where to begin. */
  readonly start: string
  /** How many URLs to visit. */
  readonly limit: number
  /** How many links away from the start, or from a sitemap. */
  readonly depth: number
  /** How many requests at a time. */
  readonly concurrency: number
  /** How many ms a request may take. */
  readonly timeout: number
  /** By which robots.txt knows the crawler. Default: `hashbang-crawl`. */
  readonly userAgent?: string
  readonly signal?: AbortSignal
  /** Told each visit as it is made. */
  readonly onVisit?: (visit: Visit) => void
}

/** What a crawl found. */
export interface CrawlReport {
  /** In the order of discovery. */
  readonly visits: readonly Visit[]
  readonly breaches: readonly Breach[]
  /** robots.txt forbids every ugly URL. */
  readonly optedOut: boolean
  /** How many URLs robots.txt kept the crawler from. */
  readonly blocked: number
  /** How many URLs were found and not visited, as the limit was reached. */
  readonly left: number
}

interface Lead {
  readonly url: string
  readonly from: string | undefined
  readonly depth: number
  readonly listed: boolean
}

/**
 * Crawls.
 *
 * @throws {TypeError} When `start` is no http URL.
 */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const start = startUrl(options.start)
  const { origin } = new URL(start)
  const { userAgent = USER_AGENT, timeout, signal } = options
  const fetching: FetchOptions = { userAgent, timeout, signal }
  const robots = await readRobots(origin, fetching)
  const visit = createVisitor(fetching, robots)
  const breaches: Breach[] = []
  const seen = new Set<string>()
  // Links and listed URLs take turns, so that neither a long sitemap nor a wide page hides the other.
  const queues: [linked: Lead[], listed: Lead[]] = [[], []]
  const found: (Found | undefined)[] = []
  let blocked = 0
  let turn = 0

  const offer = (lead: Lead) => {
    if (seen.has(lead.url) || new URL(lead.url).origin !== origin || lead.depth > options.depth)
      return
    seen.add(lead.url)
    queues[lead.listed ? 1 : 0].push(lead)
  }

  const work = async (lead: Lead, place: number) => {
    const visited = await visit(lead.url)
    if ('blocked' in visited) {
      blocked += 1
      if (lead.listed) breaches.push(breach('sitemap-blocked', lead.url))
      return
    }
    found[place] = { visit: visited, from: lead.from, listed: lead.listed }
    options.onVisit?.(visited)
    for (const url of visited.links)
      offer({ url, from: lead.url, depth: lead.depth + 1, listed: false })
  }

  offer({ url: start, from: undefined, depth: 0, listed: false })
  breaches.push(...(await readListed(robots, origin, fetching, options.limit, offer)))
  const running = new Set<Promise<void>>()
  for (let places = 0; ; ) {
    const waiting = queues[turn % 2]?.length ? queues[turn % 2] : queues[(turn + 1) % 2]
    const isFull = places - blocked >= options.limit || signal?.aborted
    const lead = isFull ? undefined : waiting?.shift()
    if (lead === undefined && running.size === 0) break
    if (lead !== undefined) {
      turn += 1
      const task = work(lead, places++).finally(() => running.delete(task))
      running.add(task)
    }
    if (lead === undefined || running.size >= options.concurrency) await Promise.race(running)
  }
  const visited = found.filter((item) => item !== undefined)
  return {
    visits: visited.map((item) => item.visit),
    breaches: [
      ...breaches,
      ...visited.flatMap((item) => item.visit.breaches),
      ...compareVisits(visited),
    ],
    optedOut: robots.optedOut,
    blocked,
    left: queues[0].length + queues[1].length,
  }
}

function startUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return stateUrl(new URL(text).href)
  throw new TypeError(`Cannot crawl "${text}": expected a URL such as "https://example.com/"`)
}

/** Reads as much of the sitemaps as may be visited. */
async function readListed(
  robots: Robots,
  origin: string,
  fetching: FetchOptions,
  limit: number,
  offer: (lead: Lead) => void,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  const named = robots.sitemaps.length > 0
  const listed = new Map<string, string>()
  for await (const item of readSitemaps(
    named ? robots.sitemaps : [`${origin}/sitemap.xml`],
    fetching,
  )) {
    if (item.type === 'unreadable') {
      // A sitemap that nobody has promised may be missing.
      if (named) breaches.push(breach('sitemap-unreadable', item.sitemap, item.reason))
      continue
    }
    const { url, sitemap } = item
    const code = !URL.canParse(url) ? undefined : isUgly(url) ? 'sitemap-ugly' : oddFragment(url)
    if (code !== undefined) breaches.push(breach(code, url, `listed by ${sitemap}`))
    const meant = URL.canParse(url) ? pageMeant(new URL(url).href) : undefined
    if (meant === undefined) continue
    const before = listed.get(meant)
    if (before !== undefined && before !== url) {
      breaches.push(breach('sitemap-mixed', url, `it is ${before} as well`))
    }
    listed.set(meant, before ?? url)
    offer({ url: meant, from: sitemap, depth: 0, listed: true })
    if (listed.size >= limit) break
  }
  return breaches
}

const oddFragment = (url: string): 'sitemap-fragment' | undefined =>
  /^#(?!!)./.test(fragmentOf(url)) ? 'sitemap-fragment' : undefined

/** The URL that a listed one stands for, whatever its form. */
function pageMeant(url: string): string {
  try {
    return stateUrl(toPrettyUrl(url) ?? url)
  } catch {
    return url
  }
}
