/**
 * Inserts the nodes of a fragment in one operation: happy-dom moves them one by one, which is slow.
 * Leaves invalid input and observed nodes to happy-dom. Ours: no answer changes.
 */
import { ChildNodeUtility, HappyDOM } from '#happy-dom'
import { Installed } from '../installed.ts'
import { COMMENT, DOCUMENT, ELEMENT, FRAGMENT, override, S, TEXT } from '../internals.ts'
import { isQuietIn } from './connect.ts'
import { insertAsOne } from './mutation-records.ts'
import { hasIterators, updateIterators } from './traversal.ts'

/** Whether any page of the worker has created an observer. */
const isObserved = new Installed(false)

type Append = Node[typeof S.appendChild]
type Insert = Node[typeof S.insertBefore]
type Remove = Node[typeof S.removeChild]

/** https://dom.spec.whatwg.org/#concept-node-insert and #concept-node-remove */
export function installInsert(): void {
  const prototype = HappyDOM.Node.prototype
  const { [S.appendChild]: append, [S.insertBefore]: insert, [S.removeChild]: remove } = prototype
  prototype[S.appendChild] = appendChild(append)
  prototype[S.insertBefore] = insertBefore(insert)
  prototype[S.removeChild] = removeChild(remove)
  override<object>(ChildNodeUtility, { replaceWith })
  override<Node, object>(prototype, {
    [S.observeMutations](listener: unknown) {
      isObserved.value = true
      super[S.observeMutations](listener)
    },
  })
}

/** Removes before it inserts, unless the insertion fails. */
function replaceWith(child: Node, ...nodes: unknown[]): void {
  const parent = child[S.parentNode]
  if (!parent) return
  const inserted = nodes.map((node) =>
    node instanceof HappyDOM.Node ? node : document.createTextNode(String(node)),
  )
  let next = child.nextSibling
  while (next && inserted.includes(next)) next = next.nextSibling
  const isRefused = inserted.some((node) => node.contains(parent))
  if (!isRefused && !inserted.includes(child)) parent.removeChild(child)
  for (const node of inserted) parent.insertBefore(node, isRefused ? child : next)
}

const appendChild = (original: Append): Append =>
  function (this: Node, child, trusted = false) {
    const node = child[S.proxy] ?? child
    if (isWatched(this, node) || (!trusted && isIn(this, node))) {
      return insertAsOne(this, node, () => original.call(this, child, trusted))
    }
    const type = node[S.nodeType]
    if (type === FRAGMENT) return insertAll(this, node, this[S.nodeArray].length)
    node[S.parentNode]?.[S.removeChild](node)
    this[S.nodeArray].push(node)
    if (type === ELEMENT) this[S.elementArray].push(node as Element)
    return finishInsert(this, node, type)
  }

const insertBefore = (original: Insert): Insert =>
  function (this: Node, child, before, trusted = false) {
    const node = child[S.proxy] ?? child
    const next = before?.[S.proxy] ?? before
    if (!next) return this[S.appendChild](child, trusted)
    const isChild = next[S.parentNode] === (this[S.proxy] ?? this)
    if (!isChild || node === next || isWatched(this, node) || (!trusted && isIn(this, node))) {
      return insertAsOne(this, node, () => original.call(this, child, before, trusted))
    }
    const nodes = this[S.nodeArray]
    const type = node[S.nodeType]
    // Searches from the end: views insert before their end mark.
    if (type === FRAGMENT) return insertAll(this, node, nodes.lastIndexOf(next))
    node[S.parentNode]?.[S.removeChild](node)
    const index = nodes.lastIndexOf(next)
    if (type === ELEMENT) {
      this[S.elementArray].splice(elementIndex(this, index), 0, node as Element)
    }
    nodes.splice(index, 0, node)
    return finishInsert(this, node, type)
  }

const removeChild = (original: Remove): Remove =>
  function (this: Node, child) {
    const node = child[S.proxy] ?? child
    const index = this[S.nodeArray].indexOf(node)
    if (index < 0 || isWatched(this, node) || node[S.assignedToSlot]) {
      return original.call(this, child)
    }
    node[S.parentNode] = null
    node[S.clearCache]()
    this[S.nodeArray].splice(index, 1)
    if (node[S.nodeType] === ELEMENT) {
      const elements = this[S.elementArray]
      const position = elements.indexOf(node as Element)
      if (position >= 0) elements.splice(position, 1)
    }
    node[S.disconnectedFromNode]()
    this[S.clearCache]()
    return node
  }

function insertAll(parent: Node, fragment: Node, index: number): Node {
  if (hasIterators()) for (const node of fragment[S.nodeArray]) updateIterators(node)
  const nodes = fragment[S.nodeArray].splice(0)
  const elements = fragment[S.elementArray].splice(0)
  fragment[S.clearCache]()
  const self = parent[S.proxy] ?? parent
  for (const node of nodes) {
    node[S.parentNode] = self
    if (!isLeaf(node[S.nodeType])) node[S.clearCache]()
  }
  insertItems(parent[S.elementArray], elementIndex(parent, index), elements)
  insertItems(parent[S.nodeArray], index, nodes)
  for (const node of nodes) {
    if (!(isLeaf(node[S.nodeType]) && isQuietIn(parent, node))) node[S.connectedToNode]()
  }
  parent[S.clearCache]()
  const { [S.onSlotChange]: onSlotChange } = parent as Element
  if (onSlotChange) for (const node of nodes) onSlotChange.call(parent as Element, node)
  return fragment
}

/** One splice would not do: a call takes fewer arguments than a node may have children. */
function insertItems<T>(list: T[], index: number, items: readonly T[]): void {
  const isInside = index < list.length
  for (const item of items) list.push(item)
  if (!isInside) return
  const count = items.length
  for (let to = list.length - 1; to >= index + count; to--) list[to] = list[to - count] as T
  for (let offset = 0; offset < count; offset++) list[index + offset] = items[offset] as T
}

function finishInsert(parent: Node, node: Node, type: number): Node {
  node[S.parentNode] = parent[S.proxy] ?? parent
  if (!isLeaf(type)) {
    node[S.clearCache]()
    node[S.connectedToNode]()
  } else if (!isQuietIn(parent, node)) node[S.connectedToNode]()
  parent[S.clearCache]()
  return node
}

/** Texts and comments have no cached queries to clear. */
const isLeaf = (type: number): boolean => type === TEXT || type === COMMENT

function elementIndex(parent: Node, index: number): number {
  const nodes = parent[S.nodeArray]
  for (let nodeIndex = index; nodeIndex < nodes.length; nodeIndex++) {
    const node = nodes[nodeIndex] as Node
    if (node[S.nodeType] === ELEMENT) return parent[S.elementArray].indexOf(node as Element)
  }
  return parent[S.elementArray].length
}

/** Documents restrict their children, and observers need a record of every node. */
const isWatched = (parent: Node, node: Node): boolean =>
  parent[S.nodeType] === DOCUMENT ||
  (isObserved.value &&
    (parent[S.mutationListeners].length > 0 || node[S.mutationListeners].length > 0))

/** Whether the parent is the node or below it, also in shadow trees. */
export function isIn(parent: Node, node: Node): boolean {
  if (node[S.nodeArray].length === 0) return node === parent
  for (
    let ancestor: Node | null | undefined = parent;
    ancestor;
    ancestor = ancestor[S.parentNode] ?? ancestor[S.host]
  ) {
    if (ancestor === node || ancestor[S.proxy] === node) return true
  }
  return false
}
