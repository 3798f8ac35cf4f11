// Translates states after a bare `#` into `#!` for a crawl, and the results back. Servers never
// receive such states, so the site names them by ugly URLs.

import { fragmentOf, withoutFragment } from '../../../src/url.ts'
import { prettyOf, type StatePrefix } from '../../site/adopted-urls.ts'
import type { Breach } from './breaches.ts'
import { type DocumentFacts, readDocument } from './document.ts'

export interface Fragments {
  /** The prefix has no `!`, so that no server receives the states. */
  readonly areHidden: boolean
  ofUrl(url: string): string
  read(html: string): DocumentFacts
  visit<V extends CrawledUrls>(visit: V): V
  breach(breach: Breach): Breach
}

interface CrawledUrls {
  readonly url: string
  readonly canonical: string
  readonly redirect: string | undefined
  readonly breaches: readonly Breach[]
}

const unchanged = <T>(value: T): T => value

const BANG: Fragments = {
  ...{ areHidden: false, ofUrl: unchanged, read: readDocument },
  ...{ visit: unchanged, breach: unchanged },
}

export function fragmentsOf(prefix: StatePrefix): Fragments {
  if (prefix.startsWith('#!')) return BANG
  const ofUrl = (url: string) => {
    const fragment = fragmentOf(url)
    if (fragment === '') return prettyOf(url) ?? url
    const isState = fragment.startsWith(prefix) && fragment.length > 1 && fragment[1] !== '!'
    return isState ? `${withoutFragment(url)}#!${fragment.slice(1)}` : url
  }
  // With the prefix "#", a fragment that a snapshot still has is an id of the page.
  const ofLink = (href: string) => (prefix === '#' && fragmentOf(href) !== '' ? href : ofUrl(href))
  const write = (text: string) => text.replaceAll('#!', '#')
  const breach = (of: Breach) => ({ ...of, url: write(of.url), detail: write(of.detail) })
  return {
    areHidden: true,
    ofUrl,
    read(html) {
      const { links, canonical, ...facts } = readDocument(html)
      return { ...facts, links: links.map(ofLink), canonical: canonical && ofLink(canonical) }
    },
    visit: (visit) => ({
      ...visit,
      url: write(visit.url),
      canonical: write(visit.canonical),
      redirect: visit.redirect && write(visit.redirect),
      breaches: visit.breaches.map(breach),
    }),
    breach,
  }
}
