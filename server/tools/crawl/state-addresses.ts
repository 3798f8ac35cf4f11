// The addresses of a state: for people, for servers and in lists. crawl and verify read states from
// URLs and write them by this one function, whatever the text before a state is.

import { fragmentOf, prettyUrl, toUglyUrl, withoutFragment } from '../../../src/url.ts'
import {
  prettyOf,
  type StatePrefix,
  type StateShape,
  stateOfUrl,
  stateShape,
} from '../../site/adopted-urls.ts'

export interface StatePages {
  readonly shape: StateShape
  /** The only page that has states. Default: each page. */
  readonly pageUrl?: string
}

/** The page's own URL is that of the empty state. @returns Null for a URL of no state. */
export function stateAddresses(url: string, { shape, pageUrl }: StatePages) {
  const pretty = prettyOf(url) ?? url
  const page = pageUrl ?? withoutFragment(pretty)
  const isEmpty = pretty === page || pretty === `${page}#!`
  const state = isEmpty ? '' : stateOfUrl(url, page, shape)
  if (state === null) return null
  return {
    state,
    shown: shape.fragmentUrl(page, state),
    listed: shape.listedUrl(page, state),
    ugly: toUglyUrl(prettyUrl(page, state), { fragmentTag: true }),
  }
}

export interface CrawledStates {
  /** No server receives them, so links have other forms of their addresses. */
  readonly areHidden: boolean
  has(url: string): boolean
  uglyOf(url: string): string | null
  /** The address for people of a state in any form; any other URL as it is. */
  ofUrl(url: string): string
  ofLink(href: string): string
}

/** The states of the scheme: other forms of their addresses are faults. */
export const HASHBANG: CrawledStates = {
  areHidden: false,
  has: (url) => /^#!./s.test(fragmentOf(url)),
  uglyOf: toUglyUrl,
  ofUrl: (url) => url,
  ofLink: (url) => url,
}

export function crawledStates(prefix: StatePrefix): CrawledStates {
  if (prefix.startsWith('#!')) return HASHBANG
  const pages = { shape: stateShape(prefix) }
  const ofUrl = (url: string): string => stateAddresses(url, pages)?.shown ?? url
  // With the prefix "#", a fragment that a snapshot still has is an id of the page.
  const ofLink = (url: string): string =>
    prefix === '#' && fragmentOf(url) !== '' ? withoutFragment(url) : ofUrl(url)
  return {
    areHidden: true,
    has: (url) => pages.shape.stateOf(fragmentOf(url)) !== null,
    uglyOf: (url) => stateAddresses(url, pages)?.ugly ?? null,
    ofUrl,
    ofLink,
  }
}
