// Maps an old URL, path or fragment to its page and state; `elsewhere` for another site, null
// without a state.

import { type LegacyName, readLegacy } from '../../../src/legacy/shapes.ts'
import { canonicalState } from '../../../src/state.ts'
import { fragmentOf, fragmentState, toPrettyUrl } from '../../../src/url.ts'

export interface LedgerPage {
  readonly page: string
  readonly stateOf: (url: URL) => string | null
}

export interface PlaceOfUrl {
  readonly page: string
  readonly state: string
}

export interface LedgerSite {
  readonly origin: string
  /** Other hosts of the old URLs. */
  readonly hosts: ReadonlySet<string>
  readonly pages: readonly LedgerPage[]
  /** The legacy router of the old URLs. Undefined: the pages' own form. */
  readonly from: LegacyName | undefined
}

export function placeOfUrl(
  text: string,
  { origin, hosts, pages, from }: LedgerSite,
): PlaceOfUrl | 'elsewhere' | null {
  const pretty = prettyOf(text)
  if (!URL.canParse(pretty, origin)) return null
  const given = new URL(pretty, origin)
  if (given.origin !== origin && !hosts.has(given.host)) return 'elsewhere'
  // From the raw text, because the URL parser changes fragments.
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

function prettyOf(url: string): string {
  try {
    return toPrettyUrl(url) ?? url
  } catch {
    return url
  }
}
