// From hrefs to what a crawler may visit. In: hrefs as a page writes them, the URL that they are read
// against. Out: absolute http URLs, pretty where they lead to a state, and the hrefs that break the scheme.

import { fragmentOf, readToken, withoutFragment } from '../../src/url.ts'

/** The links of a page. */
export interface Links {
  /** Pretty URLs and URLs without a fragment, each once. */
  readonly follow: readonly string[]
  readonly ugly: readonly string[]
  /** Links such as `#/word/x`, which a crawler takes for the page itself. */
  readonly withoutBang: readonly string[]
}

/** Sorts the hrefs of a page. */
export function sortLinks(hrefs: readonly string[], base: string): Links {
  const follow = new Set<string>()
  const ugly: string[] = []
  const withoutBang: string[] = []
  for (const href of hrefs) {
    const url = resolveUrl(href, base)
    if (url === undefined) continue
    if (isUgly(url)) ugly.push(href)
    else {
      if (fragmentOf(url).startsWith('#/')) withoutBang.push(href)
      follow.add(crawledUrl(url))
    }
  }
  return { follow: [...follow], ugly, withoutBang }
}

/** An href as an absolute http URL, or undefined when it is none. */
export function resolveUrl(href: string, base: string): string | undefined {
  if (!URL.canParse(href, base)) return undefined
  const url = new URL(href, base)
  return /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** A URL as a crawler remembers it: fragments that are no states are cut off, as is an empty `#!`. */
export function crawledUrl(url: string): string {
  const fragment = fragmentOf(url)
  return fragment.startsWith('#!') && fragment !== '#!' ? url : withoutFragment(url)
}

/** True when the query of a URL holds the token as a key. */
export const isUgly = (url: string): boolean => {
  const { search } = new URL(url)
  return readToken(search.slice(1)).use !== 'none'
}
