// Finishes a snapshot for people, which the app takes over. At a readable address, links to states
// are readable too.

import { escapeHtml } from '../../../src/html.ts'
import type { Page } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Scheme } from '../../../src/scheme.ts'
import { pageData } from '../../html/inline-scripts.ts'
import {
  keepLinksAs,
  markdownHref,
  type Readables,
  readableRewrite,
} from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import type { Snapshot } from '../pool/protocol.ts'

/** @param url The page's absolute URL without a fragment. */
export function readablePage(
  snapshot: Snapshot,
  {
    readables,
    scheme,
    url,
    feed,
    data,
  }: {
    readables: Readables
    scheme: ReadableScheme
    url: string
    /** The link to the feed, as HTML. */
    feed: string
    /** The loaders' data, as HTML. */
    data: string
  },
): Snapshot {
  const { state } = snapshot
  const rewrite = readableRewrite(readables, url)
  const links = (html: string) => rewriteLinks(html, rewrite)
  const keepAs = keepLinksAs(state)
  const { canonical } = snapshot
  const head = links(snapshot.head) + markdownLink(scheme, state, url) + feed
  return {
    ...snapshot,
    canonical: canonical && new URL(rewrite(canonical, 'link') ?? canonical, url).href,
    head: headToTakeOver(head, data),
    body: links(snapshot.body),
    edits: snapshot.edits.map((edit) => ({
      ...edit,
      html: rewriteLinks(edit.html, rewrite, keepAs),
    })),
  }
}

/** @param url The page's, absolute and without a fragment. */
export function markdownLink(scheme: ReadableScheme, state: string, url: string): string {
  if (!scheme.markdown) return ''
  const { href } = new URL(markdownHref(scheme, state), url)
  return `<link rel="alternate" type="text/markdown" href="${escapeHtml(href)}">`
}

/** The loaders' data, as HTML. Empty where it may not be sent. */
export const takenData = (
  page: Page,
  { error }: Pick<Snapshot, 'error'>,
  { data = false }: Pick<Scheme, 'data'>,
): string => (data && page.type === 'page' && error === undefined ? pageData(page) : '')

/** Marks the head's tags, so that the app can replace them. */
const headToTakeOver = (head: string, data: string): string =>
  head.replace(/<(?:meta|link)(?= )/g, '$& data-hashbang') + data

/** @param feed As HTML. @param data See `takenData`. */
export const livePage = (snapshot: Snapshot, feed: string, data: string): Snapshot => ({
  ...snapshot,
  head: headToTakeOver(snapshot.head + feed, data),
})
