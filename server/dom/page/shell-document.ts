/**
 * Builds the document of a page from the app's shell, before a view is mounted. Scripts and links
 * are inert.
 */

import { type HeadTag, shellKey, tagKey } from '../../html/head-tags.ts'
import { HTML } from '../../html/names.ts'
import {
  attributeOf,
  isFragmentTag,
  isShellElement,
  ownText,
  type ShellElement,
  type ShellNode,
} from '../../html/shell-tree.ts'
import { insertParsed } from '../fixes/connect.ts'
import { atNextChange } from '../next-change.ts'
import type { TreeBuilder } from '../tree-builder.ts'
import { makeInert } from './resource-loaders.ts'
import type { ShellPlan } from './shell-plan.ts'

export interface PageHead {
  readonly tags: readonly HeadTag[]
  /** Default: the shell's. */
  readonly lang: string | undefined
}

/** A tag of the route's head, in the live head. */
export interface LiveTag {
  readonly key: string
  readonly tag: HeadTag
}

type Holder = { readonly childNodes: readonly ShellNode[] }

export class PageDocument {
  readonly plan: ShellPlan
  /** The nodes of the shell. All others are the page's. */
  readonly shellNodes: Map<Node, ShellNode> = new Map()
  readonly headTags = new Map<Node, LiveTag>()
  readonly #lives = new Map<ShellNode, Node>()
  readonly #make: TreeBuilder
  readonly #outlet: Element
  #isOwnChange = true
  #isChanged = false

  /** The document must be empty. @param builder Creates its nodes. */
  constructor(builder: TreeBuilder, plan: ShellPlan, head: PageHead, outlet: Element) {
    this.plan = plan
    this.#make = builder
    this.#outlet = outlet
    setDoctype(document, plan)
    this.#fillSingle(plan.html, document.documentElement)
    this.#fillSingle(plan.head, document.head)
    this.#fillSingle(plan.body, document.body)
    this.#buildChildren(plan.head, document.head)
    this.#setTags(head)
    this.#buildChildren(plan.body, document.body)
    this.#watch()
  }

  /** Whether other code than `setHead` has changed any tree. */
  get isChanged(): boolean {
    return this.#isChanged
  }

  /** The document's own, or the shell's, if a view has removed it. */
  get root(): Element {
    return document.documentElement ?? this.#liveOf(this.plan.html)
  }

  get head(): Element {
    return document.head ?? this.#liveOf(this.plan.head)
  }

  get body(): Element {
    return document.body ?? this.#liveOf(this.plan.body)
  }

  /** Whether the page has replaced a tag of the shell, or one with the same key. */
  isReplaced(element: Element, keys: ReadonlySet<string>): boolean {
    const node = this.shellNodes.get(element)
    if (node === undefined || this.headTags.has(element)) return false
    return keys.has(shellKey(node as ShellElement) ?? '')
  }

