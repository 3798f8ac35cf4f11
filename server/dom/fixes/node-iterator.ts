/**
 * Iterates over a tree in order, and moves on when its node is removed.
 * https://dom.spec.whatwg.org/#interface-nodeiterator
 * happy-dom's iterator ends where its node is removed: capricorn86/happy-dom#2310.
 */
import { type InnerNode, S } from '../internals.ts'

type Filter = ((node: Node) => number) | { acceptNode(node: Node): number } | null

const ACCEPT = 1
const SKIP = 3

/** Iterators that may be in use. The garbage collector removes the others. */
let iterators: WeakRef<NodeIterator>[] = []
/** At this length, collected iterators are dropped from the list. */
let mostIterators = 64

export const hasIterators = (): boolean => iterators.length > 0

export function updateIterators(node: InnerNode): void {
  for (const reference of iterators) reference.deref()?.leave(node)
}

/** Pages ended: iterators that are still in use work on trees that no page shows. */
export function forgetIterators(): void {
  iterators = []
}

export class NodeIterator {
  readonly root: Node
  readonly whatToShow: number
  readonly filter: Filter
  readonly #top: InnerNode
  #reference: InnerNode
  #isBefore = true

  constructor(root: Node, whatToShow = 0xffffffff, filter: Filter = null) {
    const node = root as unknown as InnerNode | null
    if (node?.[S.nodeType] === undefined) throw new TypeError('parameter 1 is not of type Node')
    this.root = root
    this.whatToShow = whatToShow >>> 0
    this.filter = filter
    this.#top = node[S.proxy] ?? node
    this.#reference = this.#top
    if (iterators.length >= mostIterators) {
      iterators = iterators.filter((reference) => reference.deref() !== undefined)
      mostIterators = Math.max(64, 2 * iterators.length)
    }
    iterators.push(new WeakRef(this))
  }

  get referenceNode(): Node {
    return this.#reference as unknown as Node
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
      if (this.#test(node) === ACCEPT) return this.#go(node, isBefore)
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
      if (this.#test(node) === ACCEPT) return this.#go(node, isBefore)
    }
  }

  detach(): void {}

  leave(node: InnerNode): void {
    if (node === this.#top || !isInside(this.#reference, node) || !isInside(node, this.#top)) return
    if (this.#isBefore) {
      const next = after(node, this.#top)
      if (next) {
        this.#reference = next
        return
      }
      // The standard always goes back here. Chromium stays in the removed tree when it has more
      // than one node.
      if (childOf(node, 'first')) return
      this.#isBefore = false
    }
    const before = siblingOf(node, -1)
    this.#reference = before ? lastIn(before) : (parentOf(node) as InnerNode)
  }

  #test(node: InnerNode): number {
    if (((1 << (node[S.nodeType] - 1)) & this.whatToShow) === 0) return SKIP
    const { filter } = this
    if (!filter) return ACCEPT
    const shown = node as unknown as Node
    return typeof filter === 'function' ? filter(shown) : filter.acceptNode(shown)
  }

  #go(node: InnerNode, isBefore: boolean): Node {
    this.#reference = node
    this.#isBefore = isBefore
    return node as unknown as Node
  }
}

const parentOf = (node: InnerNode): InnerNode | null => node[S.parentNode]

function siblingOf(node: InnerNode, step: 1 | -1): InnerNode | null {
  const siblings = parentOf(node)?.[S.nodeArray]
  return siblings?.[siblings.indexOf(node) + step] ?? null
}

const childOf = (node: InnerNode, end: 'first' | 'last'): InnerNode | null =>
  node[S.nodeArray].at(end === 'first' ? 0 : -1) ?? null

function isInside(node: InnerNode, root: InnerNode): boolean {
  for (let at: InnerNode | null = node; at; at = parentOf(at)) if (at === root) return true
  return false
}

const following = (node: InnerNode, root: InnerNode): InnerNode | null =>
  childOf(node, 'first') ?? after(node, root)

function after(node: InnerNode, root: InnerNode): InnerNode | null {
  for (let at: InnerNode | null = node; at && at !== root; at = parentOf(at)) {
    const next = siblingOf(at, 1)
    if (next) return next
  }
  return null
}

function preceding(node: InnerNode, root: InnerNode): InnerNode | null {
  if (node === root) return null
  const before = siblingOf(node, -1)
  return before ? lastIn(before) : parentOf(node)
}

function lastIn(node: InnerNode): InnerNode {
  let at = node
  for (let last = childOf(at, 'last'); last; last = childOf(at, 'last')) at = last
  return at
}
