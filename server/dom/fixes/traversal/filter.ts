/**
 * Filters nodes for TreeWalker and NodeIterator. A filter that calls its own walker is an error.
 * https://dom.spec.whatwg.org/#concept-node-filter
 */
import { type InnerNode, S } from '../../internals.ts'

export const ACCEPT = 1
export const REJECT = 2

type Callback = (node: Node) => number
export type Filter = Callback | { acceptNode: Callback } | null | undefined

export const parentOf = (node: InnerNode): InnerNode | null => node[S.parentNode]

export function siblingOf(node: InnerNode, step: 1 | -1): InnerNode | null {
  const siblings = node[S.parentNode]?.[S.nodeArray]
  if (siblings === undefined) return null
  return siblings[siblings.indexOf(node) + step] ?? null
}

export const childOf = (node: InnerNode, end: 'first' | 'last'): InnerNode | null =>
  node[S.nodeArray].at(end === 'first' ? 0 : -1) ?? null

export class Traversal {
  readonly whatToShow: number
  readonly filter: Filter
  readonly #root: InnerNode
  #isFiltering = false

  constructor(root: Node, whatToShow = 0xffffffff, filter: Filter = null) {
    const node = root as unknown as InnerNode | null
    if (node?.[S.nodeType] === undefined) throw new TypeError('parameter 1 is not of type Node')
    this.#root = node[S.proxy] ?? node
    this.whatToShow = whatToShow >>> 0
    this.filter = filter ?? null
  }

  get root(): Node {
    return this.#root as unknown as Node
  }

  protected test(node: InnerNode): number {
    if (this.#isFiltering) {
      const { DOMException } = this.#root[S.window]
      throw new DOMException('The filter is asking already', 'InvalidStateError')
    }
    if (((1 << (node[S.nodeType] - 1)) & this.whatToShow) === 0) return 3
    const { filter } = this
    if (!filter) return ACCEPT
    this.#isFiltering = true
    try {
      const shown = node as unknown as Node
      return typeof filter === 'function' ? filter(shown) : filter.acceptNode(shown)
    } finally {
      this.#isFiltering = false
    }
  }
}
