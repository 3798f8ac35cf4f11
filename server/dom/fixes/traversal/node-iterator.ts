/**
 * Iterates over a tree in order, and moves on when its node is removed.
 * https://dom.spec.whatwg.org/#interface-nodeiterator
 */
import type { InnerNode } from '../../internals.ts'
import { ACCEPT, childOf, type Filter, parentOf, siblingOf, Traversal } from './filter.ts'

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

export class NodeIterator extends Traversal {
  #reference = this.root as unknown as InnerNode
  #isBefore = true

  constructor(root: Node, whatToShow?: number, filter?: Filter) {
    super(root, whatToShow, filter)
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

  get #top(): InnerNode {
    return this.root as unknown as InnerNode
  }

  #go(node: InnerNode, isBefore: boolean): Node {
    this.#reference = node
    this.#isBefore = isBefore
    return node as unknown as Node
  }
}

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
