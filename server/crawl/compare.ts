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
    ...[...redirects.keys()].flatMap((url) => judgeRedirects(url, redirects)),
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

function judgeRedirects(start: string, redirects: ReadonlyMap<string, string>): Breach[] {
  const chain = [start]
  for (let at = redirects.get(start); at !== undefined; at = redirects.get(at)) {
    chain.push(at)
    if (chain.indexOf(at) < chain.length - 1) {
      // A circle is told once, from its first member; what only leads into it is not in it.
      const circle = chain.slice(chain.indexOf(at), -1).sort()
      return circle[0] === start ? [breach('redirect-loop', start, chain.join(' -> '))] : []
    }
  }
  const isHead = ![...redirects.values()].includes(start)
  return isHead && chain.length > MOST_REDIRECTS + 1
    ? [breach('redirect-chain', start, chain.join(' -> '))]
    : []
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
