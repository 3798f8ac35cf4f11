// Makes the document of a table's page and its facts, once its views are written, and gives it the
// links of its form. The stages of table-stages.ts call it.

import { type Head, type HeadTag, headTags } from '../../../src/head.ts'
import type { Page } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import { PAGE_TAG } from '../../../src/sent-mark.ts'
import { isForPeople } from '../../cache/cache-key.ts'
import { machineNow, type PageContext, type PageDocument, type PageHead } from '../../dom/index.ts'
import { tagKey, writeTag } from '../../html/head-tags.ts'
import { homeNotice, homeScript } from '../../html/inline-scripts.ts'
import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { rewriteLinks } from '../../html/rewrite-links.ts'
import { NOTHING, showsNothing } from '../../html/shown-text.ts'
import {
  type DocumentMetadata,
  documentMetadata,
  type FinishedPage,
  namedUrl,
  readableCanonical,
  type WrittenFacts,
} from '../document/document-metadata.ts'
import type { LiveDocument } from '../document/live-document.ts'
import { markdownLink } from '../document/markdown-page.ts'
import type { ShellText } from '../document/shell-text.ts'
import type { Job, PageFault } from '../pool/protocol.ts'
import { MARK } from '../serialize/serialize-options.ts'
import { errorText } from './error-text.ts'
import { pageTags } from './page-table.ts'

/** Of a job. */
export interface PageAddress extends Pick<Job, 'state' | 'form' | 'url'> {
  /** Of a readable address. */
  readonly scheme: ReadableScheme | undefined
  /** The link to the feed, as HTML. */
  readonly feed: string
}

export interface WrittenPage {
  /** The given page, or the failure page after a view's error. */
  readonly page: Page
  readonly metadata: DocumentMetadata
  /** Of the outlet, as HTML. */
  readonly content: string
  /** Undefined for a page of text, which changes nothing else. */
  readonly live: LiveDocument | undefined
  /** The rules of its shadow trees, as `<style>` elements. */
  readonly sheets: string
  readonly fault: PageFault
  /** For the log. */
  readonly warnings: readonly string[]
  /** ms until it had settled, and of writing. */
  readonly dom: number
  readonly serialize: number
}

interface Source {
  readonly pageContext: PageContext
  readonly shell: ShellText
  readonly address: PageAddress
  /** By the page's scheme. Its head or view may name another canonical one. */
  readonly url: string
  /** When the page began. */
  readonly started: number
  readonly styles: readonly string[]
  /** The data of its loaders, as HTML. */
  readonly data: string
}

export function tableDraft(written: WrittenPage, source: Source): FinishedPage {
  const { page, content, live } = written
  const ownTags = live?.head.ownTags ?? routeTags(page, source.url).map(writeTag)
  const document = documentText(written, ownTags, source)
  return {
    facts: factsOf(written, document, source),
    head: ownTags.join(''),
    body: content,
    beside: live?.beside ?? [],
    document,
  }
}

/** Only a page without a fragment may have the fragment tag. */
function documentText(
  { page, metadata, live, content, sheets }: WrittenPage,
  ownTags: readonly string[],
  { shell, address, url, styles, data }: Source,
): string {
  const isTakenOver = isForPeople(address.form)
  const lang = metadata.lang === shell.lang ? undefined : (metadata.lang ?? '')
  const headKeys = live?.head.keys ?? new Set(routedKeys(page, url))
  const head =
    shell.styleLinks(styles) +
    headAt(ownTags, data, address) +
    (isTakenOver ? shell.ownHead(headKeys, lang) : '')
  const fragmentTag = isHome(address)
  return live
    ? live.write(sheets, (fragmentTag ? shell.fragmentTag : '') + head)
    : shell.write({
        lang,
        headKeys,
        head,
        isTakenOver,
        fragmentTag,
        body: contentAt(content, address),
      })
}

/** Whether the page is at the app's own address, which has no fragment. */
const isHome = ({ scheme, state }: PageAddress): boolean => scheme !== undefined && state === ''

