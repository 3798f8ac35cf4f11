/**
 * What happens to a tree when it gets a parent or loses it. In: a node whose parent has just changed. Out: the whole tree is
 * marked, and then told in shadow-including tree order, a parent before what is in it: a child that asks upwards as soon as it
 * is connected (contexts do) finds its parent listening. happy-dom tells children first: capricorn86/happy-dom#230.
 * A tree that is put into one which is not in the document either is not walked at all, which makes up most of the work there.
 * https://dom.spec.whatwg.org/#concept-node-insert
 */
import { Node } from 'happy-dom'
import { type InnerNode, inner, S } from './internals.ts'

/** Nodes to tell, and whether they came or went. */
type Told = [node: InnerNode, connected: boolean][]
let told: Told | null = null
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
  if (parentNode) inherit(this, parentNode)
  tellingOnce(() => {
    if (changed) told?.push([this, connected])
    this[S.shadowRoot]?.[S.connectedToNode]()
    const self = this[S.proxy] ?? this
    for (const child of this[S.nodeArray].slice()) {
      child[S.parentNode] = self
      child[S.connectedToNode]()
    }
  })
}

function disconnectedFromNode(this: InnerNode): void {
  const tag = this[S.tagName]
  if (this[S.nodeType] !== 11) this[S.rootNode] = null
  for (const [around, itself] of AROUND) if (tag !== itself) this[around] = null
  const changed = this[S.isConnected]
  this[S.isConnected] = false
  tellingOnce(() => {
    if (changed) told?.push([this, false])
    this[S.shadowRoot]?.[S.disconnectedFromNode]()
    const self = this[S.proxy] ?? this
    for (const child of this[S.nodeArray].slice()) {
      if (child[S.parentNode] === self) child[S.connectedToNode]()
    }
  })
}

/** The walk of the whole tree comes first: whoever is told sees it finished. */
function tellingOnce(walk: () => void): void {
  if (told) {
    walk()
    return
  }
  const mine: Told = []
  told = mine
  try {
    walk()
  } finally {
    told = null
  }
  for (const [node, connected] of mine) {
    if (!connected) node[S.disconnectedFromDocument]()
    else if (node[S.isConnected]) node[S.connectedToDocument]()
  }
}

/** The nearest elements of four kinds that a node is in, which happy-dom keeps at every node. */
const AROUND = [
  [S.styleNode, 'STYLE'],
  [S.textAreaNode, 'TEXTAREA'],
  [S.formNode, 'FORM'],
  [S.selectNode, 'SELECT'],
] as const

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

function inherit(node: InnerNode, parent: InnerNode): void {
  if (node[S.nodeType] !== 11) node[S.rootNode] = parent[S.rootNode]
  const tag = node[S.tagName]
  for (const [around, itself] of AROUND) if (tag !== itself) node[around] = parent[around]
}
