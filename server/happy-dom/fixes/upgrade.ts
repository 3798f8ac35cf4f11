/**
 * Elements become custom elements as in a browser: in place, in tree order, each with its constructor, then its attributes,
 * then connectedCallback, and all of its children there. In: a window. Out: parsing, cloning, importing, `define` and
 * `upgrade` lead to the same steps; a constructor that throws is reported and costs its own element only.
 * https://html.spec.whatwg.org/multipage/custom-elements.html#upgrades
 * happy-dom: attributes are not told (capricorn86/happy-dom#570), `upgrade` does nothing, errors end the operation.
 */
import { CustomElementRegistry, Document, HTMLElement, Node, NodeFactory } from '#happy-dom'
import { report } from '../errors.ts'
import {
  type Definition,
  type InnerDocument,
  type InnerElement,
  type InnerNode,
  type InnerWindow,
  inner,
  S,
  wrap,
} from '../internals.ts'
import { changePrototype } from './change-prototype.ts'
import { atomically, call, enqueue, failed } from './reactions.ts'
import { plainElement } from './tree-adapter.ts'

const ELEMENT = 1
const DOCUMENT = 9

export function installUpgrade(window: InnerWindow): void {
  const html = inner<InnerElement>(HTMLElement.prototype)
  const elementConnected = inner<InnerElement>(Object.getPrototypeOf(HTMLElement.prototype))[
    S.connectedToDocument
  ]
  html[S.connectedToDocument] = function (this: InnerElement) {
    elementConnected.call(this)
    tryUpgrade(window, this)
  }
  html[S.disconnectedFromDocument] = inner<InnerElement>(
    Object.getPrototypeOf(HTMLElement.prototype),
  )[S.disconnectedFromDocument]
  installRegistry(window)
  installCreate(window)
  installClone(window)
}

/** The definition of an element that is not one yet. */
function definitionFor(window: InnerWindow, element: InnerElement): Definition | undefined {
  const name = element[S.localName]
  const is = element[S.isValue]
  if (!is && !name.includes('-')) return undefined
  const definition = window.customElements[S.registry]?.get(is ?? name)
  if (!definition || (definition.extends ?? name) !== name) return undefined
  return element instanceof definition.elementClass || failed.has(element) ? undefined : definition
}

function tryUpgrade(window: InnerWindow, element: InnerElement): void {
  if (element[S.ownerDocument] !== inner<InnerDocument>(window.document)) return
  const definition = definitionFor(window, element)
  if (definition) enqueue(element, () => upgrade(window, element, definition))
}

function upgrade(window: InnerWindow, element: InnerElement, definition: Definition): void {
  if (element instanceof definition.elementClass) return
  const { elementClass, observedAttributes, lifecycleCallbacks } = definition
  const { attributeChangedCallback, connectedCallback } = lifecycleCallbacks
  const attributes = [...element[S.attributes][S.items].values()]
  const connected = element[S.isConnected]
  changePrototype(element, elementClass.prototype)
  elementClass[S.customElementUpgradeTarget] = element
  try {
    new elementClass()
  } catch (error) {
    failed.add(element)
    report(window, error)
    return
  } finally {
    elementClass[S.customElementUpgradeTarget] = null
  }
  if (attributeChangedCallback) {
    for (const { [S.name]: name, [S.value]: value, [S.namespaceURI]: namespace } of attributes) {
      if (!observedAttributes.has(name)) continue
      call(window, element, attributeChangedCallback, [name, null, value, namespace])
    }
  }
  if (connected && connectedCallback) call(window, element, connectedCallback)
}

/** Every element of a tree, shadow trees included, in tree order. */
function* elements(node: InnerNode): Generator<InnerElement> {
  if (node[S.nodeType] === ELEMENT) yield node as InnerElement
  const root = node[S.shadowRoot]
  if (root) yield* elements(root)
  for (const child of node[S.elementArray].slice()) yield* elements(child)
}

function installRegistry(window: InnerWindow): void {
  const prototype = CustomElementRegistry.prototype
  wrap<typeof prototype.define>(
    prototype,
    'define',
    (original) =>
      function (this: CustomElementRegistry, name, ...rest) {
        atomically(() => {
          original.call(this, name, ...rest)
          for (const element of elements(inner(window.document))) {
            if (element[S.localName] === name || element[S.isValue] === name) {
              tryUpgrade(window, element)
            }
          }
        })
      },
  )
  prototype.upgrade = (root: unknown) =>
    atomically(() => {
      for (const element of elements(root as InnerNode)) tryUpgrade(window, element)
    })
  wrap<(name: string) => Promise<unknown>>(
    prototype,
    'whenDefined',
    (original) =>
      async function (this: CustomElementRegistry, name) {
        await original.call(this, name)
        return this.get(name)
      },
  )
}

