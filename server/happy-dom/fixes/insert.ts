/**
 * Putting nodes in and taking them out. In: a parent, and a node or a fragment. Out: happy-dom's operations, but what is in a
 * fragment goes in as one: it is not taken out of the fragment node by node, each time telling all of its tree. Where somebody
 * observes mutations, and for what is refused, happy-dom's own operations do it.
 * https://dom.spec.whatwg.org/#concept-node-insert and #concept-node-remove
 * Ours: it makes insertion cheap; happy-dom moves the nodes of a fragment one by one. What pages see of that is of
 * reactions.ts and records.ts.
 */
import { Node } from '#happy-dom'
import { type InnerElement, type InnerNode, inner, S, wrap } from '../internals.ts'
import { isQuietIn } from './connect.ts'
import { insertAsOne } from './records.ts'
import { hasIterators, tellIterators } from './traversal/node-iterator.ts'

const ELEMENT = 1
const TEXT = 3
const COMMENT = 8
const DOCUMENT = 9
const FRAGMENT = 11

type Append = InnerNode[typeof S.appendChild]
type Insert = InnerNode[typeof S.insertBefore]
type Remove = InnerNode[typeof S.removeChild]

export function installInsert(): void {
  const prototype = inner(Node.prototype)
  const { [S.appendChild]: append, [S.insertBefore]: insert, [S.removeChild]: remove } = prototype
  prototype[S.appendChild] = appendChild(append)
  prototype[S.insertBefore] = insertBefore(insert)
  prototype[S.removeChild] = removeChild(remove)
  wrap<(listener: unknown) => void>(
    prototype,
    S.observeMutations,
    (original) =>
      function (this: InnerNode, listener) {
        isObserved = true
        original.call(this, listener)
      },
  )
}

/** Whether any page of the thread has observed mutations: while none has, no node has to be asked. */
let isObserved = false

const appendChild = (original: Append): Append =>
  function (this: InnerNode, given, trusted = false) {
    const node = given[S.proxy] ?? given
    if (isWatched(this, node) || (!trusted && isIn(this, node))) {
      return insertAsOne(this, node, () => original.call(this, given, trusted))
    }
    const type = node[S.nodeType]
    if (type === FRAGMENT) return insertAll(this, node, this[S.nodeArray].length)
    node[S.parentNode]?.[S.removeChild](node)
    this[S.nodeArray].push(node)
    if (type === ELEMENT) this[S.elementArray].push(node as InnerElement)
    return settle(this, node, type)
  }

const insertBefore = (original: Insert): Insert =>
  function (this: InnerNode, given, before, trusted = false) {
    const node = given[S.proxy] ?? given
    const next = before?.[S.proxy] ?? before
    if (!next) return this[S.appendChild](given, trusted)
    const own = next[S.parentNode] === (this[S.proxy] ?? this)
    if (!own || node === next || isWatched(this, node) || (!trusted && isIn(this, node))) {
      return insertAsOne(this, node, () => original.call(this, given, before, trusted))
    }
    const nodes = this[S.nodeArray]
    const type = node[S.nodeType]
    // What is put before another is mostly put near the end, before the mark that a view has there.
    if (type === FRAGMENT) return insertAll(this, node, nodes.lastIndexOf(next))
    node[S.parentNode]?.[S.removeChild](node)
    const index = nodes.lastIndexOf(next)
    if (type === ELEMENT) {
      this[S.elementArray].splice(elementIndex(this, index), 0, node as InnerElement)
    }
    nodes.splice(index, 0, node)
    return settle(this, node, type)
  }

const removeChild = (original: Remove): Remove =>
  function (this: InnerNode, given) {
    const node = given[S.proxy] ?? given
    const index = this[S.nodeArray].indexOf(node)
    if (index < 0 || isWatched(this, node) || node[S.assignedToSlot]) {
      return original.call(this, given)
    }
    node[S.parentNode] = null
    node[S.clearCache]()
    this[S.nodeArray].splice(index, 1)
    if (node[S.nodeType] === ELEMENT) {
      const elements = this[S.elementArray]
      const at = elements.indexOf(node as InnerElement)
      if (at >= 0) elements.splice(at, 1)
    }
    node[S.disconnectedFromNode]()
    this[S.clearCache]()
    return node
  }

/** Puts what is in a fragment at an index. */
function insertAll(parent: InnerNode, fragment: InnerNode, index: number): InnerNode {
  if (hasIterators()) for (const node of fragment[S.nodeArray]) tellIterators(node)
  const nodes = fragment[S.nodeArray].splice(0)
  const elements = fragment[S.elementArray].splice(0)
  fragment[S.clearCache]()
  const self = parent[S.proxy] ?? parent
  for (const node of nodes) {
    node[S.parentNode] = self
    if (!isLeaf(node[S.nodeType])) node[S.clearCache]()
  }
  putIn(parent[S.elementArray], elementIndex(parent, index), elements)
  putIn(parent[S.nodeArray], index, nodes)
  for (const node of nodes) {
    if (!(isLeaf(node[S.nodeType]) && isQuietIn(parent, node))) node[S.connectedToNode]()
  }
  parent[S.clearCache]()
  const { [S.onSlotChange]: onSlotChange } = parent as InnerElement
  if (onSlotChange) for (const node of nodes) onSlotChange.call(parent as InnerElement, node)
  return fragment
}

/** Not by one splice: arguments are few, and children can be hundreds of thousands. */
function putIn<T>(list: T[], index: number, items: readonly T[]): void {
  if (index === list.length) {
    for (const item of items) list.push(item)
    return
  }
  const rest = list.splice(index)
  for (const item of items) list.push(item)
  for (const item of rest) list.push(item)
}

function settle(parent: InnerNode, node: InnerNode, type: number): InnerNode {
  node[S.parentNode] = parent[S.proxy] ?? parent
  if (!isLeaf(type)) {
    node[S.clearCache]()
    node[S.connectedToNode]()
  } else if (!isQuietIn(parent, node)) node[S.connectedToNode]()
  parent[S.clearCache]()
  return node
}

/** Nobody asks what is in a text or a comment, so no answer is to be forgotten. */
const isLeaf = (type: number): boolean => type === TEXT || type === COMMENT

/** Among the elements, where the node at an index is or would be. */
function elementIndex(parent: InnerNode, index: number): number {
  const nodes = parent[S.nodeArray]
  for (let at = index; at < nodes.length; at++) {
    const node = nodes[at] as InnerNode
    if (node[S.nodeType] === ELEMENT) return parent[S.elementArray].indexOf(node as InnerElement)
  }
  return parent[S.elementArray].length
}

/** A document takes some nodes only, and an observer hears of every node by itself. */
const isWatched = (parent: InnerNode, node: InnerNode): boolean =>
  parent[S.nodeType] === DOCUMENT ||
  (isObserved && (parent[S.mutationListeners].length > 0 || node[S.mutationListeners].length > 0))

/** Whether the parent is in the node, which must be refused. */
function isIn(parent: InnerNode, node: InnerNode): boolean {
  if (node[S.nodeArray].length === 0) return node === parent
  for (let at: InnerNode | null | undefined = parent; at; at = at[S.parentNode] ?? at[S.host]) {
    if (at === node || at[S.proxy] === node) return true
  }
  return false
}
