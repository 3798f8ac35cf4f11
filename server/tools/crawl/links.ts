// Sorts the links of a page for a crawl, and resolves its URLs.

import { fragmentOf, readToken, withoutFragment } from '../../../src/url.ts'
import { type CrawledStates, HASHBANG } from './state-addresses.ts'

export type Links = ReturnType<typeof sortLinks>

export function sortLinks(hrefs: readonly string[], base: string, states: CrawledStates) {
  /** URLs of states and of pages. */
  const follow = new Set<string>()
  const ugly: string[] = []
  /** Links such as `#/word/x`, which a crawler treats as the page itself. */
  const withoutBang: string[] = []
  for (const href of hrefs) {
    const resolved = resolveUrl(href, base)
    if (resolved === undefined) continue
    const url = states.ofLink(resolved)
    if (isUglyUrl(url)) ugly.push(href)
    else {
      if (fragmentOf(url).startsWith('#/') && !states.has(url)) withoutBang.push(href)
      follow.add(crawledUrl(url, states))
    }
  }
  return { follow: [...follow], ugly, withoutBang }
}

export function resolveUrl(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Without a fragment that is no state, and without an empty `#!`. */
export const crawledUrl = (url: string, states = HASHBANG): string =>
  states.has(url) ? url : withoutFragment(url)

export const isUglyUrl = (url: string): boolean => {
  const { search } = new URL(url)
  return readToken(search.slice(1)).use !== 'none'
}
