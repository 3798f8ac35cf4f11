// The head of a page that people get with its content, and that the app takes over: what the page has said there is marked, and
// what its loaders gave travels along. In: a snapshot, its page. Out: the head's HTML. The data of a page that failed stays here.

import type { Page } from '../../src/page.ts'
import type { Scheme } from '../../src/scheme.ts'
import { pageData } from '../html/page-data.ts'
import type { Snapshot } from '../pool/protocol.ts'

/** Gives the head. @param data Whether what the loaders gave may be sent. */
export function headToTakeOver(
  { head, error }: Pick<Snapshot, 'head' | 'error'>,
  page: Page,
  data = false,
): string {
  const isWhole = data && page.type === 'page' && error === undefined
  return marked(head) + (isWhole ? pageData(page) : '')
}

/** The page of a state at its path. */
export const livePage = (snapshot: Snapshot, page: Page, { data }: Scheme): Snapshot => ({
  ...snapshot,
  head: headToTakeOver(snapshot, page, data),
})

/** The tags of the head with a mark, by which the app takes them away when it says its own. */
const marked = (head: string): string => head.replace(/<(?:meta|link)(?= )/g, '$& data-hashbang')
