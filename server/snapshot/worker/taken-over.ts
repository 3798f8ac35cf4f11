// Writes the head of a page that the app takes over: its tags are marked, and the loaders' data is
// included, except for a failed page.

import type { Page } from '../../../src/resolution.ts'
import type { Scheme } from '../../../src/scheme.ts'
import { pageData } from '../../html/page-data.ts'
import type { Snapshot } from '../pool/protocol.ts'

/** @returns The loaders' data, as HTML. Empty where it may not be sent. */
export const takenData = (
  page: Page,
  { error }: Pick<Snapshot, 'error'>,
  { data = false }: Pick<Scheme, 'data'>,
): string => (data && page.type === 'page' && error === undefined ? pageData(page) : '')

/** Marks the head's tags, so that the app can replace them with its own. */
export const headToTakeOver = (head: string, data: string): string =>
  head.replace(/<(?:meta|link)(?= )/g, '$& data-hashbang') + data

/** @param feed The link to the site's feed, as HTML. @param data See `takenData`. */
export const livePage = (snapshot: Snapshot, feed: string, data: string): Snapshot => ({
  ...snapshot,
  head: headToTakeOver(snapshot.head + feed, data),
})
