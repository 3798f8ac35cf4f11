// Crawls one origin as the agreement requires and reports every breach. Specification, "Role of the
// Search Engine Crawler".

import PQueue from 'p-queue'
import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import type { FetchOptions } from '../../serve/http/bounded-get.ts'
import { readSitemaps } from '../../serve/listing/read-sitemaps.ts'
import { prettyOf, type StatePrefix } from '../../site/adopted-urls.ts'
import { type Breach, breach } from './breaches.ts'
import {
  type CrawlVisit,
  type CrawlVisitor,
  createPlainVisitor,
  createVisitor,
} from './crawl-visit.ts'
import { type CrawledVisit, compareVisits, judgeReach } from './judge-site.ts'
import { crawledUrl, isUglyUrl } from './links.ts'
import { readRobots } from './robots-policy.ts'
import { type CrawledStates, crawledStates } from './state-addresses.ts'

export interface CrawlOptions {
  /** An http URL. */
  readonly start: string
  readonly limit: number
  readonly concurrency: number
  readonly timeout: number
  readonly signal?: AbortSignal
  /** `plain` cuts fragments and follows only links. Default: `scheme`. */
  readonly as?: 'scheme' | 'plain'
  readonly fragments?: StatePrefix
  readonly onVisit?: (visit: CrawlVisit) => void
  readonly fetch?: typeof fetch
}

export type CrawlReport = Awaited<ReturnType<typeof crawl>>

export async function crawl(options: CrawlOptions) {
  const { limit, timeout, signal, fetch } = options
  const isPlain = options.as === 'plain'
  const states = crawledStates((!isPlain && options.fragments) || '#!')
  const { href } = new URL(options.start)
  const start = isPlain ? withoutFragment(href) : crawledUrl(states.ofUrl(href), states)
  const { origin } = new URL(start)
  const fetching: FetchOptions = { timeout, signal, fetch }
  const robots = await readRobots(origin, fetching)
  const visitor = isPlain
    ? createPlainVisitor(fetching, robots)
    : createVisitor(fetching, robots, start, states)
  const site = new Crawl(origin, visitor, options)
  if (robots.elsewhere) site.breaches.push(breach('robots-elsewhere', origin, robots.elsewhere))
  site.offer({ url: start, from: undefined, depth: 0, listed: false })
  const entries: string[] = []
  const list = (url: string, from: string) =>
    isPlain ? void entries.push(url) : site.offer({ url, from, depth: 0, listed: true })
  const listing = { origin, fetching, limit, states, list }
  site.breaches.push(...(await readListed(robots.sitemaps, listing)))
  const visited = await site.run()
  const visits = new Map(visited.map(({ visit }) => [visit.url, visit]))
  const { breaches: unreached, ...reach } = judgeReach(entries, visits, site.left)
  return {
    ...(isPlain && { reach }),
    visits: visited.map(({ visit }) => visit),
    breaches: [
      ...site.breaches,
      ...visited.flatMap(({ visit }) => visit.breaches),
      ...compareVisits(visited),
      ...unreached,
    ],
    optedOut: robots.optedOut,
    blocked: site.blocked,
    /** URLs beyond the limit. Some may be counted twice. */
    left: site.left,
    // The crawl could not start.
    ...(robots.missing && { unreachable: robots.missing.reason }),
  }
}

interface Lead {
  readonly url: string
  readonly from: string | undefined
  readonly depth: number
  readonly listed: boolean
}

/** Most links away from the start or from a sitemap. */
const DEPTH = 50

/** How many URLs are remembered, and further ones for each of the limit. */
const KNOWN = 1000
const KNOWN_MORE = 20

class Crawl {
  readonly breaches: Breach[] = []
  blocked = 0
  left = 0
  readonly #origin: string
  readonly #visitor: CrawlVisitor
  readonly #options: CrawlOptions
  readonly #queue: PQueue
  readonly #seen = new Set<string>()
  readonly #offered = { linked: 0, listed: 0 }
  readonly #visits: (CrawledVisit | undefined)[] = []
  readonly #failures: unknown[] = []

