// Decides a page's canonical link, `noindex` and language, for its headers and all its forms: from
// the live document first, then for its readable address. Tables and adopted pages ask it.

import { forbidsIndex } from '../../html/head-tags.ts'
import type { Rewrite } from '../../html/rewrite-links.ts'
import type { Job, Snapshot } from '../pool/protocol.ts'

export type DocumentMetadata = Pick<Snapshot, 'lang' | 'canonical' | 'indexable'>

/** All but its text. */
export type WrittenFacts = Omit<Snapshot, 'document' | 'trace'>

/** A written page in its form, when its document is gone: HTML until Markdown is made of it. */
export interface FinishedPage {
  readonly facts: WrittenFacts
  /** The tags of its head. */
  readonly head: string
  /** Of its outlet, or of its body. */
  readonly body: string
  /** Nodes beside the outlet, such as dialogs. */
  readonly beside: readonly string[]
  readonly document: string
}

/**
 * @param ownUrl Its URL by the site; undefined for an error.
 * @param isReplaced Whether a tag of the head is not written. Default: none.
 * @param ofFile The canonical link in the page's file, which is another page's.
 */
export function documentMetadata(
  { root, head }: { readonly root: Element; readonly head: Element },
  ownUrl: string | undefined,
  ofFile?: string,
  isReplaced: (tag: Element) => boolean = () => false,
): DocumentMetadata {
  let robots = ''
  let canonical = ownUrl
  for (const one of head.children) {
    if (isReplaced(one)) continue
    // Crawlers obey all of them.
    if (isRobots(one)) robots += `,${one.getAttribute('content')}`
    if (!isCanonical(one)) continue
    const href = one.getAttribute('href')
    if (href !== ofFile) canonical = namedUrl(href) ?? canonical
  }
  return {
    lang: root.getAttribute('lang') || undefined,
    canonical,
    indexable: !forbidsIndex(robots),
  }
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

export const isCanonical = (element: Element): boolean =>
  element.localName === 'link' &&
  /(?:^|\s)canonical(?:\s|$)/i.test(element.getAttribute('rel') ?? '')

const isRobots = (element: Element): boolean =>
  element.localName === 'meta' && /^robots$/i.test(element.getAttribute('name') ?? '')

/** The URL that a canonical link names, absolute. Undefined for what is no page's URL. */
export function namedUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url, document.baseURI)) return undefined
  const { protocol, href } = new URL(url, document.baseURI)
  if (!/^https?:$/.test(protocol)) return undefined
  return URL.canParse(url) ? url : href
}
