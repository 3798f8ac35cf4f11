/**
 * Reads, joins and compares trees of any depth.
 * Ours: happy-dom recurses, and ends at some 3,000 levels with an exhausted stack.
 */
import { ELEMENT, type InnerWindow, override, S, TEXT } from '../internals.ts'

export function installDeepTrees(window: InnerWindow): void {
  const { DocumentFragment, Element, Node } = window
  for (const { prototype } of [Element, DocumentFragment]) {
    override<Node, object>(prototype, {
      get textContent() {
        return textIn(this)
      },
    })
  }
  override<Node, object>(Node.prototype, {
    isEqualNode(other: Node | null) {
      return other !== null && isEqual(this, other)
    },
    normalize() {
      const stack: Node[] = [this]
      for (let node = stack.pop(); node; node = stack.pop()) {
        joinTexts(node)
        pushReversed(stack, node[S.elementArray])
      }
    },
  })
}

/** Pushes items so that the first of them is taken first. */
export function pushReversed<T>(stack: T[], items: readonly T[]): void {
  for (let index = items.length - 1; index >= 0; index--) stack.push(items[index] as T)
}

function textIn(root: Node): string {
  const stack: Node[] = []
  let text = ''
  pushReversed(stack, root[S.nodeArray])
  for (let node = stack.pop(); node; node = stack.pop()) {
    const type = node[S.nodeType]
    if (type === TEXT) text += node[S.data]
    else if (type === ELEMENT) pushReversed(stack, node[S.nodeArray])
  }
  return text
}

/** https://dom.spec.whatwg.org/#concept-node-equals */
function isEqual(first: Node, second: Node): boolean {
  const stack = [[first, second] as const]
  for (let pair = stack.pop(); pair; pair = stack.pop()) {
    const [one, other] = pair
    const [nodes, others] = [one[S.nodeArray], other[S.nodeArray]]
    if (nodes.length !== others.length || !isAlike(one, other)) return false
    for (const [index, node] of nodes.entries()) stack.push([node, others[index] as Node])
  }
  return true
}

const OWN = [
  'nodeType',
  'nodeName',
  'nodeValue',
  'localName',
  'namespaceURI',
  'prefix',
  'publicId',
  'systemId',
] as const

/** Compares two nodes without their children. A document has names that are not compared. */
function isAlike(one: Node, other: Node): boolean {
  const isSame = OWN.every((name) => Reflect.get(one, name) === Reflect.get(other, name))
  if (!isSame || one[S.nodeType] !== ELEMENT) return isSame
  const [own, others] = [one, other].map((node) => (node as Element)[S.attributes][S.items])
  if (own?.size !== others?.size) return false
  const element = other as Element
  for (const attribute of own?.values() ?? []) {
    const { [S.namespaceURI]: namespace, [S.localName]: name, [S.value]: value } = attribute
    if (element.getAttributeNS(namespace, name ?? attribute[S.name]) !== value) return false
  }
  return true
}

const isText = (node: Node | undefined): boolean => node !== undefined && node.nodeType === TEXT

function joinTexts(parent: Node): void {
  const nodes = parent[S.nodeArray]
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index]
    if (!isText(node)) continue
    const text = node as Text
    while (isText(nodes[index + 1])) {
      const next = nodes[index + 1] as Text
      text.data += next.data
      next.remove()
    }
    if (text.data === '') {
      text.remove()
      index--
    }
  }
}
