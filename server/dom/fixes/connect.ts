/**
 * Marks a whole tree when its parent changes, then notifies its nodes in tree order, parents first.
 * A child that looks upwards when it is connected (contexts do) finds its parent listening.
 * https://dom.spec.whatwg.org/#concept-node-insert
 * happy-dom notifies children first: capricorn86/happy-dom#230.
 * Most of the work of a snapshot is here. A tree that moves between places outside the document is
 * not walked. Only nodes that react are notified.
 */
import { CharacterData, Element, HTMLElement, Node } from '#happy-dom'
import {
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
} from '../internals.ts'

const ELEMENT = 1
const DOCTYPE = 10
const FRAGMENT = 11

let notified: InnerNode[] | null = null
let wholly = false
let active: InnerElement | null = null

/** Whether a node is, or is in, an element of four kinds. Most nodes are not. */
const AROUND = Symbol('around')
type Marked = InnerNode & { [AROUND]: boolean }

/**
 * Whether insertion means nothing to a text or comment: it is in no style, control or form, and
 * keeps its document.
 */
export const isQuietIn = (parent: InnerNode, leaf: InnerNode): boolean =>
  !isAround(leaf) && !isAround(parent) && leaf[S.ownerDocument] === parent[S.ownerDocument]

/**
 * Inserts a tree that was built without notifications; walks all its nodes. @param before Default:
 * at the end.
 */
export function insertParsed(
  parent: InnerNode,
  child: InnerNode,
  before: InnerNode | null = null,
): void {
  wholly = true
  try {
    if (before) parent[S.insertBefore](child, before, true)
    else parent[S.appendChild](child, true)
  } finally {
    wholly = false
  }
}

export function installConnect(window: InnerWindow): void {
  const prototype = inner<Marked>(Node.prototype)
  prototype[AROUND] = false
  const { HTMLStyleElement, HTMLTextAreaElement, HTMLFormElement, HTMLSelectElement } = window
  const four = [HTMLStyleElement, HTMLTextAreaElement, HTMLFormElement, HTMLSelectElement]
  for (const one of [...four, window.SVGStyleElement]) inner<Marked>(one.prototype)[AROUND] = true
  prototype[S.connectedToNode] = connectedToNode
  prototype[S.disconnectedFromNode] = disconnectedFromNode
  // Text is connected where its parent is. There is too much text to store that on each node.
  Object.defineProperty(CharacterData.prototype, S.isConnected, {
    configurable: true,
    get: isParentConnected,
    set: () => undefined,
  })
  Node.prototype.getRootNode = getRootNode as never
}

function isParentConnected(this: InnerNode): boolean {
  return this[S.parentNode]?.[S.isConnected] ?? false
}

function getRootNode(this: InnerNode, options?: { composed?: boolean }): InnerNode {
  let root: InnerNode = this
  for (;;) {
    const next = root[S.parentNode] ?? (options?.composed ? root[S.host] : null)
    if (!next) return root[S.proxy] ?? root
    root = next
  }
}

function connectedToNode(this: InnerNode): void {
  const parentNode = this[S.parentNode]
  const parent = parentNode ?? this[S.host]
  if (!parent || (parentNode && isUnchanged(this, parentNode))) return
  if (notified === null) notifyingOnce(this, parent)
  else move(this, parent, true)
}

function disconnectedFromNode(this: InnerNode): void {
  if (notified !== null) move(this, null, true)
  else if (this[S.isConnected] || this[S.rootNode] !== null || isAround(this)) {
    notifyingOnce(this, null)
  }
}

/** Walks the whole tree first: callbacks see it complete. */
function notifyingOnce(node: InnerNode, parent: InnerNode | null): void {
  const mine: InnerNode[] = []
  const connected = parent?.[S.isConnected] ?? false
  notified = mine
  active = node[S.ownerDocument][S.activeElement]
  try {
    move(node, parent, isAround(node) || (parent !== null && isAround(parent)))
  } finally {
    notified = null
    active = null
  }
  for (const one of mine) {
    if (!connected) one[S.disconnectedFromDocument]()
    // An earlier callback may have removed it.
    else if (one[S.isConnected]) one[S.connectedToDocument]()
  }
}

/**
 * @param parent Its parent, the host of a shadow root, or null without one.
 * @param around Whether one of the four kinds of elements contains, or contained, it.
 */
function move(node: InnerNode, parent: InnerNode | null, around: boolean): void {
  const connected = parent?.[S.isConnected] ?? false
  const owner =
    parent === null
      ? node[S.ownerDocument]
      : (parent[S.ownerDocument] ?? (parent as InnerNode[typeof S.ownerDocument]))
  if (around && node[S.nodeType] !== FRAGMENT) setAround(node, parent)
  mark(node, connected, owner, parent?.[S.rootNode] ?? null, around)
}

