// Makes the document of a page of a route table in its form: from the nodes that its views wrote,
// and the shell's text. The stages of table-stages.ts call it.

import type { ReadableScheme } from '../../../src/readable.ts'
import { isForPeople } from '../../cache/cache-key.ts'
import { homeNotice, homeScript } from '../../html/inline-scripts.ts'
import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import type { Edit } from '../../html/shell-tree.ts'
import type { Job } from '../pool/protocol.ts'
import type { FinishedPage, WrittenFacts } from './finished-page.ts'
import { markdownLink } from './markdown-page.ts'
import type { PageShell } from './page-shell.ts'
import type { ShellContent } from './shell-text.ts'

/** The nodes of a page, as HTML for its pretty URL. */
export interface TableDraft
  extends Pick<ShellContent, 'lang' | 'headKeys' | 'head' | 'styles' | 'sheets' | 'body'> {
  readonly facts: WrittenFacts
  /** The page's changes of its shell. */
  readonly edits: readonly Edit[]
  /** The data of its loaders, as HTML. */
  readonly data: string
}

interface Address extends Pick<Job, 'state' | 'form' | 'url'> {
  readonly shell: PageShell
  /** Of a readable address. */
  readonly scheme: ReadableScheme | undefined
  readonly readables: Readables
  /** The link to the feed, as HTML. */
  readonly feed: string
}

/** Links of a readable address lead to readable addresses. */
export function tableDocument(draft: TableDraft, address: Address): FinishedPage {
  const { facts, sheets, lang, headKeys, styles } = draft
  const { shell, state, form, scheme, readables, url } = address
  const isHome = scheme !== undefined && state === ''
  const keepAs = keepLinksAs(state)
  const rewrite = scheme && readableRewrite(readables, url)
  const linked = (html: string, keptAs?: string) =>
    rewrite ? rewriteLinks(html, rewrite, keptAs) : html
  const head = form === 'crawler' ? draft.head : liveHead(linked(draft.head), draft, address)
  const body = linked(draft.body)
  const edits = draft.edits.map((edit) => ({ ...edit, html: linked(edit.html, keepAs) }))
  const content: ShellContent = {
    ...{ lang, headKeys, head, styles, sheets, edits },
    body: isHome ? homeScript(scheme.prefix) + body + homeNotice(scheme) : body,
    isTakenOver: isForPeople(form),
    fragmentTag: isHome,
  }
  return {
    facts: rewrite ? { ...facts, canonical: readableCanonical(facts, address, rewrite) } : facts,
    ...{ head, body, more: [sheets, ...edits.map(({ html }) => html)] },
    // Nodes that views put beside the outlet, such as dialogs.
    beside: edits.filter(({ how }) => how === 'before' || how === 'end').map(({ html }) => html),
    document: () => shell.text(rewrite, keepAs).write(content),
  }
}

/** Browsers send no fragment: an answer at the app's own address is for all states. */
export const readableCanonical = (
  { canonical }: WrittenFacts,
  { state, form, url }: Pick<Job, 'state' | 'form' | 'url'>,
  rewrite: Rewrite,
): string | undefined =>
  canonical === undefined || (state === '' && form !== 'markdown')
    ? undefined
    : new URL(rewrite(canonical, 'link') ?? canonical, url).href

/** Marks the head's tags, so that the app can replace them. */
function liveHead(
  head: string,
  { facts, data }: TableDraft,
  { scheme, url, feed }: Address,
): string {
  const markdown = scheme ? markdownLink(scheme, facts.state, url) : ''
  return (head + markdown + feed).replace(/<(?:meta|link)(?= )/g, '$& data-hashbang') + data
}
