// Which state of a site an old URL is of. In: the pages of the site, how the URLs of its last app held their states; a URL, a path
// or a fragment. Out: the page and the canonical state; `elsewhere` for another site; null for what is no state of any page.

import { type LegacyName, readLegacy } from '../../src/legacy/shapes.ts'
import { canonicalState } from '../../src/state.ts'
import { fragmentOf, fragmentState, toPrettyUrl } from '../../src/url.ts'

/** How a page's own URLs hold states: undefined for a path that is none of its. */
export interface LedgerPage {
  readonly page: string
  /** The state of a URL of the site, in a path or in the fragment; null for none. */
  readonly stateOf: (url: URL) => string | null
}

/** Where a URL leads. */
export interface PlaceOfUrl {
  readonly page: string
  readonly state: string
}

/** What is known of the site. */
export interface LedgerSite {
  readonly origin: string
  /** Other hosts that the old URLs were at. */
  readonly hosts: ReadonlySet<string>
  readonly pages: readonly LedgerPage[]
  /** Whose fragments the old URLs have; undefined: those of the pages. */
  readonly from: LegacyName | undefined
}

/** Finds it. */
export function placeOfUrl(
  text: string,
  { origin, hosts, pages, from }: LedgerSite,
): PlaceOfUrl | 'elsewhere' | null {
  const pretty = prettyOf(text)
  if (!URL.canParse(pretty, origin)) return null
  const given = new URL(pretty, origin)
  if (given.origin !== origin && !hosts.has(given.host)) return 'elsewhere'
  // By the raw text: the parser of URLs changes a fragment.
  const fragment = fragmentOf(pretty)
  const url = new URL(given.pathname + given.search + fragment, origin)
  for (const { page, stateOf } of pages) {
    const isPage = url.pathname === page || url.pathname === `${page}index.html`
    const old = isPage && fragment.length > 1 && from ? readLegacy(from, fragment) : null
    const state = old ?? stateOf(url)
    if (state !== null) return { page, state: canonicalState(state) }
    if (isPage && fragment === '') return { page, state: '' }
    if (isPage && from === undefined && fragmentState(fragment) !== null) {
      return { page, state: canonicalState(fragmentState(fragment) as string) }
    }
  }
  return null
}

/** Where the scheme's own URL says which state it is of. */
function prettyOf(url: string): string {
  try {
    return toPrettyUrl(url) ?? url
  } catch {
    return url
  }
}
