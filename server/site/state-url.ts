// The URL of a state, by the scheme of its table. In: the URL of its page, a state. Out: the absolute URL that people see.

import type { Scheme } from '../../src/scheme.ts'
import { prettyUrl } from '../../src/url.ts'

/**
 * Gives the URL that people see for a state.
 *
 * @param page The page's URL without a fragment.
 * @throws What the scheme throws, where a state has no path in it.
 */
export function stateUrl(scheme: Scheme, page: string, state: string): string {
  const href = scheme.href(state)
  return href.startsWith('#') ? prettyUrl(page, state) : new URL(href, page).href
}

/** The same; a state without a path is nobody's page: the page that says so is. */
export function stateUrlOrPage(scheme: Scheme, page: string, state: string): string {
  try {
    return stateUrl(scheme, page, state)
  } catch {
    return page
  }
}
