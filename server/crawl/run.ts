// Crawls a site as the agreement asks: pretty URL -> ugly URL, robots.txt, sitemaps, links of snapshots.
// In: a URL of any site. Out: what was visited, and every breach of the agreement. Stays on the origin of
// the start, asks for each URL once, and ends: at the limit, at the depth, or when there is nothing more.
//
// Specification, "Role of the Search Engine Crawler".

import PQueue from 'p-queue'
import { withoutFragment } from '../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import { compareVisits, type Found } from './compare.ts'
import { type FragmentPrefix, fragmentsOf } from './fragments.ts'
import { type FetchOptions, USER_AGENT } from './http.ts'
import { crawledUrl } from './links.ts'
import { readListed } from './listed.ts'
import { createPlainVisitor, judgeReach, type Reach } from './plain.ts'
import { openReader, type Reader } from './reader.ts'
import { readRobots } from './robots-policy.ts'
import { createVisitor, type Visit } from './visit.ts'
import { written, writtenBreach } from './with-fragments.ts'

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
  /**
   * `scheme`: asks for states at their ugly URLs, and begins at what sitemaps list as well. `plain`: cuts fragments and follows
   * links only; what sitemaps list is what it should reach. Default: `scheme`.
   */
  readonly as?: 'scheme' | 'plain'
  /** What fragments of states begin with. Default: `#!`. */
  readonly fragments?: FragmentPrefix
  /** Told each visit as it is made. */
  readonly onVisit?: (visit: Visit) => void
}

/** Requests and threads of a crawl, so that tests can replace them. */
export interface CrawlMeans {
  /** Default: Node's own. */
  readonly fetch?: typeof fetch
  /** Default: one with a thread of its own. */
  readonly openReader?: (timeout: number) => Reader
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
  /** How many URLs were found and not visited, as the limit was reached; some may be counted twice then. */
  readonly left: number
  /** How much of what sitemaps list a plain reader came to. */
  readonly reach?: Reach
  /** Why nothing could be asked for: robots.txt could not be had. */
  readonly unreachable?: string
}

interface Lead {
  readonly url: string
  readonly from: string | undefined
  readonly depth: number
  readonly listed: boolean
}

/** How many URLs are remembered for each that may be visited, and how many characters of them in all. */
const KNOWN = 20
const KNOWN_LENGTH = 64 * 1024 * 1024

/**
 * Crawls.
 *
 * @throws {TypeError} When `start` is no http URL.
 */
export async function crawl(options: CrawlOptions, means: CrawlMeans = {}): Promise<CrawlReport> {
  const isPlain = options.as === 'plain'
  const fragments = fragmentsOf((!isPlain && options.fragments) || '#!')
  const read = (url: string) => crawledUrl(fragments.ofUrl(url))
  const start = startUrl(options.start, isPlain ? withoutFragment : read)
  const { origin } = new URL(start)
  const { userAgent = USER_AGENT, timeout, signal } = options
  const fetching: FetchOptions = { userAgent, timeout, signal, fetch: means.fetch }
  const robots = await readRobots(origin, fetching)
  const reader = (means.openReader ?? openReader)(timeout)
  const visit = isPlain
    ? createPlainVisitor(fetching, robots, reader)
    : createVisitor(fetching, robots, reader, { start, fragments })
  const entries: string[] = []
  const breaches: Breach[] = []
  if (robots.elsewhere) breaches.push(breach('robots-elsewhere', origin, robots.elsewhere))
  // By itself, so that a URL that many pages link to is one text.
  const seen = new Map<string, string>()
  const most = 1000 + options.limit * KNOWN
  let length = 0
  let left = 0
  let linksLength = 0
  // Links and listed URLs take turns, so that neither a long sitemap nor a wide page hides the other.
  const queues: [linked: Lead[], listed: Lead[]] = [[], []]
  const found: (Found | undefined)[] = []
  let blocked = 0
  let turn = 0

  const offer = (lead: Lead) => {
    if (seen.has(lead.url) || new URL(lead.url).origin !== origin || lead.depth > options.depth)
      return
    length += lead.url.length
    // An endless site is not remembered endlessly: there are more of these than may be visited.
    if (seen.size >= most || length > KNOWN_LENGTH) {
      left += 1
      return
    }
    seen.set(lead.url, lead.url)
    queues[lead.listed ? 1 : 0].push(lead)
  }

  const work = async (lead: Lead, place: number) => {
    const visited = await visit(lead.url)
    // What was broken off says nothing of the site.
    if (signal?.aborted && 'status' in visited && visited.status === 0) return
    if ('blocked' in visited) {
      blocked += 1
      if (lead.listed) breaches.push(breach('sitemap-blocked', lead.url))
      return
    }
    options.onVisit?.(written(visited, fragments))
    for (const url of visited.links)
      offer({ url, from: lead.url, depth: lead.depth + 1, listed: false })
    linksLength += visited.links.reduce((sum, url) => sum + url.length, 0)
    const links =
      linksLength > KNOWN_LENGTH
        ? visited.links.flatMap((url) => seen.get(url) ?? [])
        : visited.links.map((url) => seen.get(url) ?? url)
    found[place] = { visit: { ...visited, links }, from: lead.from, listed: lead.listed }
  }

  offer({ url: start, from: undefined, depth: 0, listed: false })
  const list = (url: string, from: string) =>
    isPlain ? void entries.push(url) : offer({ url, from, depth: 0, listed: true })
  breaches.push(...(await readListed(robots, origin, fetching, options.limit, { list, fragments })))
  const queue = new PQueue({ concurrency: options.concurrency })
  let broken: { readonly error: unknown } | undefined
  for (let places = 0; !broken; ) {
    const waiting = queues[turn % 2]?.length ? queues[turn % 2] : queues[(turn + 1) % 2]
    const isFull = places - blocked >= options.limit || signal?.aborted
    const lead = isFull ? undefined : waiting?.shift()
    if (lead === undefined && queue.pending === 0) break
    if (lead !== undefined) {
      turn += 1
      const place = places++
      queue
        .add(() => work(lead, place))
        .catch((error: unknown) => {
          broken ??= { error }
        })
    }
    // What is read now may lead to what is to be read next.
    if (lead === undefined || queue.pending >= options.concurrency)
      await new Promise<void>((resolve) => queue.once('next', () => resolve()))
  }
  await queue.onIdle()
  await reader.close()
  if (broken) throw broken.error
  const visited = found.filter((item) => item !== undefined)
  const notYet = left + queues[0].length + queues[1].length
  const there = visited.filter(({ visit }) => visit.status === 200).map(({ visit }) => visit.url)
  const { breaches: missed, ...reach } = judgeReach(entries, new Set(there), notYet === 0)
  return {
    ...(isPlain && { reach }),
    visits: visited.map((item) => written(item.visit, fragments)),
    breaches: [
      ...breaches,
      ...visited.flatMap((item) => item.visit.breaches),
      ...compareVisits(visited),
      ...missed,
    ].map((one) => writtenBreach(one, fragments)),
    optedOut: robots.optedOut,
    blocked,
    left: notYet,
    ...(robots.missing && { unreachable: robots.missing.reason }),
  }
}

function startUrl(text: string, read: (url: string) => string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return read(new URL(text).href)
  throw new TypeError(`Cannot crawl "${text}": expected a URL such as "https://example.com/"`)
}
