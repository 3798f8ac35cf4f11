/**
 * Implements TreeWalker and NodeIterator: filters, and removals during an iteration.
 * https://dom.spec.whatwg.org/#traversal
 * happy-dom's iterator ends where its node is removed: capricorn86/happy-dom#2310.
 */
import { HappyDOM } from '#happy-dom'
import { type InnerWindow, S, wrap } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { installNodeGetters } from './node-getters.ts'

export function installTraversal(window: InnerWindow): void {
  Object.assign(window, { TreeWalker, NodeIterator })
  Object.assign(HappyDOM.Document.prototype, {
    createTreeWalker: (...args: ConstructorParameters<typeof TreeWalker>) =>
      new TreeWalker(...args),
    createNodeIterator: (...args: ConstructorParameters<typeof NodeIterator>) =>
      new NodeIterator(...args),
  })
  wrap<Node[typeof S.removeChild]>(
    HappyDOM.Node.prototype,
    S.removeChild,
    (original) =>
      function (this: Node, node) {
        if (hasIterators()) updateIterators(node[S.proxy] ?? node)
        return original.call(this, node)
      },
  )
  installNodeGetters(window)
}

const ACCEPT = 1
const REJECT = 2

type Callback = (node: Node) => number
type Filter = Callback | { acceptNode: Callback } | null | undefined

const parentOf = (node: Node): Node | null => node[S.parentNode]

function siblingOf(node: Node, step: 1 | -1): Node | null {
  const siblings = node[S.parentNode]?.[S.nodeArray]
  if (siblings === undefined) return null
  return siblings[siblings.indexOf(node) + step] ?? null
}

const childOf = (node: Node, end: 'first' | 'last'): Node | null =>
  node[S.nodeArray].at(end === 'first' ? 0 : -1) ?? null

/** https://dom.spec.whatwg.org/#concept-node-filter */
class Traversal {
  readonly whatToShow: number
  readonly filter: Filter
  readonly #root: Node
  #isFiltering = false

  constructor(root: Node, whatToShow = 0xffffffff, filter: Filter = null) {
    this.#root = root[S.proxy] ?? root
    this.whatToShow = whatToShow >>> 0
    this.filter = filter ?? null
  }

  get root(): Node {
    return this.#root
  }

  protected test(node: Node): number {
    if (this.#isFiltering) {
      const { DOMException } = this.#root[S.window]
      throw new DOMException('The filter is asking already', 'InvalidStateError')
    }
    if (((1 << (node[S.nodeType] - 1)) & this.whatToShow) === 0) return 3
    const { filter } = this
    if (!filter) return ACCEPT
    this.#isFiltering = true
    try {
      return typeof filter === 'function' ? filter(node) : filter.acceptNode(node)
    } finally {
      this.#isFiltering = false
    }
  }
}

type MaybeNode = Node | null

/** Rejecting a node hides its descendants; skipping it does not. */
class TreeWalker extends Traversal {
  #current = this.root

  get currentNode(): Node {
    return this.#current
  }

  set currentNode(node: Node) {
    if (node?.[S.nodeType] === undefined) throw new TypeError('The value is not of type Node')
    this.#current = node[S.proxy] ?? node
  }

  parentNode(): MaybeNode {
    for (let ancestor: Node | null = this.#current; ancestor && ancestor !== this.#top; ) {
      ancestor = parentOf(ancestor)
      if (ancestor && this.test(ancestor) === ACCEPT) return this.#go(ancestor)
    }
    return null
  }

  firstChild(): MaybeNode {
    return this.#child('first')
  }

  lastChild(): MaybeNode {
    return this.#child('last')
  }

  nextSibling(): MaybeNode {
    return this.#sibling(1)
  }

  previousSibling(): MaybeNode {
    return this.#sibling(-1)
  }

  nextNode(): MaybeNode {
    let node = this.#current
    let verdict = ACCEPT
    for (;;) {
      for (let child = childOf(node, 'first'); verdict !== REJECT && child; ) {
        node = child
        verdict = this.test(node)
        if (verdict === ACCEPT) return this.#go(node)
        child = childOf(node, 'first')
      }
      const next = after(node, this.#top)
      if (next === null) return null
      node = next
      verdict = this.test(node)
      if (verdict === ACCEPT) return this.#go(node)
    }
  }

  previousNode(): MaybeNode {
    let node = this.#current
    while (node !== this.#top) {
      for (let before = siblingOf(node, -1); before; before = siblingOf(node, -1)) {
        node = before
        let verdict = this.test(node)
        for (let last = childOf(node, 'last'); verdict !== REJECT && last; ) {
          node = last
          verdict = this.test(node)
          last = childOf(node, 'last')
        }
        if (verdict === ACCEPT) return this.#go(node)
      }
      const parent = parentOf(node)
      if (node === this.#top || parent === null) return null
      node = parent
      if (this.test(node) === ACCEPT) return this.#go(node)
    }
    return null
  }

  get #top(): Node {
    return this.root
  }

  #go(node: Node): Node {
    this.#current = node
    return node
  }

