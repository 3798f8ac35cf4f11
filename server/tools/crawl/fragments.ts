// Translates a site's own fragments to `#!` URLs and back. Servers never receive states after a
// bare `#`, so such a site names them by ugly URLs.

import { fragmentOf, toPrettyUrl, withoutFragment } from '../../../src/url.ts'

export type FragmentPrefix = '#!/' | '#!' | '#/' | '#'

export interface Fragments {
  /** Whether the states never reach a server: the prefix has no `!`. */
  readonly areHidden: boolean
  /** @param href As the page has it. */
  ofLink(href: string): string
  /** @param url A URL that means a state. */
  ofUrl(url: string): string
  /** The form that people see. @param text A `#!` URL, or a text that contains some. */
  write(text: string): string
}

const same = (text: string): string => text

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
    // Where any fragment may be a state, the fragments left in a snapshot are places in the page.
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
