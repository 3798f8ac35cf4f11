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
      const rest: Node[] = [this]
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

function textIn(root: Node): string {
  const rest: Node[] = []
  let text = ''
  pushReversed(rest, root[S.nodeArray])
  for (let node = rest.pop(); node; node = rest.pop()) {
    const type = node[S.nodeType]
    if (type === TEXT) text += node[S.data]
    else if (type === ELEMENT) pushReversed(rest, node[S.nodeArray])
  }
  return text
}

/** https://dom.spec.whatwg.org/#concept-node-equals */
function isEqual(first: Node, second: Node): boolean {
  const rest = [[first, second] as const]
  for (let pair = rest.pop(); pair; pair = rest.pop()) {
    const [one, other] = pair
    const [nodes, others] = [one[S.nodeArray], other[S.nodeArray]]
    if (nodes.length !== others.length || !isAlike(one, other)) return false
    for (const [at, node] of nodes.entries()) rest.push([node, others[at] as Node])
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

/** But for their children. A document has names that are not compared. */
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
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (!isText(node)) continue
    const text = node as Text
    while (isText(nodes[at + 1])) {
      const next = nodes[at + 1] as Text
      text.data += next.data
      next.remove()
    }
    if (text.data === '') {
      text.remove()
      at--
    }
  }
}
