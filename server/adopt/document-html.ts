// The document of an adopted page as HTML without scripts. In: the window's document, when its page has settled. Out: the whole
// document, what its head says of it, and what could not be written. The canonical URL is the one that the app sets for
// this state; what its file says for all of them is the home page's. It never changes the document.

import { usesStyles } from '../happy-dom/index.ts'
import { writeTag } from '../html/head-tags.ts'
import { attributeOf, isElement, nodesOf } from '../html/shell-tree.ts'
import {
  SerializeError,
  serializeChildren,
  serializeNode,
  serializeTag,
} from '../serialize/index.ts'
import { StyleScope } from '../serialize/scope.ts'

/** What was written. */
export interface WrittenDocument {
  /** All that comes before what is in the body. */
  readonly head: string
  readonly body: string
  readonly lang: string | undefined
  /** Absolute. */
  readonly canonical: string
  readonly robots: string | undefined
  readonly refused: readonly string[]
}

/** Writes it. @param canonical What the head is to say where the app says nothing. @param ofFile What the file says for all states. */
export function writeDocument(
  document: Document,
  { canonical, ofFile }: { readonly canonical: string; readonly ofFile: string | undefined },
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
  let said: string | undefined
  let robots: string | undefined
  for (const one of document.head.children) {
    const value = (name: string) => one.getAttribute(name) ?? ''
    if (one.localName === 'meta' && isLeftOut(one)) continue
    if (isCanonical(one)) {
      if (value('href') !== '' && value('href') !== ofFile) said = value('href')
      continue
    }
    if (one.localName === 'meta' && /^robots$/i.test(value('name'))) robots = value('content')
    head.push(headTag(one, written))
  }
  const url = said !== undefined && URL.canParse(said, document.baseURI) ? said : canonical
  const absolute = new URL(url, document.baseURI).href
  head.push(writeTag({ name: 'link', attributes: { rel: 'canonical', href: absolute } }))
  const { documentElement: root, doctype } = document
  const start = doctype ? doctypeOf(doctype) : ''
  return {
    head: `${start}${serializeTag(root)}${serializeTag(document.head)}${scope.html()}${head.join('')}</head>${serializeTag(document.body)}`,
    body,
    lang: root.getAttribute('lang') ?? undefined,
    canonical: absolute,
    robots,
    refused,
  }
}

/** What the page's file says is canonical, as it stands there. */
export function canonicalOf(html: string): string | undefined {
  if (!/canonical/i.test(html)) return undefined
  const links = nodesOf(html).filter(isElement)
  const found = links.find(
    (one) => one.tagName === 'link' && /^canonical$/i.test(attributeOf(one, 'rel') ?? ''),
  )
  return found && attributeOf(found, 'href')
}

const isCanonical = (element: Element): boolean =>
  element.localName === 'link' && /^canonical$/i.test(element.getAttribute('rel') ?? '')

/** What acts, and what is only for servers. */
const isLeftOut = (meta: Element): boolean =>
  /^(?:refresh|set-cookie|content-security-policy)$/i.test(meta.getAttribute('http-equiv') ?? '') ||
  /^(?:fragment|prerender-(?:status-code|header))$/i.test(meta.getAttribute('name') ?? '')

function headTag(element: Element, written: (write: () => string) => string): string {
  if (element.localName !== 'title') return written(() => serializeNode(element))
  return writeTag({ name: 'title', attributes: {}, text: element.textContent ?? '' })
}

/** Quirks follow from it, and from quirks the look. */
const doctypeOf = ({ publicId, systemId }: DocumentType): string =>
  publicId === '' && systemId === ''
    ? '<!DOCTYPE html>'
    : `<!DOCTYPE html PUBLIC "${publicId.replaceAll('"', '')}" "${systemId.replaceAll('"', '')}">`
