// Writes the absolute URLs of a site's states and feed. The server and the workers call it.

import { escapeHtml } from '../../src/html.ts'
import { inherited } from '../../src/resolve-state.ts'
import type { Scheme } from '../../src/scheme.ts'
import type { Table } from '../../src/table.ts'
import { prettyUrl } from '../../src/url.ts'

/** @param page Its URL without a fragment. @throws If the scheme has no path for the state. */
export function stateUrl(scheme: Scheme, page: string, state: string): string {
  const href = scheme.href(state)
  return href.startsWith('#') ? prettyUrl(page, state) : new URL(href, page).href
}

/** @returns Undefined for a state that only a fragment can name. */
export function serverPath(scheme: Pick<Scheme, 'href'>, state: string): string | undefined {
  try {
    const href = scheme.href(state)
    return href.startsWith('/') ? href : undefined
  } catch {
    return undefined
  }
}

/** A state without a path has the page's URL. */
export function canonicalUrl(scheme: Scheme, page: string, state: string): string {
  try {
    return stateUrl(scheme, page, state)
  } catch {
    return page
  }
}

export const FEED = '/feed.xml'

const isDated = ({ all }: Table): boolean =>
  [...all.values()].some(({ chain }) => {
    const { index, lastModified } = inherited(chain)
    return index !== false && lastModified !== undefined
  })

/** `''` if no route has `lastModified`. */
export const feedLink = (table: Table, url: string): string =>
  isDated(table)
    ? `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(new URL(FEED, url).href)}">`
    : ''