  #liveOf(node: ShellNode): Element {
    return this.#lives.get(node) as Element
  }

  #watch(): void {
    this.#isOwnChange = false
    atNextChange(() => {
      this.#isChanged ||= !this.#isOwnChange
    })
  }

  #fillSingle(node: ShellElement, element: Element): void {
    this.#note(node, element)
    this.#fill(element, node)
  }

  /** Sets attributes as a parser does: `setAttribute` refuses some names. */
  #fill(element: Element, { attrs }: ShellElement): void {
    this.#make.adoptAttributes(element, attrs)
  }

  #note(node: ShellNode, live: Node): void {
    this.#lives.set(node, live)
    this.shellNodes.set(live, node)
  }

  #buildChildren({ childNodes }: ShellElement, parent: Node): void {
    for (const child of childNodes) {
      const live = this.#build(child)
      if (live) insertParsed(parent, live)
    }
  }

  #build(node: ShellNode): Node | undefined {
    if (node === this.plan.outlet) {
      const outlet = this.#outlet
      this.#note(node, outlet)
      this.#fill(outlet, this.plan.outlet)
      return outlet
    }
    const live = nodeOf(this.#make, node)
    if (live === undefined) return undefined
    this.#note(node, live)
    for (const child of isShellElement(node) ? node.childNodes : []) {
      const copy = this.#build(child)
      if (copy) this.#make.appendChild(live, copy)
    }
    return live
  }

  /** Replaces the tags and the language of the page before. */
  setHead(head: PageHead): void {
    this.#isOwnChange = true
    this.#setTags(head)
    this.#watch()
  }

  #setTags({ tags, lang }: PageHead): void {
    for (const [live] of this.headTags) this.#restore(live as Element)
    this.headTags.clear()
    for (const tag of tags) this.#setTag(tag)
    const { root } = this
    const language = lang || attributeOf(this.plan.html, 'lang')
    if (language) root.setAttribute('lang', language)
    else root.removeAttribute('lang')
  }

  #setTag(tag: HeadTag): void {
    const key = tagKey(tag)
    const node = this.plan.keyed.get(key)
    const ofShell = node && (this.#lives.get(node) as Element)
    const live = ofShell ?? tagOf(this.#make, tag)
    if (ofShell) setAll(live, tag.attributes)
    if (tag.name === 'title') live.textContent = tag.text ?? ''
    if (live.parentNode === null) insertParsed(this.head, live)
    this.headTags.set(live, { key, tag })
  }

  /** Sets a tag back to the shell's. */
  #restore(live: Element): void {
    const node = this.shellNodes.get(live) as ShellElement | undefined
    if (node === undefined) {
      live.remove()
      return
    }
    for (const name of live.getAttributeNames()) live.removeAttribute(name)
    this.#fill(live, node)
    if (node.tagName === 'title') live.textContent = ownText(node)
  }
}

export const usesStyles = (): boolean =>
  document.adoptedStyleSheets.length > 0 || document.querySelector(SHEETS) !== null

const SHEETS = 'style, link[rel~="stylesheet"]'

function tagOf(builder: TreeBuilder, { name, attributes }: HeadTag): Element {
  const attrs = Object.entries(attributes).map(([name, value]) => ({ name, value }))
  const element = builder.createElement(name, HTML as never, attrs)
  makeInert(element)
  return element
}

function setAll(element: Element, attributes: HeadTag['attributes']): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** An empty copy of a shell node; undefined for nodes that pages with a state omit. */
function nodeOf(builder: TreeBuilder, node: ShellNode): Node | undefined {
  if (isFragmentTag(node) || node.nodeName === '#documentType') return undefined
  if (node.nodeName === '#text') return builder.createTextNode((node as { value: string }).value)
  if (node.nodeName === '#comment') {
    return builder.createCommentNode((node as { data: string }).data)
  }
  const { tagName, namespaceURI, attrs } = node as ShellElement
  const element = builder.createElement(tagName, namespaceURI, attrs)
  if (tagName === 'script' || tagName === 'link') makeInert(element)
  if ('content' in node) copyContent(builder, element, node as ShellElement & { content: Holder })
  return element
}

function copyContent(
  builder: TreeBuilder,
  template: Element,
  { content }: { content: Holder },
): void {
  const copy = (parent: Node, nodes: readonly ShellNode[]) => {
    for (const node of nodes) {
      const live = nodeOf(builder, node)
      if (live === undefined) continue
      builder.appendChild(parent, live)
      if (isShellElement(node)) copy(live, node.childNodes)
    }
  }
  copy(builder.getTemplateContent(template), content.childNodes)
}

function setDoctype(document: Document, plan: ShellPlan): void {
  const planned = plan.doctype as { name: string; publicId: string; systemId: string } | undefined
  const { doctype } = document
  if (doctype && planned && doctype.publicId === planned.publicId) return
  if (doctype) document.removeChild(doctype)
  if (!planned) return
  const { name, publicId, systemId } = planned
  document.prepend(document.implementation.createDocumentType(name, publicId, systemId))
}