  #child(end: 'first' | 'last'): MaybeNode {
    const step = end === 'first' ? 1 : -1
    let node = childOf(this.#current, end)
    while (node) {
      const verdict = this.test(node)
      if (verdict === ACCEPT) return this.#go(node)
      const inside = verdict === REJECT ? null : childOf(node, end)
      if (inside) {
        node = inside
        continue
      }
      let ancestor: Node | null = node
      node = null
      while (ancestor && !node) {
        node = siblingOf(ancestor, step)
        if (node) break
        ancestor = parentOf(ancestor)
        if (!ancestor || ancestor === this.#top || ancestor === this.#current) return null
      }
    }
    return null
  }

  #sibling(step: 1 | -1): MaybeNode {
    let node = this.#current
    if (node === this.#top) return null
    for (;;) {
      for (let next = siblingOf(node, step); next; ) {
        node = next
        const verdict = this.test(node)
        if (verdict === ACCEPT) return this.#go(node)
        next = childOf(node, step === 1 ? 'first' : 'last')
        if (verdict === REJECT || !next) next = siblingOf(node, step)
      }
      const parent = parentOf(node)
      if (!parent || parent === this.#top) return null
      node = parent
      if (this.test(node) === ACCEPT) return null
    }
  }
}

const iterators = perPage(() => ({
  /** The iterators that may be in use. */
  references: [] as WeakRef<NodeIterator>[],
  /** The length at which cleared references are removed. */
  most: 64,
}))

export const hasIterators = (): boolean => iterators().references.length > 0

export function updateIterators(node: Node): void {
  for (const reference of iterators().references) reference.deref()?.leave(node)
}

class NodeIterator extends Traversal {
  #reference = this.root
  #isBefore = true

  constructor(root: Node, whatToShow?: number, filter?: Filter) {
    super(root, whatToShow, filter)
    const opened = iterators()
    if (opened.references.length >= opened.most) {
      opened.references = opened.references.filter((reference) => reference.deref() !== undefined)
      opened.most = Math.max(64, 2 * opened.references.length)
    }
    opened.references.push(new WeakRef(this))
  }

  get referenceNode(): Node {
    return this.#reference
  }

  get pointerBeforeReferenceNode(): boolean {
    return this.#isBefore
  }

  nextNode(): Node | null {
    let node = this.#reference
    let isBefore = this.#isBefore
    for (;;) {
      if (isBefore) isBefore = false
      else {
        const next = following(node, this.#top)
        if (next === null) return null
        node = next
      }
      if (this.test(node) === ACCEPT) return this.#go(node, isBefore)
    }
  }

  previousNode(): Node | null {
    let node = this.#reference
    let isBefore = this.#isBefore
    for (;;) {
      if (!isBefore) isBefore = true
      else {
        const before = preceding(node, this.#top)
        if (before === null) return null
        node = before
      }
      if (this.test(node) === ACCEPT) return this.#go(node, isBefore)
    }
  }

  detach(): void {}

  /** Called before a node is removed. */
  leave(node: Node): void {
    if (node === this.#top || !isInside(this.#reference, node) || !isInside(node, this.#top)) return
    if (this.#isBefore) {
      const next = after(node, this.#top)
      if (next) {
        this.#reference = next
        return
      }
      // Unlike the standard, Chromium stays in a removed tree of several nodes.
      if (childOf(node, 'first')) return
      this.#isBefore = false
    }
    const before = siblingOf(node, -1)
    this.#reference = before ? lastIn(before) : (parentOf(node) as Node)
  }

  get #top(): Node {
    return this.root
  }

  #go(node: Node, isBefore: boolean): Node {
    this.#reference = node
    this.#isBefore = isBefore
    return node
  }
}

function isInside(node: Node, root: Node): boolean {
  for (let ancestor: Node | null = node; ancestor; ancestor = parentOf(ancestor))
    if (ancestor === root) return true
  return false
}

const following = (node: Node, root: Node): Node | null =>
  childOf(node, 'first') ?? after(node, root)

function after(node: Node, root: Node): Node | null {
  for (
    let ancestor: Node | null = node;
    ancestor && ancestor !== root;
    ancestor = parentOf(ancestor)
  ) {
    const next = siblingOf(ancestor, 1)
    if (next) return next
  }
  return null
}

function preceding(node: Node, root: Node): Node | null {
  if (node === root) return null
  const before = siblingOf(node, -1)
  return before ? lastIn(before) : parentOf(node)
}

function lastIn(node: Node): Node {
  let deepest = node
  for (let last = childOf(deepest, 'last'); last; last = childOf(deepest, 'last')) deepest = last
  return deepest
}
