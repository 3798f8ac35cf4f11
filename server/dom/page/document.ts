/**
 * Builds the document of a page from the app's shell, with the page's head and an empty outlet,
 * before a view is mounted.
 * Scripts and links are inert. `reset.ts` removes it.
 */
import { type HeadTag, tagKey } from '../../html/head-tags.ts'
import {
  attributeOf,
  isElement,
  isFragmentTag,
  type ShellElement,
  type ShellNode,
} from '../../html/shell-tree.ts'
import { insertParsed } from '../fixes/connect.ts'
import { type Adapter, adapter } from '../fixes/tree-adapter.ts'
import {
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
} from '../internals.ts'
import { makeInert } from './scripts.ts'
import type { ShellPlan } from './shell-plan.ts'

export interface PageHead {
  readonly tags: readonly HeadTag[]
  /** Default: the shell's. */
  readonly lang: string | undefined
}

export interface RouteTag {
  readonly key: string
  readonly tag: HeadTag
  readonly live: InnerElement
}

export interface PageDocument {
  readonly shell: ShellPlan
  /**
   * The node created for each shell node, by number. `html`, `head` and `body` are the window's
   * own.
   */
  readonly lives: readonly (InnerNode | undefined)[]
  readonly routed: ReadonlyMap<InnerNode, RouteTag>
  /** `<html lang>`. */
  readonly lang: string | undefined
  say(head: PageHead): void
}

/** The document must be empty, during a render. */
export function pageDocuments(
  window: InnerWindow,
): (shell: ShellPlan, head: PageHead, outlet: Element) => PageDocument {
  const { document } = window
  const make = adapter(window, inner<InnerDocument>(document))

  return (shell, page, outlet) => {
    const { documentElement, head, body } = document
    const singles = new Map<string, Element>([
      ['html', documentElement],
      ['head', head],
      ['body', body],
    ])
    const lives: (InnerNode | undefined)[] = []
    const build = (number: number): InnerNode | undefined => {
      const node = shell.nodes[number] as ShellNode
      const made = number === shell.outlet ? inner<InnerElement>(outlet) : nodeOf(make, node)
      lives[number] = made
      if (made === undefined) return undefined
      if (number === shell.outlet) {
        fill(outlet, node as ShellElement)
        return made
      }
      for (const child of shell.children[number] ?? []) {
        const live = build(child)
        if (live) make.appendChild(made, live)
      }
      return made
    }
    setDoctype(document, shell)
    for (const number of [shell.html, shell.head, shell.body]) {
      const node = shell.nodes[number] as ShellElement
      const single = singles.get(node.tagName) as Element
      lives[number] = inner(single)
      fill(single, node)
    }
    const routed = new Map<InnerNode, RouteTag>()
    const own = attributeOf(shell.nodes[shell.html] as ShellElement, 'lang')
    // No getter: V8 would keep it, and the whole page, in the hidden class until the next full
    // collection.
    const made: { -readonly [Key in keyof PageDocument]: PageDocument[Key] } = {
      shell,
      lives,
      routed,
      lang: undefined,
      say: sayIn,
    }
    for (const number of [shell.head, shell.body]) {
      const parent = lives[number] as InnerNode
      for (const child of shell.children[number] ?? []) {
        const live = build(child)
        if (live) insertParsed(parent, live)
      }
      if (number !== shell.head) continue
      sayIn(page)
    }

    function sayIn({ tags, lang }: PageHead): void {
      for (const [live] of routed) takeBack(live as InnerElement)
      routed.clear()
      for (const tag of tags) {
        const key = tagKey(tag)
        const number = shell.keyed.get(key)
        const known = number === undefined ? undefined : (lives[number] as InnerElement)
        const live = known ?? tagOf(make, tag)
        const element = live as unknown as Element
        if (known) setAll(element, tag.attributes)
        if (tag.name === 'title') element.textContent = tag.text ?? ''
        if (!element.isConnected) insertParsed(inner(head), live)
        routed.set(live, { key, tag, live })
      }
      made.lang = lang || own
      if (made.lang) documentElement.setAttribute('lang', made.lang)
      else documentElement.removeAttribute('lang')
    }

    function takeBack(live: InnerElement): void {
      const element = live as unknown as Element
      const number = lives.indexOf(live)
      if (number < 0) {
        element.remove()
        return
      }
      const node = shell.nodes[number] as ShellElement
      for (const name of element.getAttributeNames()) element.removeAttribute(name)
      fill(element, node)
      if (node.tagName === 'title') element.textContent = textOf(node)
    }

    return made
  }
}

export const usesStyles = (): boolean =>
  document.adoptedStyleSheets.length > 0 || document.querySelector(SHEETS) !== null

const SHEETS = 'style, link[rel~="stylesheet"]'

const XHTML = 'http://www.w3.org/1999/xhtml'

function tagOf(make: Adapter, { name, attributes }: HeadTag): InnerElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const made = make.createElement(name, XHTML as never, attrs)
  makeInert(made)
  return made
}

function setAll(element: Element, attributes: HeadTag['attributes']): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

const textOf = (node: ShellElement): string =>
  node.childNodes.map((child) => ('value' in child ? child.value : '')).join('')

function fill(element: Element, { attrs }: ShellElement): void {
  for (const { name, value } of attrs) {
    if (!element.hasAttribute(name)) element.setAttribute(name, value)
  }
}

/** The document's empty copy of a shell node; undefined for nodes that pages with a state omit. */
function nodeOf(make: Adapter, node: ShellNode): InnerNode | undefined {
  if (isFragmentTag(node) || node.nodeName === '#documentType') return undefined
  if (node.nodeName === '#text') return make.createTextNode((node as { value: string }).value)
  if (node.nodeName === '#comment') {
    return make.createCommentNode((node as unknown as { data: string }).data)
  }
  const { tagName, namespaceURI, attrs } = node as ShellElement
  const element = make.createElement(tagName, namespaceURI, attrs)
  if (tagName === 'script' || tagName === 'link') makeInert(element)
  if ('content' in node) copyContent(make, element, node as ShellElement & { content: Holder })
  return element
}

interface Holder {
  readonly childNodes: readonly ShellNode[]
}

function copyContent(
  make: Adapter,
  template: InnerElement,
  { content }: { content: Holder },
): void {
  const copy = (parent: InnerNode, nodes: readonly ShellNode[]) => {
    for (const node of nodes) {
      const made = nodeOf(make, node)
      if (made === undefined) continue
      make.appendChild(parent, made)
      if (isElement(node)) copy(made, node.childNodes)
    }
  }
  copy(make.getTemplateContent(template), content.childNodes)
}

function setDoctype(document: Document, { nodes }: ShellPlan): void {
  const wanted = nodes.find(({ nodeName }) => nodeName === '#documentType') as
    | { name: string; publicId: string; systemId: string }
    | undefined
  const { doctype } = document
  if (doctype && wanted && doctype.publicId === wanted.publicId) return
  if (doctype) document.removeChild(doctype)
  if (!wanted) return
  const { name, publicId, systemId } = wanted
  document.prepend(document.implementation.createDocumentType(name, publicId, systemId))
}