/** The content of the outlet, as HTML. */
export const contentAt = (content: string, address: PageAddress): string =>
  address.scheme && isHome(address)
    ? homeScript(address.scheme.prefix) + content + homeNotice(address.scheme)
    : content

/**
 * Writes the page's own tags in its head, marked so that the app can replace them.
 * @param ownTags One tag each. @param data Of its loaders, as HTML.
 */
export function headAt(ownTags: readonly string[], data: string, address: PageAddress): string {
  const { state, form, url, scheme, feed } = address
  if (!isForPeople(form)) return ownTags.join('')
  const markdown = scheme ? markdownLink(scheme, state, url) : ''
  return [...ownTags, markdown, feed].map(marked).join('') + data
}

const marked = (tag: string): string => tag.replace(/^<(?:meta|link)(?= )/, `$& ${PAGE_TAG}`)

/** Links of a readable address lead to readable addresses. */
export function withLinks(
  page: FinishedPage,
  readables: Readables,
  address: PageAddress,
): FinishedPage {
  const { state, url, form, scheme } = address
  if (!scheme) return page
  const rewrite = readableRewrite(readables, url)
  const { facts, head, body, beside, document } = page
  const links = (html: string) => rewriteLinks(html, rewrite)
  const metadata = { ...facts, canonical: readableCanonical(facts, address, rewrite) }
  return form === 'markdown'
    ? { facts: metadata, document, head: links(head), body: links(body), beside: beside.map(links) }
    : { ...page, facts: metadata, document: rewriteLinks(document, rewrite, keepLinksAs(state)) }
}

function factsOf(
  { page, metadata, content, live, fault, dom, serialize, warnings }: WrittenPage,
  document: string,
  { pageContext, started }: Source,
): WrittenFacts {
  const error = errorOf(page, pageContext)
  return {
    type: 'snapshot',
    status: page.status,
    state: page.state,
    ...metadata,
    declares: document.includes(MARK),
    maxAge: page.maxAge,
    tags: pageTags(page),
    fault,
    error,
    warnings: [
      ...(isEmpty(content, live) ? [NOTHING] : []),
      ...(error === undefined ? [] : [error]),
      ...[pageContext.hints, pageContext.lacked, warnings].flat(),
    ],
    timings: { load: machineNow() - started - dom - serialize, dom, serialize },
  }
}

export const isEmpty = (content: string, live: LiveDocument | undefined): boolean =>
  [content, ...(live?.beside ?? [])].every(showsNothing)

/** With the canonical link of the metadata. Attributes may come from a loader's data. */
const tagsOf = ({ canonical, ...head }: Head, url: string | undefined): HeadTag[] =>
  headTags(head, namedUrl(canonical) ?? url).map((tag) => ({
    ...tag,
    attributes: Object.fromEntries(Object.entries(tag.attributes).filter(isPassive)),
  }))

const isPassive = ([name]: readonly [string, unknown]): boolean =>
  /^(?!on)[a-z_][\w:.-]*$/i.test(name)

const routeTags = (page: Page, url: string): HeadTag[] => tagsOf(page.head, ownUrl(page, url))

const ownUrl = ({ status }: Page, url: string) => (status < 400 ? url : undefined)

/** An error has no address of its own, and the shell's is another page's. */
export const routedKeys = ({ head }: Page, url: string): readonly string[] =>
  tagsOf(head, url).map(tagKey)

/** Reads it of the live document. */
export function metadataOf(
  page: Page,
  url: string,
  shell: ShellText,
  live: PageDocument,
): DocumentMetadata {
  const ownCanonical = ownUrl(page, url)
  const keys = new Set(routedKeys(page, url))
  const isReplaced = (tag: Element) => live.isReplaced(tag, keys)
  return documentMetadata(
    live,
    ownCanonical,
    ownCanonical === undefined ? shell.canonical : undefined,
    isReplaced,
  )
}

export const pageHead = (page: Page, url: string): PageHead => ({
  tags: routeTags(page, url),
  lang: page.head.lang,
})

function errorOf({ error }: Page, { refusals }: PageContext): string | undefined {
  if (error === undefined) return undefined
  return [errorText(error), ...refusals.map((what) => `Before this error, ${what}`)].join('\n')
}
