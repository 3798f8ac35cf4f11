/**
 * Copies custom elements as plain ones, and upgrades them when the whole copy is complete.
 * happy-dom constructs custom elements while it copies.
 * Report: docs/happy-dom/clone-custom-elements.md
 */
import { HappyDOM } from '#happy-dom'
import { createNode, plainElement } from '../create-element.ts'
import { DOCUMENT, ELEMENT, type InnerWindow, S, wrap } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { adopt } from './connect.ts'
import { atomically } from './reactions.ts'

/** The custom elements of the copy that is being made. */
const copying = perPage(() => ({ copies: null as Element[] | null }))

/** The document of the copy, if it is imported. No reaction runs before the copy is complete. */
const imported = { document: null as Document | null }

/** https://dom.spec.whatwg.org/#dom-document-importnode */
export function importCopy(document: Document, node: Node, deep: boolean): Node {
  if (isDivided(node)) {
    const copy = node.cloneNode(deep)
    adopt(copy, document)
    return copy
  }
  imported.document = document
  return node.cloneNode(deep)
}

/** https://dom.spec.whatwg.org/#concept-node-clone */
export function installClone(window: InnerWindow, tryUpgrade: (copy: Element) => void): void {
  const prototype = HappyDOM.Node.prototype
  const cloneWhole = prototype[S.cloneNode]
  prototype[S.cloneNode] = function (this: Node, deep = false) {
    if (this[S.nodeType] === DOCUMENT) return cloneWhole.call(this, deep)
    const isElement = this[S.nodeType] === ELEMENT
    const nodeClass = classOf(window, this)
    const Plain = isElement && plainElement(this as Element, nodeClass)
    const document = imported.document ?? this[S.ownerDocument]
    const clone = Plain ? new Plain(document) : createNode<Node>(document, nodeClass)
    if (isElement && mayBeCustom(this as Element)) {
      copying().copies?.push(clone as Element)
      ;(clone as Element)[S.isValue] = (this as Element)[S.isValue]
    }
    if (deep) copyChildren(this, clone)
    return clone
  }
  for (const { prototype: leaf } of [window.Text, window.Comment]) cloneQuickly(window, leaf)
  upgradeCopies(tryUpgrade)
}

/** Copies in tree order, without recursion but for shadow trees and templates. */
function copyChildren(source: Node, clone: Node): void {
  const levels = [{ nodes: source[S.nodeArray], parent: clone, next: 0 }]
  for (let level = levels[0]; level; level = levels[levels.length - 1]) {
    const { nodes, parent } = level
    const depth = levels.length
    const copies = parent[S.nodeArray]
    const self = parent[S.proxy] ?? parent
    // Ends where a child has children.
    while (levels.length === depth && level.next < nodes.length) {
      const node = nodes[level.next++] as Node
      const isElement = node[S.nodeType] === ELEMENT
      const isWhole = isElement && isDivided(node)
      const copy = isWhole ? copyDivided(node) : node[S.cloneNode](false)
      copy[S.parentNode] = self
      copies.push(copy)
      if (!isElement) continue
      parent[S.elementArray].push(copy as Element)
      const children = node[S.nodeArray]
      if (!isWhole && children.length > 0) levels.push({ nodes: children, parent: copy, next: 0 })
    }
    if (levels.length === depth) levels.pop()
  }
}

const isDivided = (node: Node): boolean =>
  Boolean(node[S.shadowRoot] ?? (node as Element)[S.content])

/** The contents of a template stay in their document. */
function copyDivided(node: Node): Node {
  const { document } = imported
  imported.document = null
  const copy = node[S.cloneNode](true)
  imported.document = document
  if (document) adopt(copy, document)
  return copy
}

type Leaf = new (document: Document, data: string) => Node

/** Texts and comments, most of a copy, skip their superclass constructors. */
function cloneQuickly(window: InnerWindow, prototype: object): void {
  const original = (prototype as Node)[S.cloneNode]
  function Leaf(this: Node, document: Document, data: string) {
    this[S.ownerDocument] = document
    this[S.data] = data
    this[S.parentNode] = null
  }
  Leaf.prototype = prototype
  const PlainLeaf = Leaf as unknown as Leaf
  const document = window.document
  ;(prototype as Node)[S.cloneNode] = function (this: Node, deep) {
    return Object.getPrototypeOf(this) === prototype
      ? new PlainLeaf(imported.document ?? document, this[S.data] as string)
      : original.call(this, deep)
  }
}

const mayBeCustom = (element: Element): boolean =>
  element[S.isValue] != null || (element[S.localName]?.includes('-') ?? false)

function classOf(window: InnerWindow, node: Node): unknown {
  if (node[S.nodeType] !== ELEMENT || !mayBeCustom(node as Element)) return node.constructor
  const element = node as Element
  if (element[S.localName].includes('-')) return window.HTMLElement
  return window.document.createElement(element[S.localName]).constructor
}

function upgradeCopies(tryUpgrade: (copy: Element) => void): void {
  wrap<(this: unknown, ...args: unknown[]) => unknown>(
    HappyDOM.Node.prototype,
    'cloneNode',
    (original) =>
      function (...args) {
        const copied = copying()
        if (copied.copies) return original.apply(this, args)
        const customElements: Element[] = []
        copied.copies = customElements
        return atomically(() => {
          try {
            return original.apply(this, args)
          } finally {
            copied.copies = null
            imported.document = null
            customElements.forEach(tryUpgrade)
          }
        })
      },
  )
}
