/**
 * Adds standard TreeWalker and NodeIterator: filters, removals, and nodes that named properties
 * shadow, as sanitizers need.
 * https://dom.spec.whatwg.org/#traversal
 * happy-dom's iterator ends where its node is removed: capricorn86/happy-dom#2310.
 * Its `Node.prototype.nodeName` is empty: capricorn86/happy-dom#2182.
 * So are `nodeValue` and `textContent` there; not reported. Report: docs/happy-dom/node-values.md
 */
import { Document, Node } from '#happy-dom'
import { type InnerNode, type InnerWindow, S, wrap } from '../internals.ts'
import { hasIterators, NodeIterator, updateIterators } from './traversal/node-iterator.ts'
import { TreeWalker } from './traversal/tree-walker.ts'

export function installTraversal(window: InnerWindow): void {
  Object.assign(window, { TreeWalker, NodeIterator })
  Object.assign(Document.prototype, {
    createTreeWalker: (...args: ConstructorParameters<typeof TreeWalker>) =>
      new TreeWalker(...args),
    createNodeIterator: (...args: ConstructorParameters<typeof NodeIterator>) =>
      new NodeIterator(...args),
  })
  wrap<InnerNode[typeof S.removeChild]>(
    Node.prototype,
    S.removeChild,
    (original) =>
      function (this: InnerNode, node) {
        if (hasIterators()) updateIterators(node[S.proxy] ?? node)
        return original.call(this, node)
      },
  )
  for (const name of ['nodeName', 'nodeValue', 'textContent']) installGetter(window, name)
}

type NamedNode = Node & {
  readonly name: string
  readonly target: string
  readonly value: string | null
}

const REST: Readonly<Record<string, Readonly<Record<number, (node: NamedNode) => string | null>>>> =
  {
    nodeName: { 2: ({ name }) => name, 7: ({ target }) => target, 11: () => '#document-fragment' },
    nodeValue: { 2: ({ value }) => value ?? '' },
    textContent: { 9: () => null, 10: () => null },
  }

/** Depends on the node's type, whichever class the getter came from. */
function installGetter(window: InnerWindow, name: string): void {
  const own = Object.getOwnPropertyDescriptor(Node.prototype, name)
  if (!own?.get) throw new TypeError(`happy-dom has no getter ${name} of nodes any more`)
  const kinds = {
    1: window.Element,
    2: window.Attr,
    3: window.Text,
    4: window.Text,
    7: window.ProcessingInstruction,
  }
  const others = { 8: window.Comment, 9: Document, 10: window.DocumentType }
  const all = Object.entries({ ...kinds, ...others, 11: window.DocumentFragment })
  const getters = new Map(
    all.map(([kind, { prototype }]) => [Number(kind), getterOf(prototype, name)]),
  )
  Object.defineProperty(Node.prototype, name, {
    ...own,
    get(this: Node) {
      const nearer = getters.get(this.nodeType)
      if (nearer) return nearer.call(this)
      const rest = REST[name]?.[this.nodeType]
      return rest ? rest(this as NamedNode) : own.get?.call(this)
    },
  })
}

function getterOf(prototype: object, name: string): ((this: Node) => unknown) | undefined {
  for (let at = prototype; at !== Node.prototype; at = Object.getPrototypeOf(at)) {
    const getter = Object.getOwnPropertyDescriptor(at, name)?.get
    if (getter) return getter
  }
  return undefined
}
