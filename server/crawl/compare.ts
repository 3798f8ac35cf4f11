// What only shows when pages are seen together: broken links, circles of redirects, one content under
// several states. In: all visits of a crawl, in the order of discovery. Out: breaches.

import { fragmentOf } from '../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import type { Visit } from './visit.ts'

/** A visit with where its URL was found. */
export interface Found {
  readonly visit: Visit
  /** The page or the sitemap that names it; undefined for the start. */
  readonly from: string | undefined
  readonly listed: boolean
}

/** How many redirects in a row crawlers are sure to follow. */
const MOST_REDIRECTS = 3

/** Compares the pages of a crawl. */
export function compareVisits(found: readonly Found[]): Breach[] {
  const redirects = new Map<string, string>()
  for (const { visit } of found) if (visit.redirect) redirects.set(visit.url, visit.redirect)
  return [
    ...found.flatMap(judgeListing),
    ...judgeRedirects(redirects),
    ...judgeDuplicates(found.map(({ visit }) => visit)),
  ]
}

function judgeListing({ visit, from, listed }: Found): Breach[] {
  const { url, status } = visit
  const named = from === undefined ? '' : `named by ${from}`
  const gone = status >= 400 && status < 500 && !visit.breaches.length
  return [
    ...(gone ? [breach('broken-state', url, `status ${status}, ${named}`)] : []),
    ...(listed && status === 200 && visit.noindex ? [breach('sitemap-noindex', url, named)] : []),
  ]
}

/** How many URLs of a chain of redirects are told. */
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

/** Tells each circle once, from its first member by name; what only leads into it is not in it. */
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
    const told = [...circle.slice(first), ...circle.slice(0, first + 1)]
    found.push(breach('redirect-loop', told[0] as string, chainOf(told)))
  }
  return found
}

function judgeDuplicates(visits: readonly Visit[]): Breach[] {
  const first = new Map<string, Visit>()
  return visits.flatMap((visit) => {
    const { content, canonical, url } = visit
    if (content === undefined || visit.noindex || visit.ugly === undefined) return []
    // That all states of a page are what a state is that does not exist has been told already.
    if (visit.breaches.some(({ code }) => code === 'soft-404')) return []
    const other = first.get(content)
    if (other === undefined) {
      first.set(content, visit)
      return []
    }
    const tied = other.canonical === canonical && fragmentOf(canonical) !== ''
    return tied || canonical === other.url || other.canonical === url
      ? []
      : [breach('duplicate-content', url, `the same as ${other.url}`)]
  })
}
