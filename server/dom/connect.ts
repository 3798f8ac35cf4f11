/**
 * What happens to a tree when it gets a parent or loses it. In: a node whose parent has just changed. Out: the whole tree is
 * marked, and then told in shadow-including tree order, a parent before what is in it: a child that asks upwards as soon as it
 * is connected (contexts do) finds its parent listening. happy-dom tells children first: capricorn86/happy-dom#230.
 * A tree that is put into one which is not in the document either is not walked at all, which makes up most of the work there.
 * https://dom.spec.whatwg.org/#concept-node-insert
 */
import { Node } from '#happy-dom'
import { type InnerNode, inner, S } from './internals.ts'

/** Nodes to tell that they came or went: `isConnected` says which. */
let told: InnerNode[] | null = null
let wholly = false

/** Inserts what was put together without telling anyone: every node in it must be walked. */
export function insertParsed(parent: InnerNode, child: InnerNode): void {
  wholly = true
  try {
    parent[S.appendChild](child, true)
  } finally {
    wholly = false
  }
}

export function installConnect(): void {
  const prototype = inner(Node.prototype)
  prototype[S.connectedToNode] = connectedToNode
  prototype[S.disconnectedFromNode] = disconnectedFromNode
}

function connectedToNode(this: InnerNode): void {
  const parentNode = this[S.parentNode]
  const parent = parentNode ?? this[S.host]
  if (!parent || (parentNode && !wholly && isUnchanged(this, parentNode))) return
  const connected = parent[S.isConnected]
  const changed = this[S.isConnected] !== connected
  this[S.isConnected] = connected
  this[S.ownerDocument] = parent[S.ownerDocument] ?? (parent as InnerNode[typeof S.ownerDocument])
  this[S.window] = parent[S.window] ?? this[S.window]
  if (parentNode) setAround(this, parentNode)
  if (told === null) tellingOnce(this, changed, connectInside)
  else {
    if (changed) told.push(this)
    connectInside(this)
  }
}

// Nobody is told before the walk is over, so the lists stay as they are while it goes on.
function connectInside(node: InnerNode): void {
  node[S.shadowRoot]?.[S.connectedToNode]()
  const children = node[S.nodeArray]
  const { length } = children
  if (length === 0) return
  const self = node[S.proxy] ?? node
  for (let index = 0; index < length; index++) {
    const child = children[index] as InnerNode
    child[S.parentNode] = self
    child[S.connectedToNode]()
  }
}

function disconnectedFromNode(this: InnerNode): void {
  setAround(this, null)
  const changed = this[S.isConnected]
  this[S.isConnected] = false
  if (told === null) tellingOnce(this, changed, disconnectInside)
  else {
    if (changed) told.push(this)
    disconnectInside(this)
  }
}

function disconnectInside(node: InnerNode): void {
  node[S.shadowRoot]?.[S.disconnectedFromNode]()
  const self = node[S.proxy] ?? node
  for (const child of node[S.nodeArray]) {
    if (child[S.parentNode] === self) child[S.connectedToNode]()
  }
}

/** The walk of the whole tree comes first: whoever is told sees it finished. */
function tellingOnce(node: InnerNode, changed: boolean, inside: (node: InnerNode) => void): void {
  const mine: InnerNode[] = changed ? [node] : []
  told = mine
  const connected = node[S.isConnected]
  try {
    inside(node)
  } finally {
    told = null
  }
  for (const one of mine) {
    if (!connected) one[S.disconnectedFromDocument]()
    // Whoever was told before may have taken it out again.
    else if (one[S.isConnected]) one[S.connectedToDocument]()
  }
}

function isUnchanged(node: InnerNode, parent: InnerNode): boolean {
  return (
    !node[S.isConnected] &&
    !parent[S.isConnected] &&
    node[S.nodeType] !== 11 &&
    node[S.ownerDocument] === parent[S.ownerDocument] &&
    node[S.rootNode] === parent[S.rootNode] &&
    node[S.window] === parent[S.window] &&
    node[S.styleNode] === parent[S.styleNode] &&
    node[S.textAreaNode] === parent[S.textAreaNode] &&
    node[S.formNode] === parent[S.formNode] &&
    node[S.selectNode] === parent[S.selectNode]
  )
}

/** The nearest elements of four kinds that a node is in, which happy-dom keeps at every node. */
function setAround(node: InnerNode, parent: InnerNode | null): void {
  if (node[S.nodeType] !== 11) node[S.rootNode] = parent === null ? null : parent[S.rootNode]
  const tag = node[S.tagName]
  if (tag !== 'STYLE') node[S.styleNode] = parent === null ? null : parent[S.styleNode]
  if (tag !== 'TEXTAREA') node[S.textAreaNode] = parent === null ? null : parent[S.textAreaNode]
  if (tag !== 'FORM') node[S.formNode] = parent === null ? null : parent[S.formNode]
  if (tag !== 'SELECT') node[S.selectNode] = parent === null ? null : parent[S.selectNode]
}
