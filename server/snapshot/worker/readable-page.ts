// Rewrites a snapshot for clients that cut fragments: links to states use readable addresses. Adds
// a link to its Markdown, and the loaders' data for the first view in the browser.

import { escapeHtml } from '../../../src/html.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { markdownHref } from '../../html/markdown-address.ts'
import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import type { Snapshot } from '../pool/protocol.ts'
import { headToTakeOver } from './taken-over.ts'

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
    /** The link to the site's feed, as HTML. */
    feed: string
    /** The loaders' data, as HTML. */
    data: string
  },
): Snapshot {
  const { state } = snapshot
  const rewrite = readableRewrite(readables, url)
  const links = (html: string) => rewriteLinks(html, rewrite)
  const keepAs = keepLinksAs(state)
  const canonical = rewrite(snapshot.canonical, 'link') ?? snapshot.canonical
  const head = links(snapshot.head) + markdownLink(scheme, state, url) + feed
  return {
    ...snapshot,
    canonical: new URL(canonical, url).href,
    head: headToTakeOver(head, data),
    body: links(snapshot.body),
    edits: snapshot.edits.map((edit) => ({
      ...edit,
      html: rewriteLinks(edit.html, rewrite, keepAs),
    })),
  }
}

/** The link to a page's Markdown. @param url The page's absolute URL without a fragment. */
export function markdownLink(scheme: ReadableScheme, state: string, url: string): string {
  if (!scheme.markdown) return ''
  const { href } = new URL(markdownHref(scheme, state), url)
  return `<link rel="alternate" type="text/markdown" href="${escapeHtml(href)}">`
}
