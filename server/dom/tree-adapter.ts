/**
 * Adapts parse5 to happy-dom's nodes, for the parsers and for documents of a shell. It links nodes
 * without notifications, custom elements are plain until they are inserted, and plain elements
 * skip their superclass constructors.
 */

import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5'
import { NodeFactory } from '#happy-dom'
import { HTML } from '../html/names.ts'
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

type Types = TreeAdapterTypeMap<
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
export type Adapter = TreeAdapter<Types> & { readonly doctype: () => InnerNode | null }

type AttributeToken = Parameters<Adapter['createElement']>[2][number]

interface ParsedTree {
  readonly window: InnerWindow
  readonly innerDocument: InnerDocument
  readonly document: Document
  /** The `onSetAttribute` of most elements, which does not react to attributes. */
  readonly defaultSetter: unknown
  doctype: InnerNode | null
  mode: ReturnType<Adapter['getDocumentMode']>
}

const READS = {
  // The element's original content is already in the inert document.
  setTemplateContent: () => undefined,
  getTemplateContent: (template) => template[S.content] as InnerNode,
  getFirstChild: (node) => node[S.nodeArray][0] ?? null,
  getChildNodes: (node) => node[S.nodeArray],
  getParentNode: (node) => node[S.parentNode],
  getAttrList: (element) =>
    [...element[S.attributes][S.items].values()].map((own) => ({
      name: own[S.name],
      value: own[S.value] ?? '',
    })),
  getTagName: (element) => element[S.localName],
  getNamespaceURI: (element) => element[S.namespaceURI] as never,
  getTextNodeContent: (node) => node[S.data] ?? '',
  getCommentNodeContent: (node) => node[S.data] ?? '',
  getDocumentTypeNodeName: (node) => (node as unknown as DocumentType).name,
  getDocumentTypeNodePublicId: (node) => (node as unknown as DocumentType).publicId,
  getDocumentTypeNodeSystemId: (node) => (node as unknown as DocumentType).systemId,
  isElementNode: (node): node is InnerElement => node[S.nodeType] === ELEMENT,
  isTextNode: (node): node is InnerNode => node[S.nodeType] === TEXT,
  isCommentNode: (node): node is InnerNode => node[S.nodeType] === COMMENT,
  isDocumentTypeNode: (node): node is InnerNode => node[S.nodeType] === DOCTYPE,
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: () => undefined,
} satisfies Partial<Adapter>

/** https://parse5.js.org/interfaces/parse5.TreeAdapter.html */
export function adapter(window: InnerWindow, innerDocument: InnerDocument): Adapter {
  const document = innerDocument as unknown as Document
  const { [S.onSetAttribute]: defaultSetter } = inner<InnerElement>(window.HTMLElement.prototype)
  const tree: ParsedTree = {
    ...{ window, innerDocument, document, defaultSetter },
    ...{ doctype: null, mode: 'no-quirks' as never },
  }
  const createFragment = () => inner(document.createDocumentFragment())
  const createText = (text: string) => inner(document.createTextNode(text))

  return {
    doctype: () => tree.doctype,
    createDocument: createFragment,
    createDocumentFragment: createFragment,
    createElement: (tag, namespace, attributes) => createElement(tree, tag, namespace, attributes),
    createCommentNode: (data) => inner(document.createComment(data)),
    createTextNode: createText,
    adoptAttributes(element, attributes) {
      const has = new Set([...element[S.attributes][S.items].values()].map((own) => own[S.name]))
      for (const token of attributes) if (!has.has(token.name)) setAttribute(tree, element, token)
    },
    appendChild: append,
    insertBefore,
    detachNode: detach,
    insertText(parent, text) {
      const last = parent[S.nodeArray].at(-1)
      if (last?.[S.nodeType] === TEXT) last[S.data] += text
      else append(parent, createText(text))
    },
    insertTextBefore(parent, text, next) {
      const nodes = parent[S.nodeArray]
      const before = nodes[nodes.indexOf(next) - 1]
      if (before?.[S.nodeType] === TEXT) before[S.data] += text
      else insertBefore(parent, createText(text), next)
    },
    setDocumentType(_, name, publicId, systemId) {
      tree.doctype = inner(document.implementation.createDocumentType(name, publicId, systemId))
    },
    setDocumentMode(_, mode) {
      tree.mode = mode
    },
    getDocumentMode: () => tree.mode,
    ...READS,
  }
}

function createElement(
  tree: ParsedTree,
  tag: string,
  namespace: string,
  attributes: readonly AttributeToken[],
): InnerElement {
  const element = createBare(tree, tag, namespace)
  for (const attribute of attributes) setAttribute(tree, element, attribute)
  return element
}

interface ElementKind {
  readonly elementClass: unknown
  readonly tagName: string | null
  readonly plainClass: PlainElement | undefined
}

/** By namespace and name; bounded, since markup can invent names. */
const kinds = new Map<string, Map<string, ElementKind>>()
const MAX_KINDS = 512

const createNode = <T>(document: InnerDocument, nodeClass: unknown): T =>
  NodeFactory.createNode(document as never, nodeClass as never) as T

