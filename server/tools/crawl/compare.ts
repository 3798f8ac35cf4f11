// Finds breaches that only show across pages: broken links, redirect loops, one content under
// several states.

import { fragmentOf } from '../../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import type { Visit } from './visit-result.ts'

export interface CrawledVisit {
  readonly visit: Visit
  /** The page or sitemap that links here; undefined for the start. */
  readonly from: string | undefined
  readonly listed: boolean
}

/** Redirects in a row that every crawler follows. */
const MOST_REDIRECTS = 3

export function compareVisits(found: readonly CrawledVisit[]): Breach[] {
  const redirects = new Map<string, string>()
  for (const { visit } of found) if (visit.redirect) redirects.set(visit.url, visit.redirect)
  return [
    ...found.flatMap(judgeListing),
    ...judgeRedirects(redirects),
    ...judgeDuplicates(found.map(({ visit }) => visit)),
  ]
}

function judgeListing({ visit, from, listed }: CrawledVisit): Breach[] {
  const { url, status } = visit
  const named = from === undefined ? '' : `linked from ${from}`
  const gone = status >= 400 && status < 500 && !visit.breaches.length
  return [
    ...(gone ? [breach('broken-state', url, `status ${status}, ${named}`)] : []),
    ...(listed && status === 200 && visit.noindex ? [breach('sitemap-noindex', url, named)] : []),
  ]
}

/** Most URLs of a redirect chain in a report. */
const TOLD = 12

const chainOf = (urls: readonly string[]): string =>
  [...urls.slice(0, TOLD), ...(urls.length > TOLD ? ['…'] : [])].join(' -> ')

function judgeRedirects(redirects: ReadonlyMap<string, string>): Breach[] {
  const targets = new Set(redirects.values())
  const heads = [...redirects.keys()].filter((url) => !targets.has(url))
  const chains = heads.flatMap((start) => {
    const chain = [start]
    for (let at = redirects.get(start); at !== undefined && chain.length <= TOLD; ) {
      chain.push(at)
      at = redirects.get(at)
    }
    const isCircle = new Set(chain).size < chain.length
    return !isCircle && chain.length > MOST_REDIRECTS + 1
      ? [breach('redirect-chain', start, chainOf(chain))]
      : []
  })
  return [...judgeCircles(redirects), ...chains]
}

/** Reports each loop once, from its first member by name. */
function judgeCircles(redirects: ReadonlyMap<string, string>): Breach[] {
  const walked = new Set<string>()
  const found: Breach[] = []
  for (const start of redirects.keys()) {
    const walk: string[] = []
    const places = new Map<string, number>()
    let at: string | undefined = start
    while (at !== undefined && !walked.has(at)) {
      walked.add(at)
      places.set(at, walk.push(at) - 1)
      at = redirects.get(at)
    }
    const place = at === undefined ? undefined : places.get(at)
    if (place === undefined) continue
    const circle = walk.slice(place)
    const first = circle.indexOf([...circle].sort()[0] as string)
    const chain = [...circle.slice(first), ...circle.slice(0, first + 1)]
    found.push(breach('redirect-loop', chain[0] as string, chainOf(chain)))
  }
  return found
}

function judgeDuplicates(visits: readonly Visit[]): Breach[] {
  const first = new Map<string, Visit>()
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
