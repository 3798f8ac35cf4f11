/**
 * Reads and joins the texts of trees of any depth.
 * Ours: happy-dom recurses, and ends at some 3,000 levels with an exhausted stack.
 */
import { ELEMENT, type InnerNode, type InnerWindow, override, S, TEXT } from '../internals.ts'

export function installDeepTrees(window: InnerWindow): void {
  const { DocumentFragment, Element, Node } = window
  for (const { prototype } of [Element, DocumentFragment]) {
    override<InnerNode, object>(prototype, {
      get textContent() {
        return textIn(this)
      },
    })
  }
  override<InnerNode, object>(Node.prototype, {
    normalize() {
      const rest: InnerNode[] = [this]
      for (let node = rest.pop(); node; node = rest.pop()) {
        joinTexts(node)
        pushReversed(rest, node[S.elementArray])
      }
    },
  })
}

/** For a stack from which the first is taken first. */
export function pushReversed<T>(stack: T[], items: readonly T[]): void {
  for (let at = items.length - 1; at >= 0; at--) stack.push(items[at] as T)
}

function textIn(root: InnerNode): string {
  const rest: InnerNode[] = []
  let text = ''
  pushReversed(rest, root[S.nodeArray])
  for (let node = rest.pop(); node; node = rest.pop()) {
    const type = node[S.nodeType]
    if (type === TEXT) text += node[S.data]
    else if (type === ELEMENT) pushReversed(rest, node[S.nodeArray])
  }
  return text
}

const isText = (node: InnerNode | undefined): boolean =>
  node !== undefined && (node as unknown as Node).nodeType === TEXT

function joinTexts(parent: InnerNode): void {
  const nodes = parent[S.nodeArray]
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (!isText(node)) continue
    const text = node as unknown as Text
    while (isText(nodes[at + 1])) {
      const next = nodes[at + 1] as unknown as Text
      text.data += next.data
      next.remove()
    }
    if (text.data === '') {
      text.remove()
      at--
    }
  }
}