/** Names are checked and split once. */
function createBare(tree: ParsedTree, tag: string, namespace: string): InnerElement {
  const kind = kinds.get(namespace)?.get(tag)
  if (kind === undefined) return createFirst(tree, tag, namespace)
  if (kind.plainClass) return new kind.plainClass(tree.innerDocument)
  const element = createNode<InnerElement>(tree.innerDocument, kind.elementClass)
  element[S.localName] = tag
  element[S.tagName] = kind.tagName
  element[S.namespaceURI] = namespace
  return element
}

function createFirst(tree: ParsedTree, tag: string, namespace: string): InnerElement {
  const { window, innerDocument, document } = tree
  const custom = namespace === HTML && tag.includes('-')
  const element = custom
    ? createNode<InnerElement>(innerDocument, window.HTMLElement)
    : inner<InnerElement>(document.createElementNS(namespace, tag))
  if (custom || tag.includes(':')) {
    element[S.localName] = tag
    element[S.tagName] = namespace === HTML ? tag.toUpperCase() : tag
    element[S.namespaceURI] = namespace
    element[S.prefix] = null
  }
  if (tag === 'template') return element
  const kindsByTag = kinds.get(namespace) ?? new Map<string, ElementKind>()
  kinds.set(namespace, kindsByTag)
  // The window of a frame has fewer classes.
  if (kindsByTag.size < MAX_KINDS && innerDocument[S.window] === window) {
    kindsByTag.set(tag, {
      elementClass: element.constructor,
      tagName: element[S.tagName],
      plainClass: plainClassOf(element),
    })
  }
  return element
}

function setAttribute(tree: ParsedTree, element: InnerElement, token: AttributeToken): void {
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

function append(parent: InnerNode, node: InnerNode): void {
  link(parent, node)
  parent[S.nodeArray].push(node)
  if (node[S.nodeType] === ELEMENT) parent[S.elementArray].push(node as InnerElement)
}

function insertBefore(parent: InnerNode, node: InnerNode, next: InnerNode): void {
  link(parent, node)
  const nodes = parent[S.nodeArray]
  nodes.splice(nodes.indexOf(next), 0, node)
  if (node[S.nodeType] !== ELEMENT) return
  const elements = nodes.filter((other) => other[S.nodeType] === ELEMENT) as InnerElement[]
  parent[S.elementArray].splice(0, Number.POSITIVE_INFINITY, ...elements)
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

type PlainElement = new (document: InnerDocument) => InnerElement

/** Undefined: only the element's constructor can create a copy. */
export const plainElement = (element: InnerElement, elementClass: unknown) => {
  const kind = kinds.get(element[S.namespaceURI])?.get(element[S.localName])
  return kind?.elementClass === elementClass ? kind?.plainClass : undefined
}

const PLAIN_KEYS: ReadonlySet<PropertyKey> = new Set([
  S.nodeArray,
  S.elementArray,
  S.ownerDocument,
  S.window,
  S.attributes,
  S.tagName,
  S.localName,
  S.namespaceURI,
])
/** Stored, but empty on most elements. */
const EMPTY_KEYS: ReadonlySet<PropertyKey> = new Set([S.prefix, S.isValue])

/** Undefined: the element has more initial state, or happy-dom wraps it in a proxy. */
function plainClassOf(element: InnerElement): PlainElement | undefined {
  const keys = Reflect.ownKeys(element).filter(
    (key) => !(EMPTY_KEYS.has(key) && element[key as typeof S.prefix] === null),
  )
  const isPlain = keys.length === PLAIN_KEYS.size && keys.every((key) => PLAIN_KEYS.has(key))
  if (
    !isPlain ||
    hasPrivates(element.constructor) ||
    element[S.nodeArray].length + element[S.attributes][S.items].size > 0
  )
    return
  const { [S.tagName]: tagName, [S.localName]: localName, [S.namespaceURI]: namespace } = element
  const names = [tagName, localName, namespace] as const
  return plainClass(Object.getPrototypeOf(element), element[S.attributes].constructor, names)
}

/** Apart, as a closure over the element would keep its document alive. */
function plainClass(
  prototype: object,
  attributes: unknown,
  [tagName, localName, namespace]: readonly [string | null, string, string],
): PlainElement {
  const List = attributes as new (of: InnerNode) => InnerElement[typeof S.attributes]
  function Plain(this: InnerElement, document: InnerDocument) {
    this[S.nodeArray] = []
    this[S.elementArray] = []
    this[S.ownerDocument] = document
    this[S.window] = document[S.window]
    this[S.attributes] = new List(this)
    this[S.tagName] = tagName
    this[S.localName] = localName
    this[S.namespaceURI] = namespace
    this[S.parentNode] = null
    this[S.isConnected] = false
    this[S.rootNode] = null
  }
  Plain.prototype = prototype
  return Plain as unknown as PlainElement
}

/** Only constructors set private members. */
function hasPrivates(derived: unknown): boolean {
  for (let at = derived; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    if (at !== Function.prototype && /\.\s*#\w|^\s*#\w/m.test(Function.prototype.toString.call(at)))
      return true
  }
  return false
}
