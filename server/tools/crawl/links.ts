// Sorts the links of a page for a crawl, and resolves its URLs.

import { fragmentOf, readToken, withoutFragment } from '../../../src/url.ts'

export type Links = ReturnType<typeof sortLinks>

export function sortLinks(hrefs: readonly string[], base: string) {
  /** Pretty URLs and URLs without a fragment. */
  const follow = new Set<string>()
  const ugly: string[] = []
  /** Links such as `#/word/x`, which a crawler treats as the page itself. */
  const withoutBang: string[] = []
  for (const href of hrefs) {
    const url = resolveUrl(href, base)
    if (url === undefined) continue
    if (isUglyUrl(url)) ugly.push(href)
    else {
      if (fragmentOf(url).startsWith('#/')) withoutBang.push(href)
      follow.add(crawledUrl(url))
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
export function crawledUrl(url: string): string {
  const fragment = fragmentOf(url)
  return fragment.startsWith('#!') && fragment !== '#!' ? url : withoutFragment(url)
}

export const isUglyUrl = (url: string): boolean => {
  const { search } = new URL(url)
  return readToken(search.slice(1)).use !== 'none'
}
