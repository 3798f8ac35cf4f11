// Writes the head of a page that the app takes over: its tags are marked, and the loaders' data is
// included, except for a failed page.

import type { Page } from '../../../src/resolution.ts'
import type { Scheme } from '../../../src/scheme.ts'
import { pageData } from '../../html/page-data.ts'
import type { Snapshot } from '../pool/protocol.ts'

/** @param data Whether the loaders' data may be sent. */
export function headToTakeOver(
  { head, error }: Pick<Snapshot, 'head' | 'error'>,
  page: Page,
  data = false,
): string {
  const isWhole = data && page.type === 'page' && error === undefined
  return marked(head) + (isWhole ? pageData(page) : '')
}

/** @param feed The link to the site's feed, as HTML. */
export const livePage = (
  snapshot: Snapshot,
  page: Page,
  { data }: Scheme,
  feed: string,
): Snapshot => ({
  ...snapshot,
  head: headToTakeOver({ ...snapshot, head: snapshot.head + feed }, page, data),
})

/** Marks the head's tags, so that the app can replace them with its own. */
const marked = (head: string): string => head.replace(/<(?:meta|link)(?= )/g, '$& data-hashbang')
