// Builds trees of happy-dom's nodes for parse5, for the parsers and for documents of a shell. It
// links nodes without notifications.

import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5'
import { createBare, createNode } from './create-element.ts'
import {
  COMMENT,
  DOCTYPE,
  ELEMENT,
  type InnerAttribute,
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
  TEXT,
} from './internals.ts'

export type Types = TreeAdapterTypeMap<
  InnerNode,
  InnerNode,
  InnerNode,
  InnerNode,
  InnerNode,
  InnerElement,
  InnerNode,
  InnerNode,
  InnerElement,
  InnerNode
>

type AttributeToken = Parameters<TreeAdapter<Types>['createElement']>[2][number]
type Mode = ReturnType<TreeAdapter<Types>['getDocumentMode']>

/**
 * A class, so that the parser's calls have the same targets on all pages.
 * https://parse5.js.org/interfaces/parse5.TreeAdapter.html
 */
export class TreeBuilder implements TreeAdapter<Types> {
  readonly window: InnerWindow
  readonly innerDocument: InnerDocument
  protected readonly document: Document
  /** The `onSetAttribute` of most elements, which does not react to attributes. */
  readonly defaultSetter: unknown
  doctype: InnerNode | null = null
  #mode = 'no-quirks' as Mode

  constructor(window: InnerWindow, innerDocument: InnerDocument) {
    this.window = window
    this.innerDocument = innerDocument
    this.document = innerDocument as unknown as Document
    this.defaultSetter = inner<InnerElement>(window.HTMLElement.prototype)[S.onSetAttribute]
  }

  createDocument(): InnerNode {
    return this.createDocumentFragment()
  }

  createDocumentFragment(): InnerNode {
    return inner(this.document.createDocumentFragment())
  }

  createElement(
    tag: string,
    namespace: string,
    attributes: readonly AttributeToken[],
  ): InnerElement {
    const element = createBare(this, tag, namespace)
    for (const attribute of attributes) setAttribute(this, element, attribute)
    return element
  }

  createCommentNode(data: string): InnerNode {
    return inner(this.document.createComment(data))
  }

  createTextNode(text: string): InnerNode {
    return inner(this.document.createTextNode(text))
  }

  adoptAttributes(element: InnerElement, attributes: readonly AttributeToken[]): void {
    const has = new Set([...element[S.attributes][S.items].values()].map((own) => own[S.name]))
    for (const token of attributes) if (!has.has(token.name)) setAttribute(this, element, token)
  }

  appendChild(parent: InnerNode, node: InnerNode): void {
    link(parent, node)
    parent[S.nodeArray].push(node)
    if (node[S.nodeType] === ELEMENT) parent[S.elementArray].push(node as InnerElement)
  }

  insertBefore(parent: InnerNode, node: InnerNode, next: InnerNode): void {
    link(parent, node)
    const nodes = parent[S.nodeArray]
    nodes.splice(nodes.indexOf(next), 0, node)
    if (node[S.nodeType] !== ELEMENT) return
    const elements = nodes.filter((other) => other[S.nodeType] === ELEMENT) as InnerElement[]
    parent[S.elementArray].splice(0, Number.POSITIVE_INFINITY, ...elements)
  }

  detachNode(node: InnerNode): void {
    detach(node)
  }

  insertText(parent: InnerNode, text: string): void {
    const last = parent[S.nodeArray].at(-1)
    if (last?.[S.nodeType] === TEXT) this.addText(last, text)
    else this.appendChild(parent, this.createTextNode(text))
  }

  insertTextBefore(parent: InnerNode, text: string, next: InnerNode): void {
    const nodes = parent[S.nodeArray]
    const before = nodes[nodes.indexOf(next) - 1]
    if (before?.[S.nodeType] === TEXT) this.addText(before, text)
    else this.insertBefore(parent, this.createTextNode(text), next)
  }

  protected addText(node: InnerNode, text: string): void {
    node[S.data] += text
  }

  setDocumentType(_: InnerNode, name: string, publicId: string, systemId: string): void {
    this.doctype = inner(this.document.implementation.createDocumentType(name, publicId, systemId))
  }

  setDocumentMode(_: InnerNode, mode: Mode): void {
    this.#mode = mode
  }

  getDocumentMode(): Mode {
    return this.#mode
  }

  /** The element's original content is already in the inert document. */
  setTemplateContent(): void {}

  getTemplateContent(template: InnerElement): InnerNode {
    return template[S.content] as InnerNode
  }

  getFirstChild(node: InnerNode): InnerNode | null {
    return node[S.nodeArray][0] ?? null
  }

  getChildNodes(node: InnerNode): InnerNode[] {
    return node[S.nodeArray]
  }

  getParentNode(node: InnerNode): InnerNode | null {
    return node[S.parentNode]
  }

  getAttrList(element: InnerElement): AttributeToken[] {
    return [...element[S.attributes][S.items].values()].map((own) => ({
      name: own[S.name],
      value: own[S.value] ?? '',
    }))
  }

  getTagName(element: InnerElement): string {
    return element[S.localName]
  }

  getNamespaceURI(element: InnerElement): never {
    return element[S.namespaceURI] as never
  }

  getTextNodeContent(node: InnerNode): string {
    return node[S.data] ?? ''
  }

  getCommentNodeContent(node: InnerNode): string {
    return node[S.data] ?? ''
  }

  getDocumentTypeNodeName(node: InnerNode): string {
    return (node as unknown as DocumentType).name
  }

  getDocumentTypeNodePublicId(node: InnerNode): string {
    return (node as unknown as DocumentType).publicId
  }

  getDocumentTypeNodeSystemId(node: InnerNode): string {
    return (node as unknown as DocumentType).systemId
  }

  isElementNode(node: InnerNode): node is InnerElement {
    return node[S.nodeType] === ELEMENT
  }

  isTextNode(node: InnerNode): node is InnerNode {
    return node[S.nodeType] === TEXT
  }

  isCommentNode(node: InnerNode): node is InnerNode {
    return node[S.nodeType] === COMMENT
  }

  isDocumentTypeNode(node: InnerNode): node is InnerNode {
    return node[S.nodeType] === DOCTYPE
  }

  setNodeSourceCodeLocation(): void {}

  getNodeSourceCodeLocation(): null {
    return null
  }

  updateNodeSourceCodeLocation(): void {}
}

function setAttribute(tree: TreeBuilder, element: InnerElement, token: AttributeToken): void {
  const attribute = createNode<InnerAttribute>(tree.innerDocument, tree.window.Attr)
  attribute[S.name] = token.prefix ? `${token.prefix}:${token.name}` : token.name
  attribute[S.localName] = token.name
  attribute[S.prefix] = token.prefix || null
  attribute[S.namespaceURI] = token.namespace ?? null
  attribute[S.value] = token.value
  const isSilent = element[S.onSetAttribute] === tree.defaultSetter
  element[S.attributes][S.setNamedItem](attribute, isSilent)
  if (token.name === 'is' && !token.namespace) element[S.isValue] = token.value
}

function link(parent: InnerNode, node: InnerNode): void {
  node[S.parentNode] = parent[S.proxy] ?? parent
  node[S.ownerDocument] = parent[S.ownerDocument]
}

export function detach(node: InnerNode): void {
  const parent = node[S.parentNode]
  if (!parent) return
  for (const list of [parent[S.nodeArray], parent[S.elementArray] as InnerNode[]]) {
    const index = list.indexOf(node)
    if (index >= 0) list.splice(index, 1)
  }
  node[S.parentNode] = null
}
