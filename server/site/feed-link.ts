// The link that names the feed in a page's head.

import { escapeHtml } from '../../src/html.ts'
import { inherited } from '../../src/page.ts'
import type { Table } from '../../src/table.ts'

/** The path of the feed. */
export const FEED = '/feed.xml'

/** Whether a route of the table says when it has changed. Dates of entries are not known here. */
const isDated = ({ all }: Table): boolean =>
  [...all.values()].some(({ chain }) => {
    const { index, lastModified } = inherited(chain)
    return index !== false && lastModified !== undefined
  })

/** @param url The page's absolute URL. @returns '' if no route has `lastModified`. */
export const feedLink = (table: Table, url: string): string =>
  isDated(table)
    ? `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(new URL(FEED, url).href)}">`
    : ''