type Create = (namespace: string | null, name: string, options?: { is?: string }) => InnerElement

function installCreate(window: InnerWindow): void {
  wrap<Create>(
    Document.prototype,
    'createElementNS',
    (original) =>
      function (this: unknown, namespace, name, options) {
        const definition = window.customElements[S.registry]?.get(options?.is ?? String(name))
        if (!definition) return original.call(this, namespace, name, options)
        try {
          return original.call(this, namespace, name, options)
        } catch (error) {
          report(window, error)
          const unknown = window.HTMLUnknownElement as unknown as new () => InnerElement
          const element = NodeFactory.createNode(this as never, unknown as never) as never
          return Object.assign(element as InnerElement, {
            [S.tagName]: String(name).toUpperCase(),
            [S.localName]: String(name),
            [S.namespaceURI]: namespace,
          })
        }
      },
  )
}

/** Copies of custom elements, as yet without their classes. */
let copies: InnerElement[] | null = null

function installClone(window: InnerWindow): void {
  const prototype = inner(Node.prototype)
  const cloneWhole = prototype[S.cloneNode]
  prototype[S.cloneNode] = function (this: InnerNode, deep = false) {
    if (this[S.nodeType] === DOCUMENT) return cloneWhole.call(this, deep)
    const isElement = this[S.nodeType] === ELEMENT
    const nodeClass = classOf(window, this)
    const Plain = isElement && plainElement(this as InnerElement, nodeClass)
    const clone = Plain
      ? new Plain(this[S.ownerDocument])
      : (NodeFactory.createNode(
          this[S.ownerDocument] as never,
          nodeClass as never,
        ) as unknown as InnerNode)
    if (isElement && mayBeCustom(this as InnerElement)) {
      copies?.push(clone as InnerElement)
      ;(clone as InnerElement)[S.isValue] = (this as InnerElement)[S.isValue]
    }
    if (!deep) return clone
    for (const child of this[S.nodeArray]) {
      const copy = child[S.cloneNode](true)
      copy[S.parentNode] = clone[S.proxy] ?? clone
      clone[S.nodeArray].push(copy)
      if (copy[S.nodeType] === ELEMENT) clone[S.elementArray].push(copy as InnerElement)
    }
    return clone
  }
  for (const { prototype: leaf } of [window.Text, window.Comment]) cloneQuickly(window, leaf)
  upgradeCopies(window, Node.prototype, 'cloneNode')
  upgradeCopies(window, Document.prototype, 'importNode')
}

type Leaf = new (document: InnerDocument, data: string) => InnerNode

/** Texts and comments are most of what is copied, and hold nothing but their data: they are made without their superclasses. */
function cloneQuickly(window: InnerWindow, prototype: object): void {
  const original = inner(prototype)[S.cloneNode]
  function Leaf(this: InnerNode, document: InnerDocument, data: string) {
    this[S.ownerDocument] = document
    this[S.data] = data
    this[S.parentNode] = null
  }
  Leaf.prototype = prototype
  const make = Leaf as unknown as Leaf
  const document = inner<InnerDocument>(window.document)
  inner(prototype)[S.cloneNode] = function (this: InnerNode, deep) {
    return Object.getPrototypeOf(this) === prototype
      ? new make(document, this[S.data] as string)
      : original.call(this, deep)
  }
}

const mayBeCustom = (element: InnerElement): boolean =>
  element[S.isValue] != null || (element[S.localName]?.includes('-') ?? false)

/** The class of a node before it was upgraded. */
function classOf(window: InnerWindow, node: InnerNode): unknown {
  if (node[S.nodeType] !== ELEMENT || !mayBeCustom(node as InnerElement)) return node.constructor
  const element = node as InnerElement
  if (element[S.localName].includes('-')) return window.HTMLElement
  return window.document.createElement(element[S.localName]).constructor
}

function upgradeCopies(window: InnerWindow, target: object, key: 'cloneNode' | 'importNode'): void {
  wrap<(this: unknown, ...args: unknown[]) => unknown>(
    target,
    key,
    (original) =>
      function (...args) {
        if (copies) return original.apply(this, args)
        const mine: InnerElement[] = []
        copies = mine
        return atomically(() => {
          try {
            return original.apply(this, args)
          } finally {
            copies = null
            for (const copy of mine) tryUpgrade(window, copy)
          }
        })
      },
  )
}