function mark(
  node: InnerNode,
  connected: boolean,
  owner: InnerDocument,
  root: InnerNode | null,
  around: boolean,
): void {
  const type = node[S.nodeType]
  const adopted = node[S.ownerDocument] !== owner
  if (adopted) {
    node[S.ownerDocument] = owner
    node[S.window] = owner[S.window] ?? node[S.window]
  }
  const changed = node[S.isConnected] !== connected
  if (changed) node[S.isConnected] = connected
  if (type !== ELEMENT && type !== FRAGMENT) return
  if (type === ELEMENT && node[S.rootNode] !== root) node[S.rootNode] = root
  const shadow = node[S.shadowRoot]
  if (changed && (shadow || (type === ELEMENT && isToldOf(node as InnerElement))))
    notified?.push(node)
  if (shadow) mark(shadow, connected, owner, shadow, around)
  const below = around || (isAround(node) && isOneAround(node))
  const children: readonly InnerNode[] = below || adopted ? node[S.nodeArray] : node[S.elementArray]
  const { length } = children
  if (length === 0) return
  const inside = type === FRAGMENT ? node : root
  // No callback runs before the walk ends, so the list does not change.
  for (let index = 0; index < length; index++) {
    const child = children[index] as InnerNode
    if (below) {
      if (child[S.connectedToNode] !== connectedToNode) child[S.connectedToNode]()
      else move(child, node, true)
    } else if (
      (adopted && child[S.nodeType] !== ELEMENT) ||
      child[S.connectedToNode] === connectedToNode
    ) {
      mark(child, connected, owner, inside, false)
    } else child[S.connectedToNode]()
  }
}

/** Only custom elements, elements with an id and some classes react to insertion and removal. */
function isToldOf(element: InnerElement): boolean {
  const hears = element[S.connectedToDocument]
  return (
    (hears !== html[S.connectedToDocument] && hears !== any[S.connectedToDocument]) ||
    element[S.localName].includes('-') ||
    element[S.isValue] != null ||
    hasId(element) ||
    element === active
  )
}
const hasId = (element: InnerElement): boolean => {
  const items = element[S.attributes][S.items]
  return items.size > 0 && items.has(':id')
}
const html = inner<InnerElement>(HTMLElement.prototype)
const any = inner<InnerElement>(Element.prototype)

function isUnchanged(node: InnerNode, parent: InnerNode): boolean {
  const type = node[S.nodeType]
  if (type !== ELEMENT && type !== FRAGMENT) {
    const adopted = node[S.ownerDocument] !== parent[S.ownerDocument]
    return type !== DOCTYPE && !adopted && !isAround(node) && !isAround(parent)
  }
  return (
    !wholly &&
    !node[S.isConnected] &&
    !parent[S.isConnected] &&
    type !== FRAGMENT &&
    node[S.ownerDocument] === parent[S.ownerDocument] &&
    node[S.rootNode] === parent[S.rootNode] &&
    node[S.window] === parent[S.window] &&
    ((!isAround(node) && !isAround(parent)) || isAroundAlike(node, parent))
  )
}

const isAroundAlike = (node: InnerNode, parent: InnerNode): boolean =>
  node[S.styleNode] === parent[S.styleNode] &&
  node[S.textAreaNode] === parent[S.textAreaNode] &&
  node[S.formNode] === parent[S.formNode] &&
  node[S.selectNode] === parent[S.selectNode]

const isOneAround = (node: InnerNode): boolean => FOUR.has(node[S.tagName] as string)
const FOUR = new Set(['STYLE', 'style', 'TEXTAREA', 'FORM', 'SELECT'])

const isAround = (node: InnerNode): boolean => (node as Marked)[AROUND]

let toldOfForm: (element: InnerElement) => void = () => undefined

/** Only outside the document. */
export function notifyDetachedForms(listener: typeof toldOfForm): void {
  toldOfForm = listener
}

function setForm(node: InnerNode, parent: InnerNode | null): void {
  const form = parent === null ? null : parent[S.formNode]
  if (node[S.formNode] === form) return
  node[S.formNode] = form
  const isDetached = !node[S.isConnected] && !parent?.[S.isConnected]
  if (isDetached && node[S.tagName]?.includes('-')) toldOfForm(node as InnerElement)
}

/** happy-dom stores the nearest ancestor of each kind on every node. */
function setAround(node: InnerNode, parent: InnerNode | null): void {
  const tag = node[S.tagName]
  if (tag !== 'STYLE') node[S.styleNode] = parent === null ? null : parent[S.styleNode]
  if (tag !== 'TEXTAREA') node[S.textAreaNode] = parent === null ? null : parent[S.textAreaNode]
  if (tag !== 'FORM') setForm(node, parent)
  if (tag !== 'SELECT') node[S.selectNode] = parent === null ? null : parent[S.selectNode]
  const around =
    node[S.styleNode] ?? node[S.textAreaNode] ?? node[S.formNode] ?? node[S.selectNode] ?? null
  ;(node as Marked)[AROUND] = around !== null || isOneAround(node)
}
