/**
 * Adapts parse5 to happy-dom's nodes, linked directly without notifications.
 * Custom elements are plain until they are inserted. Template content belongs to a document without
 * a window.
 * https://parse5.js.org/interfaces/parse5.TreeAdapter.html
 * Ours: happy-dom's own parser is not used.
 */
import type { TreeAdapter, TreeAdapterTypeMap } from 'parse5'
import { NodeFactory } from '#happy-dom'
import {
  type InnerAttribute,
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'
import { type PlainElement, quickly } from './plain-element.ts'

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

const ELEMENT = 1
const TEXT = 3
const HTML = 'http://www.w3.org/1999/xhtml'

/** By namespace and name; bounded, since markup can invent names. */
const classes = new Map<string, Map<string, Class>>()
interface Class {
  readonly elementClass: unknown
  readonly tagName: string | null
  readonly make: PlainElement | undefined
}
const MOST_CLASSES = 512

const make = <T>(document: InnerDocument, nodeClass: unknown): T =>
  NodeFactory.createNode(document as never, nodeClass as never) as T

/** Creates an element of its class and name; undefined if only the constructor can. */
export const plainElement = (element: InnerElement, elementClass: unknown) => {
  const known = classes.get(element[S.namespaceURI])?.get(element[S.localName])
  return known?.elementClass === elementClass ? known?.make : undefined
}

/** What needs no document. */
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
  isCommentNode: (node): node is InnerNode => node[S.nodeType] === 8,
  isDocumentTypeNode: (node): node is InnerNode => node[S.nodeType] === 10,
  setNodeSourceCodeLocation: () => undefined,
  getNodeSourceCodeLocation: () => null,
  updateNodeSourceCodeLocation: () => undefined,
} satisfies Partial<Adapter>

export function adapter(window: InnerWindow, innerDocument: InnerDocument): Adapter {
  const document = innerDocument as unknown as Document
  const { [S.onSetAttribute]: heardByMost } = inner<InnerElement>(window.HTMLElement.prototype)
  let doctype: InnerNode | null = null
  let mode: ReturnType<Adapter['getDocumentMode']> = 'no-quirks' as never

  function createElement(tag: string, namespace: string, attributes: readonly AttributeToken[]) {
    const element = createBare(tag, namespace)
    for (const attribute of attributes) setAttribute(element, attribute)
    return element
  }

  /** Reuses the window's class for a name: names are checked and split once. */
  function createBare(tag: string, namespace: string): InnerElement {
    const known = classes.get(namespace)?.get(tag)
    if (known === undefined) return createFirst(tag, namespace)
    if (known.make) return new known.make(innerDocument)
    const element = make<InnerElement>(innerDocument, known.elementClass)
    element[S.localName] = tag
    element[S.tagName] = known.tagName
    element[S.namespaceURI] = namespace
    return element
  }

  function createFirst(tag: string, namespace: string): InnerElement {
    const custom = namespace === HTML && tag.includes('-')
    const element = custom
      ? make<InnerElement>(innerDocument, window.HTMLElement)
      : inner<InnerElement>(document.createElementNS(namespace, tag))
    if (custom || tag.includes(':')) {
      element[S.localName] = tag
      element[S.tagName] = namespace === HTML ? tag.toUpperCase() : tag
      element[S.namespaceURI] = namespace
      element[S.prefix] = null
    }
    if (tag === 'template') return element
    const named = classes.get(namespace) ?? new Map<string, Class>()
    classes.set(namespace, named)
    // The window of a frame has fewer classes.
    if (named.size < MOST_CLASSES && innerDocument[S.window] === window) {
      named.set(tag, {
        elementClass: element.constructor,
        tagName: element[S.tagName],
        make: quickly(element),
      })
    }
    return element
  }

  function setAttribute(element: InnerElement, token: AttributeToken) {
    const attribute = make<InnerAttribute>(innerDocument, window.Attr)
    attribute[S.name] = token.prefix ? `${token.prefix}:${token.name}` : token.name
    attribute[S.localName] = token.name
    attribute[S.prefix] = token.prefix || null
    attribute[S.namespaceURI] = token.namespace ?? null
    attribute[S.value] = token.value
    // Most new elements do not react to attributes.
    element[S.attributes][S.setNamedItem](attribute, element[S.onSetAttribute] === heardByMost)
    if (token.name === 'is' && !token.namespace) element[S.isValue] = token.value
  }

  const createFragment = () => inner(document.createDocumentFragment())

  return {
    doctype: () => doctype,
    createDocument: createFragment,
    createDocumentFragment: createFragment,
    createElement,
    createCommentNode: (data) => inner(document.createComment(data)),
    createTextNode: (data) => inner(document.createTextNode(data)),
    adoptAttributes(element, attributes) {
      const has = new Set([...element[S.attributes][S.items].values()].map((own) => own[S.name]))
      for (const token of attributes) if (!has.has(token.name)) setAttribute(element, token)
    },
    appendChild: append,
    insertBefore,
    detachNode: detach,
    insertText(parent, text) {
      const last = parent[S.nodeArray].at(-1)
      if (last?.[S.nodeType] === TEXT) last[S.data] += text
      else append(parent, inner(document.createTextNode(text)))
    },
    insertTextBefore(parent, text, next) {
      const nodes = parent[S.nodeArray]
      const before = nodes[nodes.indexOf(next) - 1]
      if (before?.[S.nodeType] === TEXT) before[S.data] += text
      else insertBefore(parent, inner(document.createTextNode(text)), next)
    },
    setDocumentType(_, name, publicId, systemId) {
      doctype = inner(document.implementation.createDocumentType(name, publicId, systemId))
    },
    setDocumentMode(_, value) {
      mode = value
    },
    getDocumentMode: () => mode,
    ...READS,
  }
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
