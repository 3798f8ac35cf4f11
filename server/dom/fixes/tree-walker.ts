/**
 * Finds siblings and the previous node of a TreeWalker behind nodes that a filter skips.
 * https://dom.spec.whatwg.org/#interface-treewalker
 * Not reported. Report: docs/happy-dom/tree-walker.md
 */

/** Verdicts of a filter. Rejecting a node hides its descendants; skipping it does not. */
const ACCEPT = 1
const REJECT = 2
const SKIP = 3

function verdictOf({ whatToShow, filter }: TreeWalker, node: Node): number {
  if (((1 << (node.nodeType - 1)) & whatToShow) === 0) return SKIP
  if (!filter) return ACCEPT
  return typeof filter === 'function' ? filter(node) : filter.acceptNode(node)
}

function go(walker: TreeWalker, node: Node): Node {
  walker.currentNode = node
  return node
}

function siblingOf(walker: TreeWalker, way: 'next' | 'previous'): Node | null {
  const [beside, inside] =
    way === 'next'
      ? (['nextSibling', 'firstChild'] as const)
      : (['previousSibling', 'lastChild'] as const)
  for (let node: Node | null = walker.currentNode; node && node !== walker.root; ) {
    for (let at: Node | null = node[beside]; at; ) {
      node = at
      const verdict = verdictOf(walker, node)
      if (verdict === ACCEPT) return go(walker, node)
      at = (verdict === SKIP && node[inside]) || node[beside]
    }
    node = node.parentNode
    if (!node || node === walker.root || verdictOf(walker, node) === ACCEPT) return null
  }
  return null
}

function previousNode(walker: TreeWalker): Node | null {
  for (let node: Node | null = walker.currentNode; node && node !== walker.root; ) {
    for (let at: Node | null = node.previousSibling; at; at = node.previousSibling) {
      node = at
      let verdict = verdictOf(walker, node)
      while (verdict !== REJECT && node.lastChild) {
        node = node.lastChild
        verdict = verdictOf(walker, node)
      }
      if (verdict === ACCEPT) return go(walker, node)
    }
    node = node.parentNode
    if (node && verdictOf(walker, node) === ACCEPT) return go(walker, node)
  }
  return null
}

export function installTreeWalker({ TreeWalker }: Window & typeof globalThis): void {
  Object.assign(TreeWalker.prototype, {
    nextSibling(this: TreeWalker) {
      return siblingOf(this, 'next')
    },
    previousSibling(this: TreeWalker) {
      return siblingOf(this, 'previous')
    },
    previousNode(this: TreeWalker) {
      return previousNode(this)
    },
  })
}
