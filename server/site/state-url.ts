// Returns the absolute URL of a state by its table's scheme.

import type { Scheme } from '../../src/scheme.ts'
import { prettyUrl } from '../../src/url.ts'

/**
 * Returns the pretty URL of a state.
 *
 * @param page The page's URL without a fragment.
 * @throws What the scheme throws, where a state has no path in it.
 */
export function stateUrl(scheme: Scheme, page: string, state: string): string {
  const href = scheme.href(state)
  return href.startsWith('#') ? prettyUrl(page, state) : new URL(href, page).href
}

/** As `stateUrl`; returns the page's URL for a state without a path. */
export function stateUrlOrPage(scheme: Scheme, page: string, state: string): string {
  try {
    return stateUrl(scheme, page, state)
  } catch {
    return page
  }
}