  constructor(origin: string, visitor: CrawlVisitor, options: CrawlOptions) {
    this.#origin = origin
    this.#visitor = visitor
    this.#options = options
    this.#queue = new PQueue({ concurrency: options.concurrency, autoStart: false })
  }

  /** Adds a URL of this site that is new and near enough. */
  offer(lead: Lead): void {
    const { url, depth, listed } = lead
    if (this.#seen.has(url) || new URL(url).origin !== this.#origin || depth > DEPTH) return
    // Bounds the memory for an endless site.
    if (this.#seen.size >= KNOWN + this.#options.limit * KNOWN_MORE) {
      this.left += 1
      return
    }
    this.#seen.add(url)
    // Links and sitemap URLs take turns, so that neither blocks the other.
    const priority = -this.#offered[listed ? 'listed' : 'linked']++
    this.#queue
      .add(() => this.#visit(lead), { priority })
      .catch((error) => this.#failures.push(error))
  }

  async run(): Promise<readonly CrawledVisit[]> {
    await this.#queue.start().onIdle()
    if (this.#failures.length > 0) throw this.#failures[0]
    return this.#visits.filter((visit) => visit !== undefined)
  }

  async #visit({ url, from, depth, listed }: Lead): Promise<void> {
    const { limit, signal, onVisit } = this.#options
    const isFull = this.#visits.length - this.blocked >= limit
    if (isFull || signal?.aborted || this.#failures.length > 0) {
      this.left += 1
      return
    }
    const index = this.#visits.push(undefined) - 1
    const visited = await this.#visitor(url)
    // An aborted request reveals nothing about the site.
    if (signal?.aborted && 'status' in visited && visited.status === 0) return
    if ('blocked' in visited) {
      this.blocked += 1
      if (listed) this.breaches.push(breach('sitemap-blocked', url))
      return
    }
    const { links, ...visit } = visited
    onVisit?.(visit)
    for (const link of links) this.offer({ url: link, from: url, depth: depth + 1, listed: false })
    this.#visits[index] = { visit, from, listed }
  }
}

interface Listing extends Pick<CrawlOptions, 'limit'> {
  readonly origin: string
  readonly fetching: FetchOptions
  readonly states: CrawledStates
  list(url: string, from: string): void
}

/**
 * Reads the site's sitemaps up to the limit of the crawl. @param named By robots.txt.
 * @returns Their breaches.
 */
async function readListed(
  named: readonly string[],
  { origin, fetching, limit, states, list }: Listing,
): Promise<Breach[]> {
  const breaches: Breach[] = []
  const listed = new Map<string, string>()
  const sitemaps = named.length > 0 ? named : [`${origin}/sitemap.xml`]
  for await (const item of readSitemaps(sitemaps, origin, fetching)) {
    if (item.type === 'elsewhere') {
      breaches.push(breach('sitemap-elsewhere', item.sitemap, `linked from ${item.from}`))
      continue
    }
    if (item.type === 'unreadable') {
      // The default sitemap may be missing.
      if (named.length > 0 || item.sitemap !== sitemaps[0])
        breaches.push(breach('sitemap-unreadable', item.sitemap, item.reason))
      continue
    }
    const { url, sitemap } = item
    if (!URL.canParse(url)) continue
    const read = states.ofUrl(url)
    const isOdd = /^#(?!!)./.test(fragmentOf(read)) && !states.has(read)
    const code = isUglyUrl(read) ? 'sitemap-ugly' : isOdd ? 'sitemap-fragment' : undefined
    if (code !== undefined) breaches.push(breach(code, url, `listed by ${sitemap}`))
    const { href } = new URL(read)
    const crawled = crawledUrl(prettyOf(href) ?? href, states)
    const before = listed.get(crawled)
    if (before !== undefined && before !== url)
      breaches.push(breach('sitemap-mixed', url, `it is also listed as ${before}`))
    listed.set(crawled, before ?? url)
    list(crawled, sitemap)
    if (listed.size >= limit) break
  }
  return breaches
}
