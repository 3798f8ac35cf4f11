// How a site writes its states after `#`. In: what such fragments begin with. Out: hrefs and URLs with `#!` where they lead to a state,
// which is what a crawl goes by; and back, as people have them. Where states begin with `#` alone no server hears of them, so their ugly URLs are
// what a site can name them by: in its links, its canonical links and its sitemap.

import { fragmentOf, toPrettyUrl, withoutFragment } from '../../src/url.ts'

/** What fragments of states begin with. */
export type FragmentPrefix = '#!/' | '#!' | '#/' | '#'

/** Reads and writes them. */
export interface Fragments {
  /** Whether no server hears of them: they have no `!`. */
  readonly areHidden: boolean
  /** @param href As a page has it. */
  ofLink(href: string): string
  /** @param url As somebody names it who means a state. */
  ofUrl(url: string): string
  /** As people have it. @param text A URL with `#!`, or what holds some. */
  write(text: string): string
}

const same = (text: string): string => text

/** Makes it. */
export function fragmentsOf(prefix: FragmentPrefix): Fragments {
  if (prefix.startsWith('#!')) return { areHidden: false, ofLink: same, ofUrl: same, write: same }
  const ofUrl = (url: string) => {
    const fragment = fragmentOf(url)
    if (fragment === '') return prettyOf(url) ?? url
    const isState = fragment.startsWith(prefix) && fragment.length > 1 && fragment[1] !== '!'
    return isState ? `${withoutFragment(url)}#!${fragment.slice(1)}` : url
  }
  return {
    areHidden: true,
    // Where any fragment may be a state, those that a snapshot has kept are places in it.
    ofLink: (href) => (prefix === '#' && fragmentOf(href) !== '' ? href : ofUrl(href)),
    ofUrl,
    write: (text) => text.replaceAll('#!', '#'),
  }
}

/** The pretty URL of an ugly one; undefined for any other. */
function prettyOf(url: string): string | undefined {
  try {
    return toPrettyUrl(url) ?? undefined
  } catch {
    return undefined
  }
}
