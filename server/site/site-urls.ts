// Writes the absolute URLs of a site: of a state by its table's scheme, and of the feed. The server
// and the workers call it.

import { escapeHtml } from '../../src/html.ts'
import { inherited } from '../../src/page.ts'
import type { Scheme } from '../../src/scheme.ts'
import type { Table } from '../../src/table.ts'
import { prettyUrl } from '../../src/url.ts'

/**
 * @param page The page's URL without a fragment.
 * @throws The scheme's error, if it has no path for the state.
 */
export function stateUrl(scheme: Scheme, page: string, state: string): string {
  const href = scheme.href(state)
  return href.startsWith('#') ? prettyUrl(page, state) : new URL(href, page).href
}

/** The canonical URL of a state: its URL, or the page's for a state without a path. */
export function canonicalUrl(scheme: Scheme, page: string, state: string): string {
  try {
    return stateUrl(scheme, page, state)
  } catch {
    return page
  }
}

/** The path of the feed. */
export const FEED = '/feed.xml'

/** Whether a route has `lastModified`. The dates of entries are unknown here. */
const isDated = ({ all }: Table): boolean =>
  [...all.values()].some(({ chain }) => {
    const { index, lastModified } = inherited(chain)
    return index !== false && lastModified !== undefined
  })

/** The feed's link for a head. @returns '' if no route has `lastModified`. */
export const feedLink = (table: Table, url: string): string =>
  isDated(table)
    ? `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(new URL(FEED, url).href)}">`
    : ''
