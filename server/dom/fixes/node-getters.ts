/**
 * Makes the getters of `Node.prototype` work for every node, for `traversal.ts` and sanitizers.
 * happy-dom's `nodeName` there is empty: capricorn86/happy-dom#2182. So are `nodeValue` and
 * `textContent`; report: docs/happy-dom/node-values.md
 */
import { HappyDOM } from '#happy-dom'
import type { InnerWindow } from '../internals.ts'

/** A form's fields can shadow its own getters. https://dom.spec.whatwg.org/#interface-node */
export function installNodeGetters(window: InnerWindow): void {
  for (const name of ['nodeName', 'nodeValue', 'textContent']) installGetter(window, name)
}

type NamedNode = Node & {
  readonly name: string
  readonly target: string
  readonly value: string | null
}

const OTHERWISE: Readonly<
  Record<string, Readonly<Record<number, (node: NamedNode) => string | null>>>
> = {
  nodeName: { 2: ({ name }) => name, 7: ({ target }) => target, 11: () => '#document-fragment' },
  nodeValue: { 2: ({ value }) => value ?? '' },
  textContent: { 9: () => null, 10: () => null },
}

function installGetter(window: InnerWindow, name: string): void {
  const inherited = Object.getOwnPropertyDescriptor(HappyDOM.Node.prototype, name)
  if (!inherited?.get) throw new TypeError(`happy-dom has no getter ${name} of nodes any more`)
  const classes = Object.entries({
    1: window.Element,
    2: window.Attr,
    3: window.Text,
    4: window.Text,
    7: window.ProcessingInstruction,
    8: window.Comment,
    9: HappyDOM.Document,
    10: window.DocumentType,
    11: window.DocumentFragment,
  })
  const getters = new Map(
    classes.map(([type, { prototype }]) => [Number(type), getterOf(prototype, name)]),
  )
  Object.defineProperty(HappyDOM.Node.prototype, name, {
    ...inherited,
    get(this: Node) {
      const getter = getters.get(this.nodeType)
      if (getter) return getter.call(this)
      const otherwise = OTHERWISE[name]?.[this.nodeType]
      return otherwise ? otherwise(this as NamedNode) : inherited.get?.call(this)
    },
  })
}

function getterOf(prototype: object, name: string): ((this: Node) => unknown) | undefined {
  for (
    let owner = prototype;
    owner !== HappyDOM.Node.prototype;
    owner = Object.getPrototypeOf(owner)
  ) {
    const getter = Object.getOwnPropertyDescriptor(owner, name)?.get
    if (getter) return getter
  }
  return undefined
}
