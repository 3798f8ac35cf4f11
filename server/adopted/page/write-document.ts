// Writes a settled document of an adopted page as HTML without scripts, in its stage "write". The
// canonical URL and og:url in the page's file are the home page's.

import { canonicalState } from '../../../src/state.ts'
import { withoutFragment } from '../../../src/url.ts'
import { usesStyles } from '../../dom/index.ts'
import { writeTag } from '../../html/head-tags.ts'
import type { Rewrite } from '../../html/rewrite-links.ts'
import { attributeOf, isShellElement, nodesOf } from '../../html/shell-tree.ts'
import type { StateShape } from '../../site/adopted-urls.ts'
import {
  type DocumentMetadata,
  documentMetadata,
  isCanonical,
} from '../../snapshot/document/document-metadata.ts'
import { doctypeOf, withSheets } from '../../snapshot/document/live-document.ts'
import { isHeadElement } from '../../snapshot/document/live-head.ts'
import { serializeChildren, serializeNode, serializeTag } from '../../snapshot/serialize/index.ts'
import { adoptedSheets } from '../../snapshot/serialize/own-sheets.ts'
import { StyleScope } from '../../snapshot/serialize/scope.ts'
import { SerializeError } from '../../snapshot/serialize/serialize-options.ts'
import { isSameFile } from './adopted-destination.ts'
import { type AnchorParam, placeOf } from './anchor-param.ts'

export interface WrittenDocument {
  readonly head: string
  readonly bodyTag: string
  readonly body: string
  /** Adopted sheets of the head, as HTML. */
  readonly sheets: string
  readonly facts: DocumentMetadata
  readonly refused: readonly string[]
}

/**
 * @param canonical If the app sets none. Undefined for an error.
 * @param ofFile From the page's file, for all states.
 */
export function writeDocument(
  document: Document,
  { canonical, ofFile }: { readonly canonical: string | undefined; readonly ofFile: PageUrls },
): WrittenDocument {
  const refused: string[] = []
  const scope = new StyleScope(usesStyles())
  const written = (write: () => string): string => {
    try {
      return write()
    } catch (error) {
      if (!(error instanceof SerializeError)) throw error
      refused.push(error.message)
      if (error.html === undefined) throw error
      return error.html
    }
  }
  const body = written(() => serializeChildren(document.body, { scope }))
  refused.push(...scope.refused)
  const head: string[] = []
  let hasOgUrl = false
  for (const one of document.head.children) {
    if (!isHeadElement(one) || isCanonical(one) || (one.localName === 'meta' && isLeftOut(one)))
      continue
    const isOgUrl = one.getAttribute('property') === 'og:url'
    if (isOgUrl && one.getAttribute('content') === ofFile.ogUrl) hasOgUrl = true
    else head.push(headTag(one, written))
  }
  const facts = documentMetadata(
    { root: document.documentElement, head: document.head },
    canonical,
    ofFile.canonical,
  )
  const { canonical: url } = facts
  if (url) head.push(writeTag({ name: 'link', attributes: { rel: 'canonical', href: url } }))
  if (url && hasOgUrl)
    head.push(writeTag({ name: 'meta', attributes: { property: 'og:url', content: url } }))
  const { documentElement: root } = document
  const { inHead, inBody } = adoptedSheets(document, '')
  return {
    head: `${doctypeOf(document)}${serializeTag(root)}${serializeTag(document.head)}${withSheets(head, scope.html())}${inHead}`,
    bodyTag: serializeTag(document.body),
    body: body + inBody,
    sheets: inHead,
    facts,
    refused,
  }
}

/** As written in the page's file. */
interface PageUrls {
  readonly canonical?: string | undefined
  readonly ogUrl?: string | undefined
}

export function pageUrls(html: string): PageUrls {
  if (!/canonical|og:url/i.test(html)) return {}
  const elements = nodesOf(html).filter(isShellElement)
  const link = elements.find(
    (one) => one.tagName === 'link' && /^canonical$/i.test(attributeOf(one, 'rel') ?? ''),
  )
  const meta = elements.find((one) => attributeOf(one, 'property') === 'og:url')
  return {
    canonical: link && attributeOf(link, 'href'),
    ogUrl: meta && attributeOf(meta, 'content'),
  }
}

/** Meta tags that act, or are only for servers. */
const isLeftOut = (meta: Element): boolean =>
  /^(?:refresh|set-cookie|content-security-policy)$/i.test(meta.getAttribute('http-equiv') ?? '') ||
  /^(?:fragment|prerender-(?:status-code|header))$/i.test(meta.getAttribute('name') ?? '')

function headTag(element: Element, written: (write: () => string) => string): string {
  if (element.localName !== 'title') return written(() => serializeNode(element))
  return writeTag({ name: 'title', attributes: {}, text: element.textContent ?? '' })
}

/**
 * Writes fragment links as the states' addresses. `#!` links stay, as the specification requires.
 * If `<base>` names another folder, URLs become absolute. Links to places of the page become
 * fragments.
 * @param pageUrl Absolute, without a fragment. @param document Has the base URL and the ids.
 */
export function linkRewrite(
  shape: StateShape,
  pageUrl: string,
  document: Document,
  anchor: AnchorParam | undefined,
): Rewrite {
  const base = document.baseURI
  const isMoved = new URL('.', base).href !== new URL('.', pageUrl).href
  const here = isSameFile(location.href, pageUrl) ? withoutFragment(location.href) : pageUrl
  const absolute = (url: string) =>
    isMoved && URL.canParse(url, base) ? new URL(url, base).href : null
  return (value, kind) => {
    const url = value.trim()
    if (kind === 'data') return null
    if (kind !== 'link' || !url.includes('#') || !URL.canParse(url, base)) return absolute(url)
    const { href, hash } = new URL(url, base)
    // A page may change its query.
    if (![pageUrl, here].includes(withoutFragment(href))) return absolute(url)
    const state = shape.stateOf(hash)
    if (state === null) return null
    // Any fragment may be a state, except an element's id.
    if (shape.prefix === '#' && document.getElementById(state)) return null
    const linked = canonicalState(state)
    const place = anchor && !isMoved && placeOf(linked, anchor, shape)
    if (place) return `#${encodeURIComponent(place)}`
    const listed = shape.listedUrl(pageUrl, linked)
    if (listed.includes('#')) return null
    const { pathname, search } = new URL(listed)
    return pathname + search
  }
}
