/**
 * Marks a whole tree when its parent changes, then notifies its nodes in tree order: a child that
 * looks for a context when it is connected finds its parent listening.
 * happy-dom notifies children first: capricorn86/happy-dom#230.
 */
import { HappyDOM } from '#happy-dom'
import { Installed } from '../installed.ts'
import { DOCTYPE, ELEMENT, FRAGMENT, type InnerWindow, S } from '../internals.ts'

interface Walk {
  notified: Node[] | null
  /** Elements that change documents, and may be custom. */
  adopted: { readonly element: Element; readonly from: Document }[]
  active: Element | null
  isWhole: boolean
  /** The page ends: no callback runs. */
  isDropped: boolean
  readonly rest: Level[]
}

/** The children of a node on the way down. */
interface Level {
  readonly nodes: readonly Node[]
  readonly root: Node | null
  /** The parent of the nodes, if it is an owner or lies in one. */
  readonly around: Node | null
  next: number
}

/** The walk through a tree whose parent changes: one at a time, and none outlives its call. */
const walk: Walk = {
  notified: null,
  active: null,
  isWhole: false,
  isDropped: false,
  adopted: [],
  rest: [],
}

/** Whether a node is, or is in, a style, text area, form or select. */
const IN_OWNER = Symbol('in owner')
type Marked = Node & { [IN_OWNER]: boolean }

/** Whether no other state depends on a text or comment. */
export const isQuietIn = (parent: Node, leaf: Node): boolean =>
  !isInOwner(leaf) && !isInOwner(parent) && leaf[S.ownerDocument] === parent[S.ownerDocument]

/** Inserts a tree that was built without notifications. @param before Default: at the end. */
export function insertParsed(parent: Node, child: Node, before: Node | null = null): void {
  walk.isWhole = true
  try {
    if (before) parent[S.insertBefore](child, before, true)
    else parent[S.appendChild](child, true)
  } finally {
    walk.isWhole = false
  }
}

/**
 * A hot path: a tree that moves outside the document is not walked, and only nodes that react are
 * notified. https://dom.spec.whatwg.org/#concept-node-insert
 */
export function installConnect(window: InnerWindow): void {
  const prototype = HappyDOM.Node.prototype as Marked
  prototype[IN_OWNER] = false
  const { HTMLStyleElement, HTMLTextAreaElement, HTMLFormElement, HTMLSelectElement } = window
  const owners = [HTMLStyleElement, HTMLTextAreaElement, HTMLFormElement, HTMLSelectElement]
  for (const { prototype: owner } of [...owners, window.SVGStyleElement]) {
    Reflect.set(owner, IN_OWNER, true)
  }
  prototype[S.connectedToNode] = connectedToNode
  prototype[S.disconnectedFromNode] = disconnectedFromNode
  // Text nodes do not store it: most nodes are text.
  Object.defineProperty(HappyDOM.CharacterData.prototype, S.isConnected, {
    configurable: true,
    get: isParentConnected,
    set: () => undefined,
  })
  HappyDOM.Node.prototype.getRootNode = getRootNode
}

function isParentConnected(this: Node): boolean {
  return this[S.parentNode]?.[S.isConnected] ?? false
}

function getRootNode(this: Node, options?: { composed?: boolean }): Node {
  let root: Node = this
  for (;;) {
    const next = root[S.parentNode] ?? (options?.composed ? root[S.host] : null)
    if (!next) return root[S.proxy] ?? root
    root = next
  }
}

function connectedToNode(this: Node): void {
  const parentNode = this[S.parentNode]
  const parent = parentNode ?? this[S.host]
  if (!parent || (parentNode && isUnchanged(this, parentNode))) return
  if (walk.notified === null) notifyingOnce(this, parent)
  else move(this, parent, true)
}

function disconnectedFromNode(this: Node): void {
  if (walk.notified !== null) move(this, null, true)
  else if (this[S.isConnected] || this[S.rootNode] !== null || isInOwner(this)) {
    notifyingOnce(this, null)
  }
}

