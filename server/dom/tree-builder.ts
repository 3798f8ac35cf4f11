// Builds trees of happy-dom's nodes for parse5, for the parsers and for documents of a shell. It
// links nodes without notifications.

import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5'
import { createBare, createNode } from './create-element.ts'
import { COMMENT, DOCTYPE, ELEMENT, type InnerWindow, S, TEXT } from './internals.ts'

export type Types = TreeAdapterTypeMap<
  Node,
  Node,
  Node,
  Node,
  Node,
  Element,
  Node,
  Node,
  Element,
  Node
>

type AttributeToken = Parameters<TreeAdapter<Types>['createElement']>[2][number]
type Mode = ReturnType<TreeAdapter<Types>['getDocumentMode']>

/**
 * A class, so that the parser's calls have the same targets on all pages.
 * https://parse5.js.org/interfaces/parse5.TreeAdapter.html
 */
export class TreeBuilder implements TreeAdapter<Types> {
  readonly window: InnerWindow
  readonly document: Document
  /** The `onSetAttribute` of most elements, which does not react to attributes. */
  readonly defaultSetter: unknown
  doctype: Node | null = null
  #mode = 'no-quirks' as Mode

  constructor(window: InnerWindow, document: Document) {
    this.window = window
    this.document = document
    this.defaultSetter = window.HTMLElement.prototype[S.onSetAttribute]
  }

  createDocument(): Node {
    return this.createDocumentFragment()
  }

  createDocumentFragment(): Node {
    return this.document.createDocumentFragment()
  }

  createElement(tag: string, namespace: string, attributes: readonly AttributeToken[]): Element {
    const element = createBare(this, tag, namespace)
    for (const attribute of attributes) setAttribute(this, element, attribute)
    return element
  }

  createCommentNode(data: string): Node {
    return this.document.createComment(data)
  }

  createTextNode(text: string): Node {
    return this.document.createTextNode(text)
  }

  adoptAttributes(element: Element, attributes: readonly AttributeToken[]): void {
    const has = new Set(
      [...element[S.attributes][S.items].values()].map((attribute) => attribute[S.name]),
    )
    for (const token of attributes) if (!has.has(token.name)) setAttribute(this, element, token)
  }

  appendChild(parent: Node, node: Node): void {
    link(parent, node)
    parent[S.nodeArray].push(node)
    if (node[S.nodeType] === ELEMENT) parent[S.elementArray].push(node as Element)
  }

  insertBefore(parent: Node, node: Node, next: Node): void {
    link(parent, node)
    const nodes = parent[S.nodeArray]
    nodes.splice(nodes.indexOf(next), 0, node)
    if (node[S.nodeType] !== ELEMENT) return
    const elements = nodes.filter((other) => other[S.nodeType] === ELEMENT) as Element[]
    parent[S.elementArray].splice(0, Number.POSITIVE_INFINITY, ...elements)
  }

  detachNode(node: Node): void {
    detach(node)
  }

  insertText(parent: Node, text: string): void {
    const last = parent[S.nodeArray].at(-1)
    if (last?.[S.nodeType] === TEXT) this.addText(last, text)
    else this.appendChild(parent, this.createTextNode(text))
  }

  insertTextBefore(parent: Node, text: string, next: Node): void {
    const nodes = parent[S.nodeArray]
    const before = nodes[nodes.indexOf(next) - 1]
    if (before?.[S.nodeType] === TEXT) this.addText(before, text)
    else this.insertBefore(parent, this.createTextNode(text), next)
  }

  protected addText(node: Node, text: string): void {
    node[S.data] += text
  }

  setDocumentType(_: Node, name: string, publicId: string, systemId: string): void {
    this.doctype = this.document.implementation.createDocumentType(name, publicId, systemId)
  }

  setDocumentMode(_: Node, mode: Mode): void {
    this.#mode = mode
  }

  getDocumentMode(): Mode {
    return this.#mode
  }

  /** The element's original content is already in the inert document. */
  setTemplateContent(): void {}

  getTemplateContent(template: Element): Node {
    return template[S.content] as Node
  }

  getFirstChild(node: Node): Node | null {
    return node[S.nodeArray][0] ?? null
  }

  getChildNodes(node: Node): Node[] {
    return node[S.nodeArray]
  }

  getParentNode(node: Node): Node | null {
    return node[S.parentNode]
  }

  getAttrList(element: Element): AttributeToken[] {
    return [...element[S.attributes][S.items].values()].map((attribute) => ({
      name: attribute[S.name],
      value: attribute[S.value] ?? '',
    }))
  }

  getTagName(element: Element): string {
    return element[S.localName]
  }

  getNamespaceURI(element: Element): never {
    return element[S.namespaceURI] as never
  }

  getTextNodeContent(node: Node): string {
    return node[S.data] ?? ''
  }

  getCommentNodeContent(node: Node): string {
    return node[S.data] ?? ''
  }

  getDocumentTypeNodeName(node: Node): string {
    return (node as DocumentType).name
  }

  getDocumentTypeNodePublicId(node: Node): string {
    return (node as DocumentType).publicId
  }

  getDocumentTypeNodeSystemId(node: Node): string {
    return (node as DocumentType).systemId
  }

  isElementNode(node: Node): node is Element {
    return node[S.nodeType] === ELEMENT
  }

  isTextNode(node: Node): node is Node {
    return node[S.nodeType] === TEXT
  }

  isCommentNode(node: Node): node is Node {
    return node[S.nodeType] === COMMENT
  }

  isDocumentTypeNode(node: Node): node is Node {
    return node[S.nodeType] === DOCTYPE
  }

  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): null {
    return null
  }

  updateNodeSourceCodeLocation(): void {}
}

function setAttribute(tree: TreeBuilder, element: Element, token: AttributeToken): void {
  const attribute = createNode<Attr>(tree.document, tree.window.Attr)
  attribute[S.name] = token.prefix ? `${token.prefix}:${token.name}` : token.name
  attribute[S.localName] = token.name
  attribute[S.prefix] = token.prefix || null
  attribute[S.namespaceURI] = token.namespace ?? null
  attribute[S.value] = token.value
  const isSilent = element[S.onSetAttribute] === tree.defaultSetter
  element[S.attributes][S.setNamedItem](attribute, isSilent)
  if (token.name === 'is' && !token.namespace) element[S.isValue] = token.value
}

function link(parent: Node, node: Node): void {
  node[S.parentNode] = parent[S.proxy] ?? parent
  node[S.ownerDocument] = parent[S.ownerDocument]
}

export function detach(node: Node): void {
  const parent = node[S.parentNode]
  if (!parent) return
  for (const list of [parent[S.nodeArray], parent[S.elementArray] as Node[]]) {
    const index = list.indexOf(node)
    if (index >= 0) list.splice(index, 1)
  }
  node[S.parentNode] = null
}
