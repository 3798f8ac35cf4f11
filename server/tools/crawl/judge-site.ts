// Finds the breaches of a crawled site that only show across its pages.

import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import type { CrawlVisit } from './crawl-visit.ts'

export interface CrawledVisit {
  readonly visit: CrawlVisit
  /** The page or sitemap that links here; undefined for the start. */
  readonly from: string | undefined
  readonly listed: boolean
}

const MOST_REDIRECTS = 3

export function compareVisits(visits: readonly CrawledVisit[]): Breach[] {
  const redirects = new Map<string, string>()
  for (const { visit } of visits) if (visit.redirect) redirects.set(visit.url, visit.redirect)
  return [
    ...visits.flatMap(judgeListing),
    ...judgeRedirects(redirects),
    ...judgeDuplicates(visits.map(({ visit }) => visit)),
  ]
}

function judgeListing({ visit, from, listed }: CrawledVisit): Breach[] {
  const { url, status } = visit
  const source = from === undefined ? '' : `linked from ${from}`
  const gone = status >= 400 && status < 500 && !visit.breaches.length
  return [
    ...(gone ? [breach('broken-state', url, `status ${status}, ${source}`)] : []),
    ...(listed && status === 200 && visit.noindex ? [breach('sitemap-noindex', url, source)] : []),
  ]
}

const FOLLOWED = 100
const REPORTED = 12

const chainOf = (urls: readonly string[]): string =>
  [...urls.slice(0, REPORTED), ...(urls.length > REPORTED ? ['…'] : [])].join(' -> ')

/** Reports each loop once, from its first member by name. */
function judgeRedirects(redirects: ReadonlyMap<string, string>): Breach[] {
  const targets = new Set(redirects.values())
  const looped = new Set<string>()
  return [...redirects.keys()].flatMap((start) => {
    const chain = [start]
    let target = redirects.get(start)
    while (target !== undefined && !chain.includes(target) && chain.length < FOLLOWED) {
      chain.push(target)
      target = redirects.get(target)
    }
    const loop =
      target !== undefined && chain.includes(target) ? chain.slice(chain.indexOf(target)) : []
    const [first] = loop.toSorted()
    if (first === undefined) {
      const isLong = chain.length > MOST_REDIRECTS + 1 && !targets.has(start)
      return isLong ? [breach('redirect-chain', start, chainOf(chain))] : []
    }
    if (looped.has(first)) return []
    looped.add(first)
    const turned = [...loop.slice(loop.indexOf(first)), ...loop.slice(0, loop.indexOf(first) + 1)]
    return [breach('redirect-loop', first, chainOf(turned))]
  })
}

function judgeDuplicates(visits: readonly CrawlVisit[]): Breach[] {
  const first = new Map<string, CrawlVisit>()
  return visits.flatMap((visit) => {
    const { content, canonical, url } = visit
    if (content === undefined || visit.noindex || visit.ugly === undefined) return []
    // Already reported: all states equal a missing one.
    if (visit.breaches.some(({ code }) => code === 'soft-404')) return []
    const other = first.get(content)
    if (other === undefined) {
      first.set(content, visit)
      return []
    }
    const tied = other.canonical === canonical && fragmentOf(canonical) !== ''
    return tied || canonical === other.url || other.canonical === url
      ? []
      : [breach('duplicate-content', url, `same content as ${other.url}`)]
  })
}

/**
 * Compares the sitemap with the pages that a crawl without fragments reached by links.
 * @param left How many URLs the crawl did not visit: these may be in the sitemap.
 */
export function judgeReach(
  listed: readonly string[],
  visited: ReadonlyMap<string, Pick<CrawlVisit, 'status' | 'redirect'>>,
  left: number,
) {
  const breaches: Breach[] = []
  let reached = 0
  for (const url of listed) {
    const { status, redirect: to } = visited.get(withoutFragment(url)) ?? {}
    const why = to && `it redirects to ${to}: set index: false on its route`
    if (fragmentOf(url).length > 1) breaches.push(breach('fragment-only', url))
    else if (status === 200) reached += 1
    else if (left === 0) breaches.push(breach('unreached', url, why))
  }
  return { listed: listed.length, reached, breaches }
}