/** Empties a document, except for its type, and calls nothing back, as when a browser leaves it. */
export function dropTree(document: Document): void {
  walk.notified = []
  walk.isDropped = true
  const nodes = document[S.nodeArray].splice(0)
  document[S.elementArray].length = 0
  for (const node of nodes) {
    if (node[S.nodeType] === DOCTYPE) document[S.nodeArray].push(node)
    else {
      node[S.parentNode] = null
      move(node, null, false)
    }
  }
  walk.notified = null
  walk.isDropped = false
  document[S.elementIdMap].clear()
}

/** `reactions.ts` sets it. It receives elements with the names of custom ones. */
export const onAdopted = new Installed((_: Element, __: Document): void => undefined)

/** A tree without a parent. https://dom.spec.whatwg.org/#concept-node-adopt */
export const adopt = (node: Node, document: Document): void => notifyingOnce(node, null, document)

/** Marks the whole tree first: callbacks see it complete. */
function notifyingOnce(node: Node, parent: Node | null, owner?: Document): void {
  const nodes: Node[] = []
  const connected = parent?.[S.isConnected] ?? false
  walk.notified = nodes
  walk.active = node[S.ownerDocument][S.activeElement]
  try {
    move(node, parent, isInOwner(node) || (parent !== null && isInOwner(parent)), owner)
  } finally {
    walk.notified = null
    walk.active = null
    walk.rest.length = 0
  }
  if (walk.adopted.length > 0)
    for (const { element, from } of walk.adopted.splice(0)) onAdopted.value(element, from)
  for (const changed of nodes) {
    if (!connected) changed[S.disconnectedFromDocument]()
    // An earlier callback may have removed it.
    else if (changed[S.isConnected]) changed[S.connectedToDocument]()
  }
}

/** A document has none. */
const ownerIn = (node: Node, parent: Node | null): Document =>
  parent === null ? node[S.ownerDocument] : (parent[S.ownerDocument] ?? (parent as Document))

/**
 * Walks by a stack, as trees may be deep.
 * @param parent Or the host of a shadow root.
 * @param inOwner Whether a style, text area, form or select contains the node, or did.
 */
function move(
  node: Node,
  parent: Node | null,
  inOwner: boolean,
  owner: Document = ownerIn(node, parent),
): void {
  const { rest } = walk
  const end = rest.length
  const connected = parent?.[S.isConnected] ?? false
  if (inOwner && node[S.nodeType] !== FRAGMENT) setOwners(node, parent)
  mark(node, connected, owner, parent?.[S.rootNode] ?? null, inOwner)
  for (let depth = rest.length; depth > end; depth = rest.length) {
    const level = rest[depth - 1] as Level
    const { nodes, root, around } = level
    // Ends where a child has children.
    while (rest.length === depth && level.next < nodes.length) {
      const child = nodes[level.next++] as Node
      const isSpecial = child[S.connectedToNode] !== connectedToNode
      if (isSpecial && (around !== null || child[S.nodeType] === ELEMENT))
        child[S.connectedToNode]()
      else {
        if (around !== null && child[S.nodeType] !== FRAGMENT) setOwners(child, around)
        mark(child, connected, owner, root, around !== null)
      }
    }
    if (rest.length === depth) rest.pop()
  }
}

function mark(
  node: Node,
  connected: boolean,
  owner: Document,
  root: Node | null,
  inOwner: boolean,
): void {
  const type = node[S.nodeType]
  const adopted = node[S.ownerDocument] !== owner
  if (adopted) {
    const isNamed = type === ELEMENT && isCustomName(node as Element)
    const from = node[S.ownerDocument]
    if (isNamed && from) walk.adopted.push({ element: node as Element, from })
    node[S.ownerDocument] = owner
    node[S.window] = owner[S.window] ?? node[S.window]
  }
  const changed = node[S.isConnected] !== connected
  if (changed) node[S.isConnected] = connected
  if (type !== ELEMENT && type !== FRAGMENT) return
  if (type === ELEMENT && node[S.rootNode] !== root) node[S.rootNode] = root
  const shadow = node[S.shadowRoot]
  if (changed && (shadow || (type === ELEMENT && reactsToInsertion(node as Element))))
    walk.notified?.push(node)
  const below = inOwner || (isInOwner(node) && isOwner(node))
  const children: readonly Node[] = below || adopted ? node[S.nodeArray] : node[S.elementArray]
  const { rest } = walk
  // No callback runs before the walk ends, so the list does not change.
  if (children.length > 0) {
    const inside = type === FRAGMENT ? node : root
    rest.push({ nodes: children, root: inside, around: below ? node : null, next: 0 })
  }
  // Before its children.
  if (shadow) rest.push({ nodes: [shadow], root: shadow, around: inOwner ? node : null, next: 0 })
}

