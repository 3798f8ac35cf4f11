// Crawls one origin as the agreement requires and reports every breach. Specification, "Role of the
// Search Engine Crawler".

import PQueue from 'p-queue'
import { withoutFragment } from '../../../src/url.ts'
import type { StatePrefix } from '../../site/state-shape.ts'
import { type Breach, breach } from './breaches.ts'
import { type CrawledVisit, compareVisits } from './compare.ts'
import { fragmentsOf } from './fragments.ts'
import type { FetchOptions } from './http.ts'
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

/** Most URLs remembered per URL of the limit, and most characters in total. */
const KNOWN = 20
const KNOWN_LENGTH = 64 * 1024 * 1024

/** @throws {TypeError} When `start` is not an http URL. */
export async function crawl(options: CrawlOptions): Promise<CrawlReport> {
  const isPlain = options.as === 'plain'
  const fragments = fragmentsOf((!isPlain && options.fragments) || '#!')
  const read = (url: string) => crawledUrl(fragments.ofUrl(url))
  const start = startUrl(options.start, isPlain ? withoutFragment : read)
  const { origin } = new URL(start)
  const { timeout, signal, fetch } = options
  const fetching: FetchOptions = { timeout, signal, fetch }
  const robots = await readRobots(origin, fetching)
  const visit = isPlain
    ? createPlainVisitor(fetching, robots)
    : createVisitor(fetching, robots, start, fragments)
  const entries: string[] = []
  const breaches: Breach[] = []
  if (robots.elsewhere) breaches.push(breach('robots-elsewhere', origin, robots.elsewhere))
  const frontier = new Frontier(origin, options.limit)
  const found: (CrawledVisit | undefined)[] = []
  let blocked = 0

  const work = async (lead: Lead, place: number) => {
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
    for (const url of links)
      frontier.offer({ url, from: lead.url, depth: lead.depth + 1, listed: false })
    found[place] = { visit: seen, from: lead.from, listed: lead.listed }
  }

  frontier.offer({ url: start, from: undefined, depth: 0, listed: false })
  const list = (url: string, from: string) =>
    isPlain ? void entries.push(url) : frontier.offer({ url, from, depth: 0, listed: true })
  breaches.push(...(await readListed(robots, origin, fetching, options.limit, { list, fragments })))
  const queue = new PQueue({ concurrency: options.concurrency })
  let broken: { readonly error: unknown } | undefined
  for (let places = 0; !broken; ) {
    const isFull = places - blocked >= options.limit || signal?.aborted
    const lead = isFull ? undefined : frontier.next()
    if (lead === undefined && queue.pending === 0) break
    if (lead !== undefined) {
      const place = places++
      queue
        .add(() => work(lead, place))
        .catch((error: unknown) => {
          broken ??= { error }
        })
    }
    // A visit under way may still find URLs.
    if (lead === undefined || queue.pending >= options.concurrency)
      await new Promise<void>((resolve) => queue.once('next', () => resolve()))
  }
  await queue.onIdle()
  if (broken) throw broken.error
  const visited = found.filter((item) => item !== undefined)
  const notYet = frontier.left
  const there = visited.filter(({ visit }) => visit.status === 200).map(({ visit }) => visit.url)
  const { breaches: missed, ...reach } = judgeReach(entries, new Set(there), notYet === 0)
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
    left: notYet,
    ...(robots.missing && { unreachable: robots.missing.reason }),
  }
}

/** The URLs to visit. Links and sitemap URLs take turns, so that neither blocks the other. */
class Frontier {
  readonly #origin: string
  readonly #most: number
  readonly #seen = new Set<string>()
  readonly #queues: [linked: Lead[], listed: Lead[]] = [[], []]
  #turn = 0
  #length = 0
  #dropped = 0

  constructor(origin: string, limit: number) {
    this.#origin = origin
    this.#most = 1000 + limit * KNOWN
  }

  /** Adds a URL of this site that is new and near enough. */
  offer(lead: Lead): void {
    const { url, depth, listed } = lead
    if (this.#seen.has(url) || new URL(url).origin !== this.#origin || depth > DEPTH) return
    this.#length += url.length
    // Bounds the memory for an endless site.
    if (this.#seen.size >= this.#most || this.#length > KNOWN_LENGTH) {
      this.#dropped += 1
      return
    }
    this.#seen.add(url)
    this.#queues[listed ? 1 : 0].push(lead)
  }

  next(): Lead | undefined {
    const lead =
      this.#queues[this.#turn % 2]?.shift() ?? this.#queues[(this.#turn + 1) % 2]?.shift()
    if (lead !== undefined) this.#turn += 1
    return lead
  }

  get left(): number {
    return this.#dropped + this.#queues[0].length + this.#queues[1].length
  }
}

function startUrl(text: string, read: (url: string) => string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol))
    return read(new URL(text).href)
  throw new TypeError(`Cannot crawl "${text}": expected a URL such as "https://example.com/"`)
}
