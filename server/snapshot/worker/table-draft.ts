// Collects the facts and the head of a page whose views are written, for the stage "write" of
// table-stages.ts.

import { headTags } from '../../../src/head.ts'
import type { Page } from '../../../src/page.ts'
import { machineNow, type PageContext, type PageHead, type ShellPlan } from '../../dom/index.ts'
import { tagKey, writeTag } from '../../html/head-tags.ts'
import { attributeOf, type ShellElement } from '../../html/shell-tree.ts'
import { NOTHING } from '../../html/shown-text.ts'
import { type DocumentMetadata, documentMetadata } from '../document/document-metadata.ts'
import type { TableDraft } from '../document/table-document.ts'
import type { PageFault } from '../pool/protocol.ts'
import { MARK } from '../serialize/serialize-options.ts'
import { errorText } from './error-text.ts'
import { pageTags } from './page-table.ts'
import { isEmpty, type WrittenViews } from './write-views.ts'

export interface WrittenPage {
  /** The given page, or the failure page after a view's error. */
  readonly page: Page
  readonly views: WrittenViews
  readonly facts: DocumentMetadata
  readonly fault: PageFault
  /** For the log. */
  readonly warnings: readonly string[]
  /** ms until it had settled, and of writing. */
  readonly dom: number
  readonly serialize: number
}

interface Source {
  readonly own: PageContext
  readonly shell: ShellPlan
  /** The page's canonical URL. */
  readonly url: string
  /** When the page began. */
  readonly started: number
  readonly styles: readonly string[]
  /** The data of its loaders, as HTML. */
  readonly data: string
}

export function tableDraft(written: WrittenPage, source: Source): TableDraft {
  const { page, views, facts, fault, dom, serialize } = written
  const { own, shell, url, styles, data } = source
  const { body, edits, tags, sheets } = views
  // An error has no address of its own, and the shell's is another page's.
  const keys = headTags(page.head, url).map(tagKey)
  const routed = headTags(page.head, ownUrl(page, url))
  const error = errorOf(page, own)
  return {
    facts: {
      ...{ type: 'snapshot', status: page.status, state: page.state, ...facts },
      declares: [{ html: body }, ...edits].some(({ html }) => html.includes(MARK)),
      ...{ maxAge: page.maxAge, tags: pageTags(page), fault, error },
      warnings: [
        ...(isEmpty(views) ? [NOTHING] : []),
        ...(error === undefined ? [] : [error]),
        ...[own.hints, own.lacked, written.warnings].flat(),
      ],
      timings: { load: machineNow() - source.started - dom - serialize, dom, serialize },
    },
    lang: facts.lang === attributeOf(rootOf(shell), 'lang') ? undefined : facts.lang,
    headKeys: new Set([...keys, ...(tags ?? []).map(({ key }) => key)]),
    head: (tags?.map(({ html }) => html) ?? routed.map(writeTag)).join(''),
    ...{ styles, sheets, body, edits, data },
  }
}

const ownUrl = ({ status }: Page, url: string) => (status < 400 ? url : undefined)

/** Reads them of the live document. */
export function metadataOf(page: Page, url: string, shell: ShellPlan): DocumentMetadata {
  const own = ownUrl(page, url)
  return documentMetadata(own, own === undefined ? canonicalIn(shell) : undefined)
}

export const pageHead = (page: Page, url: string): PageHead => ({
  tags: headTags(page.head, ownUrl(page, url)),
  lang: page.head.lang,
})

function errorOf({ error }: Page, { refusals }: PageContext): string | undefined {
  if (error === undefined) return undefined
  return [errorText(error), ...refusals.map((what) => `Before this error, ${what}`)].join('\n')
}

const rootOf = ({ nodes, html }: ShellPlan) => nodes[html] as ShellElement

function canonicalIn({ nodes, keyed }: ShellPlan): string | undefined {
  const link = nodes[keyed.get('link rel canonical') ?? -1] as ShellElement | undefined
  return link && attributeOf(link, 'href')
}
