/**
 * Builds the document of a page from the app's shell, before a view is mounted. Scripts and links
 * are inert.
 */

import { type HeadTag, tagKey } from '../../html/head-tags.ts'
import { HTML } from '../../html/names.ts'
import {
  attributeOf,
  isFragmentTag,
  isShellElement,
  type ShellElement,
  type ShellNode,
} from '../../html/shell-tree.ts'
import { insertParsed } from '../fixes/connect.ts'
import { type InnerElement, type InnerNode, inner } from '../internals.ts'
import type { Adapter } from '../tree-adapter.ts'
import { makeInert } from './resource-loaders.ts'
import type { ShellPlan } from './shell-plan.ts'

export interface PageHead {
  readonly tags: readonly HeadTag[]
  /** Default: the shell's. */
  readonly lang: string | undefined
}

export interface LiveTag {
  readonly key: string
  readonly tag: HeadTag
  readonly live: InnerElement
}

type Holder = { readonly childNodes: readonly ShellNode[] }

export class PageDocument {
  readonly shell: ShellPlan
  /** The node of each shell node, by number. `html`, `head` and `body` are the window's own. */
  readonly lives: (InnerNode | undefined)[] = []
  readonly headTags = new Map<InnerNode, LiveTag>()
  /** `<html lang>`. */
  lang: string | undefined
  readonly #make: Adapter
  readonly #outlet: Element

  /** The document must be empty. @param make Creates its nodes. */
  constructor(make: Adapter, shell: ShellPlan, head: PageHead, outlet: Element) {
    this.shell = shell
    this.#make = make
    this.#outlet = outlet
    setDoctype(document, shell)
    this.#fillSingle(shell.html, document.documentElement)
    this.#fillSingle(shell.head, document.head)
    this.#fillSingle(shell.body, document.body)
    this.#buildChildren(shell.head)
    this.setHead(head)
    this.#buildChildren(shell.body)
  }

  #fillSingle(number: number, element: Element): void {
    this.lives[number] = inner(element)
    fill(element, this.#elementOf(number))
  }

  #elementOf(number: number): ShellElement {
    return this.shell.nodes[number] as ShellElement
  }

  #buildChildren(number: number): void {
    const parent = this.lives[number] as InnerNode
    for (const child of this.shell.children[number] ?? []) {
      const live = this.#build(child)
      if (live) insertParsed(parent, live)
    }
  }

  #build(number: number): InnerNode | undefined {
    const { shell } = this
    if (number === shell.outlet) {
      const outlet = inner<InnerElement>(this.#outlet)
      this.lives[number] = outlet
      fill(this.#outlet, this.#elementOf(number))
      return outlet
    }
    const live = nodeOf(this.#make, shell.nodes[number] as ShellNode)
    this.lives[number] = live
    if (live === undefined) return undefined
    for (const child of shell.children[number] ?? []) {
      const node = this.#build(child)
      if (node) this.#make.appendChild(live, node)
    }
    return live
  }

  /** Replaces the tags and the language of the page before. */
  setHead({ tags, lang }: PageHead): void {
    /** Sets a tag back to the shell's. */
    for (const [live] of this.headTags) this.#restore(live as InnerElement)
    this.headTags.clear()
    for (const tag of tags) this.#setTag(tag)
    const { documentElement } = document
    this.lang = lang || attributeOf(this.#elementOf(this.shell.html), 'lang')
    if (this.lang) documentElement.setAttribute('lang', this.lang)
    else documentElement.removeAttribute('lang')
  }

  #setTag(tag: HeadTag): void {
    const key = tagKey(tag)
    const number = this.shell.keyed.get(key)
    const known = number === undefined ? undefined : (this.lives[number] as InnerElement)
    const live = known ?? tagOf(this.#make, tag)
    const element = live as unknown as Element
    if (known) setAll(element, tag.attributes)
    if (tag.name === 'title') element.textContent = tag.text ?? ''
    if (!element.isConnected) insertParsed(inner(document.head), live)
    this.headTags.set(live, { key, tag, live })
  }

  #restore(live: InnerElement): void {
    const element = live as unknown as Element
    const number = this.lives.indexOf(live)
    if (number < 0) {
      element.remove()
      return
    }
    const node = this.#elementOf(number)
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
    fill(element, node)
    if (node.tagName === 'title') element.textContent = textOf(node)
  }
}

export const usesStyles = (): boolean =>
  document.adoptedStyleSheets.length > 0 || document.querySelector(SHEETS) !== null

const SHEETS = 'style, link[rel~="stylesheet"]'

function tagOf(make: Adapter, { name, attributes }: HeadTag): InnerElement {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const element = make.createElement(name, HTML as never, attrs)
  makeInert(element)
  return element
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

/** An empty copy of a shell node; undefined for nodes that pages with a state omit. */
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

function copyContent(
  make: Adapter,
  template: InnerElement,
  { content }: { content: Holder },
): void {
  const copy = (parent: InnerNode, nodes: readonly ShellNode[]) => {
    for (const node of nodes) {
      const live = nodeOf(make, node)
      if (live === undefined) continue
      make.appendChild(parent, live)
      if (isShellElement(node)) copy(live, node.childNodes)
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
