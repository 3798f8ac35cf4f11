// Finds the state of an adopted page in an absolute URL of a link, a sitemap or a log. Accepts the
// page's own format, the ugly URL and the readable address; null for other URLs. The state is
// canonical.

import { canonicalState } from '../../src/state.ts'
import { fragmentOf, fragmentState, toPrettyUrl, withoutFragment } from '../../src/url.ts'
import type { StateShape } from './state-shape.ts'

/** Reads it. @param pageUrl The page's URL: absolute, without query or fragment. */
export function stateOfUrl(url: string, pageUrl: string, shape: StateShape): string | null {
  const fragment = fragmentOf(url)
  const { readable } = shape
  if (readable && URL.canParse(url) && url.startsWith(new URL(readable.prefix, pageUrl).href)) {
    const state = readable.stateOf(new URL(url))
    return state === null ? null : shape.own(canonicalState(state))
  }
  const pretty = fragment === '' ? prettyOf(url) : null
  if (withoutFragment(pretty ?? url) !== pageUrl) return null
  // Links use the ugly URL where a server would not see the state.
  const state = pretty === null ? shape.stateOf(fragment) : fragmentState(fragmentOf(pretty))
  return state === null ? null : shape.own(canonicalState(state))
}

/** The pretty URL of an ugly one; null for any other. */
export function prettyOf(url: string): string | null {
  try {
    return toPrettyUrl(url)
  } catch {
    return null
  }
}
