// Gives the written page of a route table its form. The stages of table-stages.ts call it.

import type { ReadableScheme } from '../../../src/readable.ts'
import { isForPeople } from '../../cache/cache-key.ts'
import { homeNotice, homeScript } from '../../html/inline-scripts.ts'
import { keepLinksAs, type Readables, readableRewrite } from '../../html/readable-links.ts'
import { type Rewrite, rewriteLinks } from '../../html/rewrite-links.ts'
import type { Job } from '../pool/protocol.ts'
import type { FinishedPage, WrittenFacts } from './document-metadata.ts'
import { markdownLink } from './markdown-page.ts'

/** Of a job. */
export interface PageAddress extends Pick<Job, 'state' | 'form' | 'url'> {
  /** Of a readable address. */
  readonly scheme: ReadableScheme | undefined
  /** The link to the feed, as HTML. */
  readonly feed: string
}

/** Whether the page is at the app's own address, which has no fragment. */
export const isHome = ({ scheme, state }: Pick<PageAddress, 'scheme' | 'state'>): boolean =>
  scheme !== undefined && state === ''

/** The content of the outlet, as HTML. */
export const contentAt = (content: string, address: PageAddress): string =>
  address.scheme && isHome(address)
    ? homeScript(address.scheme.prefix) + content + homeNotice(address.scheme)
    : content

/**
 * Writes the page's own tags in its head, marked so that the app can replace them.
 * @param own One tag each. @param data Of its loaders, as HTML.
 */
export function headAt(own: readonly string[], data: string, address: PageAddress): string {
  const { state, form, url, scheme, feed } = address
  if (!isForPeople(form)) return own.join('')
  const markdown = scheme ? markdownLink(scheme, state, url) : ''
  return [...own, markdown, feed].map(marked).join('') + data
}

const marked = (tag: string): string => tag.replace(/^<(?:meta|link)(?= )/, '$& data-hashbang')

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

/** Browsers send no fragment: an answer at the app's own address is for all states. */
export const readableCanonical = (
  { canonical }: Pick<WrittenFacts, 'canonical'>,
  { state, form, url }: Pick<Job, 'state' | 'form' | 'url'>,
  rewrite: Rewrite,
): string | undefined =>
  canonical === undefined || (state === '' && form !== 'markdown')
    ? undefined
    : new URL(rewrite(canonical, 'link') ?? canonical, url).href