function reactsToInsertion(element: Element): boolean {
  const { active, isDropped } = walk
  if (isDropped) return false
  const callback = element[S.connectedToDocument]
  return (
    (callback !== html[S.connectedToDocument] && callback !== any[S.connectedToDocument]) ||
    isCustomName(element) ||
    hasId(element) ||
    element === active
  )
}
const isCustomName = (element: Element): boolean =>
  element[S.localName].includes('-') || element[S.isValue] != null
const hasId = (element: Element): boolean => {
  const items = element[S.attributes][S.items]
  return items.size > 0 && items.has(':id')
}
const html = HappyDOM.HTMLElement.prototype
const any = HappyDOM.Element.prototype

function isUnchanged(node: Node, parent: Node): boolean {
  const type = node[S.nodeType]
  if (type !== ELEMENT && type !== FRAGMENT) {
    const adopted = node[S.ownerDocument] !== parent[S.ownerDocument]
    return type !== DOCTYPE && !adopted && !isInOwner(node) && !isInOwner(parent)
  }
  return (
    !node[S.isConnected] &&
    !parent[S.isConnected] &&
    type !== FRAGMENT &&
    node[S.ownerDocument] === parent[S.ownerDocument] &&
    node[S.rootNode] === parent[S.rootNode] &&
    node[S.window] === parent[S.window] &&
    ((!isInOwner(node) && !isInOwner(parent)) || hasSameOwners(node, parent)) &&
    !walk.isWhole
  )
}

const hasSameOwners = (node: Node, parent: Node): boolean =>
  node[S.styleNode] === parent[S.styleNode] &&
  node[S.textAreaNode] === parent[S.textAreaNode] &&
  node[S.formNode] === parent[S.formNode] &&
  node[S.selectNode] === parent[S.selectNode]

const isOwner = (node: Node): boolean => OWNER_TAGS.has(node[S.tagName] as string)
const OWNER_TAGS = new Set(['STYLE', 'style', 'TEXTAREA', 'FORM', 'SELECT'])

const isInOwner = (node: Node): boolean => (node as Marked)[IN_OWNER]

/** Called for custom elements outside the document. */
export const onFormChange = new Installed((_: Element): void => undefined)

function setForm(node: Node, parent: Node | null): void {
  const form = parent === null ? null : parent[S.formNode]
  if (node[S.formNode] === form) return
  node[S.formNode] = form
  const isDetached = !node[S.isConnected] && !parent?.[S.isConnected]
  if (isDetached && node[S.tagName]?.includes('-')) onFormChange.value(node as Element)
}

/** happy-dom stores the nearest owner of each kind on every node. */
function setOwners(node: Node, parent: Node | null): void {
  const tag = node[S.tagName]
  if (tag !== 'STYLE') node[S.styleNode] = parent === null ? null : parent[S.styleNode]
  if (tag !== 'TEXTAREA') node[S.textAreaNode] = parent === null ? null : parent[S.textAreaNode]
  if (tag !== 'FORM') setForm(node, parent)
  if (tag !== 'SELECT') node[S.selectNode] = parent === null ? null : parent[S.selectNode]
  const owner =
    node[S.styleNode] ?? node[S.textAreaNode] ?? node[S.formNode] ?? node[S.selectNode] ?? null
  ;(node as Marked)[IN_OWNER] = owner !== null || isOwner(node)
}
