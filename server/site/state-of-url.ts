// Which state of an adopted page a URL leads to. In: an absolute URL as it stands anywhere: a link, a sitemap, a log. Out: its
// canonical state, whether it is written after the page's own mark, as the ugly URL or as the readable one; null for what leads elsewhere.

import { canonicalState } from '../../src/state.ts'
import { fragmentOf, fragmentState, toPrettyUrl, withoutFragment } from '../../src/url.ts'
import type { StateShape } from './state-shape.ts'

/** Reads it. @param pageUrl The page's, absolute, without a query and a fragment. */
export function stateOfUrl(url: string, pageUrl: string, shape: StateShape): string | null {
  const fragment = fragmentOf(url)
  const { readable } = shape
  if (readable && URL.canParse(url) && url.startsWith(new URL(readable.prefix, pageUrl).href)) {
    const state = readable.stateOf(new URL(url))
    return state === null ? null : canonicalState(state)
  }
  const pretty = fragment === '' ? prettyOf(url) : null
  if (withoutFragment(pretty ?? url) !== pageUrl) return null
  // Links that no server would see the state of lead to the ugly URL.
  const state = pretty === null ? shape.stateOf(fragment) : fragmentState(fragmentOf(pretty))
  return state === null ? null : canonicalState(state)
}

function prettyOf(url: string): string | null {
  try {
    return toPrettyUrl(url)
  } catch {
    return null
  }
}
