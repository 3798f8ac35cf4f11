// Crawls one origin as the agreement requires and reports every breach. Specification, "Role of the
// Search Engine Crawler".

import PQueue from 'p-queue'
import { withoutFragment } from '../../../src/url.ts'
import type { FetchOptions } from '../../serve/http/bounded-get.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import { type Breach, breach } from './breaches.ts'
import { type CrawledVisit, compareVisits } from './compare.ts'
import { fragmentsOf } from './fragments.ts'
import { crawledUrl } from './links.ts'
import { readListed } from './listed.ts'
import { createPlainVisitor, judgeReach, type Reach } from './plain.ts'
import { readRobots } from './robots-policy.ts'
import { createVisitor } from './visit.ts'
import type { Visit } from './visit-result.ts'

export interface CrawlOptions {
  readonly start: string
  readonly limit: number
  readonly concurrency: number
  /** Timeout of a request in ms. */
  readonly timeout: number
  readonly signal?: AbortSignal
  /** `plain` cuts fragments and follows only links. Default: `scheme`. */
  readonly as?: 'scheme' | 'plain'
  /** The prefix of a state's fragment. Default: `#!`. */
  readonly fragments?: StatePrefix
  readonly onVisit?: (visit: Visit) => void
  readonly fetch?: typeof fetch
}

export interface CrawlReport {
  readonly visits: readonly Visit[]
  readonly breaches: readonly Breach[]
  readonly optedOut: boolean
  readonly blocked: number
  /** Found URLs beyond the limit. Some may be counted twice. */
  readonly left: number
  readonly reach?: Reach
  /** Why the crawl could not start: robots.txt was unavailable. */
  readonly unreachable?: string
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

/** @throws {TypeError} When `start` is not an http URL. */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const { limit, concurrency, timeout, signal, fetch } = options
  const isPlain = options.as === 'plain'
  const fragments = fragmentsOf((!isPlain && options.fragments) || '#!')
  const read = (url: string) => crawledUrl(fragments.ofUrl(url))
  const start = startUrl(options.start, isPlain ? withoutFragment : read)
  const { origin } = new URL(start)
  const fetching: FetchOptions = { timeout, signal, fetch }
  const robots = await readRobots(origin, fetching)
  const visit = isPlain
    ? createPlainVisitor(fetching, robots)
    : createVisitor(fetching, robots, start, fragments)
  const breaches: Breach[] = []
  if (robots.elsewhere) breaches.push(breach('robots-elsewhere', origin, robots.elsewhere))
  const queue = new PQueue({ concurrency, autoStart: false })
  const seen = new Set<string>()
  const offered = { linked: 0, listed: 0 }
  const found: (CrawledVisit | undefined)[] = []
  const failures: unknown[] = []
  let blocked = 0
  let left = 0

  /** Adds a URL of this site that is new and near enough. */
  function offer(lead: Lead): void {
    const { url, depth, listed } = lead
    if (seen.has(url) || new URL(url).origin !== origin || depth > DEPTH) return
    // Bounds the memory for an endless site.
    if (seen.size >= KNOWN + limit * KNOWN_MORE) {
      left += 1
      return
    }
    seen.add(url)
    // Links and sitemap URLs take turns, so that neither blocks the other.
    const priority = -offered[listed ? 'listed' : 'linked']++
    queue.add(() => work(lead), { priority }).catch((error) => failures.push(error))
  }

  async function work(lead: Lead): Promise<void> {
    if (found.length - blocked >= limit || signal?.aborted || failures.length > 0) {
      left += 1
      return
    }
    const place = found.push(undefined) - 1
    const visited = await visit(lead.url)
    // An aborted request reveals nothing about the site.
    if (signal?.aborted && 'status' in visited && visited.status === 0) return
    if ('blocked' in visited) {
      blocked += 1
      if (lead.listed) breaches.push(breach('sitemap-blocked', lead.url))
      return
    }
    const { links, ...seen } = visited
    options.onVisit?.(fragments.visit(seen))
    for (const url of links) offer({ url, from: lead.url, depth: lead.depth + 1, listed: false })
    found[place] = { visit: seen, from: lead.from, listed: lead.listed }
  }

  offer({ url: start, from: undefined, depth: 0, listed: false })
  const entries: string[] = []
  const list = (url: string, from: string) =>
    isPlain ? void entries.push(url) : offer({ url, from, depth: 0, listed: true })
  breaches.push(...(await readListed(robots, origin, fetching, limit, { list, fragments })))
  await queue.start().onIdle()
  if (failures.length > 0) throw failures[0]
  const visited = found.filter((item) => item !== undefined)
  const visits = new Map(visited.map(({ visit }) => [visit.url, visit]))
  const { breaches: missed, ...reach } = judgeReach(entries, visits, left === 0)
  return {
    ...(isPlain && { reach }),
    visits: visited.map((item) => fragments.visit(item.visit)),
    breaches: [
      ...breaches,
      ...visited.flatMap((item) => item.visit.breaches),
      ...compareVisits(visited),
      ...missed,
    ].map(fragments.breach),
    optedOut: robots.optedOut,
    blocked,
    left,
    ...(robots.missing && { unreachable: robots.missing.reason }),
  }
}

function startUrl(text: string, read: (url: string) => string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return read(new URL(text).href)
  throw new TypeError(`Cannot crawl "${text}": expected a URL such as "https://example.com/"`)
}
