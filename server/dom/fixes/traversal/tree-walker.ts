/**
 * Walks a tree by parents, children and siblings. Rejecting a node hides its descendants; skipping
 * it does not.
 * https://dom.spec.whatwg.org/#interface-treewalker
 */
import { type InnerNode, S } from '../../internals.ts'
import { ACCEPT, childOf, parentOf, REJECT, siblingOf, Traversal } from './filter.ts'

type MaybeNode = Node | null

export class TreeWalker extends Traversal {
  #current = this.root as unknown as InnerNode

  get currentNode(): Node {
    return this.#current as unknown as Node
  }

  set currentNode(node: Node) {
    const given = node as unknown as InnerNode | null
    if (given?.[S.nodeType] === undefined) throw new TypeError('The value is not of type Node')
    this.#current = given[S.proxy] ?? given
  }

  parentNode(): MaybeNode {
    for (let at: InnerNode | null = this.#current; at && at !== this.#top; ) {
      at = parentOf(at)
      if (at && this.test(at) === ACCEPT) return this.#go(at)
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
      const next = this.#after(node)
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

  get #top(): InnerNode {
    return this.root as unknown as InnerNode
  }

  #go(node: InnerNode): Node {
    this.#current = node
    return node as unknown as Node
  }

  #after(node: InnerNode): InnerNode | null {
    for (let at: InnerNode | null = node; at; at = parentOf(at)) {
      if (at === this.#top) return null
      const next = siblingOf(at, 1)
      if (next) return next
    }
    return null
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
      let at: InnerNode | null = node
      node = null
      while (at && !node) {
        node = siblingOf(at, step)
        if (node) break
        at = parentOf(at)
        if (!at || at === this.#top || at === this.#current) return null
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
