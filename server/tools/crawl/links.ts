// Reads the links of a page for a crawl, and resolves its URLs.

import { fragmentOf, readToken, withoutFragment } from '../../../src/url.ts'
import { type Breach, breach } from './breaches.ts'
import { type CrawledStates, HASHBANG } from './state-addresses.ts'

/** @returns The URLs of states and pages, and the links that a crawler cannot follow. */
export function readLinks(
  hrefs: readonly string[],
  url: string,
  base: string,
  states: CrawledStates,
) {
  const links = new Set<string>()
  const breaches: Breach[] = []
  for (const href of hrefs) {
    const resolved = resolveUrl(href, base)
    if (resolved === undefined) continue
    const link = states.ofLink(resolved)
    const isUgly = isUglyUrl(link)
    // A crawler takes the link for one to the page itself.
    const lacksBang = fragmentOf(link).startsWith('#/') && !states.has(link)
    if (isUgly) breaches.push(breach('ugly-link', url, href))
    else if (lacksBang) breaches.push(breach('hash-without-bang', url, href))
    if (!isUgly) links.add(crawledUrl(link, states))
  }
  return { links: [...links], breaches }
}

export function resolveUrl(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Removes a fragment that is no state, and an empty `#!`. */
export const crawledUrl = (url: string, states = HASHBANG): string =>
  states.has(url) ? url : withoutFragment(url)

export const isUglyUrl = (url: string): boolean => {
  const { search } = new URL(url)
  return readToken(search.slice(1)).use !== 'none'
}
