// Creates elements for the tree builder and clones. Custom elements are plain until they are
// inserted, and plain elements skip their superclass constructors.

import { HappyDOM } from '#happy-dom'
import { HTML } from '../html/names.ts'
import { type InnerWindow, S } from './internals.ts'

interface Owner {
  readonly window: InnerWindow
  readonly document: Document
}

interface ElementKind {
  readonly elementClass: unknown
  readonly tagName: string | null
  readonly plainClass: PlainElement | undefined
}

/** Kinds by namespace and name; bounded, since markup can invent names. */
const kinds = new Map<string, Map<string, ElementKind>>()
const MAX_KINDS = 512

const { NodeFactory } = HappyDOM

export const createNode = <T>(document: Document, nodeClass: unknown): T =>
  NodeFactory.createNode<T>(document, nodeClass)

/** Names are checked and split once. */
export function createBare(owner: Owner, tag: string, namespace: string): Element {
  const kind = kinds.get(namespace)?.get(tag)
  if (kind === undefined) return createFirst(owner, tag, namespace)
  if (kind.plainClass) return new kind.plainClass(owner.document)
  const element = createNode<Element>(owner.document, kind.elementClass)
  element[S.localName] = tag
  element[S.tagName] = kind.tagName
  element[S.namespaceURI] = namespace
  return element
}

function createFirst(owner: Owner, tag: string, namespace: string): Element {
  const { window, document } = owner
  const custom = namespace === HTML && tag.includes('-')
  const element = custom
    ? createNode<Element>(document, window.HTMLElement)
    : document.createElementNS(namespace, tag)
  if (custom || tag.includes(':')) {
    element[S.localName] = tag
    element[S.tagName] = namespace === HTML ? tag.toUpperCase() : tag
    element[S.namespaceURI] = namespace
    element[S.prefix] = null
  }
  // The window of a frame has fewer classes.
  if (document[S.window] === window) learnKind(element, tag, namespace)
  return element
}

/** Learns the kind of a new element, so that the next one takes no constructor. */
export function learnKind(element: Element, tag: string, namespace: string): void {
  if (tag === 'template') return
  const kindsByTag = kinds.get(namespace) ?? new Map<string, ElementKind>()
  kinds.set(namespace, kindsByTag)
  if (kindsByTag.size >= MAX_KINDS || kindsByTag.has(tag)) return
  kindsByTag.set(tag, {
    elementClass: element.constructor,
    tagName: element[S.tagName],
    plainClass: plainClassOf(element),
  })
}

/** @returns Undefined if the element needs its constructor, or if nothing is known of it. */
export const plainKind = (tag: string, namespace: string): PlainElement | undefined =>
  kinds.get(namespace)?.get(tag)?.plainClass

type PlainElement = new (document: Document) => Element

/** @returns Undefined if only the element's constructor can create a copy. */
export const plainElement = (element: Element, elementClass: unknown) => {
  const kind = kinds.get(element[S.namespaceURI])?.get(element[S.localName])
  return kind?.elementClass === elementClass ? kind?.plainClass : undefined
}

const PLAIN_KEYS: ReadonlySet<PropertyKey> = new Set([
  S.nodeArray,
  S.elementArray,
  S.ownerDocument,
  S.window,
  S.attributes,
  S.tagName,
  S.localName,
  S.namespaceURI,
])
/** Stored, but empty on most elements. */
const EMPTY_KEYS: ReadonlySet<PropertyKey> = new Set([S.prefix, S.isValue])

/** @returns Undefined if the element has more initial state, or a proxy of happy-dom around it. */
function plainClassOf(element: Element): PlainElement | undefined {
  const keys = Reflect.ownKeys(element).filter(
    (key) => !(EMPTY_KEYS.has(key) && element[key as typeof S.prefix] === null),
  )
  const isPlain = keys.length === PLAIN_KEYS.size && keys.every((key) => PLAIN_KEYS.has(key))
  if (
    !isPlain ||
    hasPrivates(element.constructor) ||
    element[S.nodeArray].length + element[S.attributes][S.items].size > 0
  )
    return
  const { [S.tagName]: tagName, [S.localName]: localName, [S.namespaceURI]: namespace } = element
  const names = [tagName, localName, namespace] as const
  return plainClass(Object.getPrototypeOf(element), element[S.attributes].constructor, names)
}

/** Apart, as a closure over the element would keep its document alive. */
function plainClass(
  prototype: object,
  attributes: unknown,
  [tagName, localName, namespace]: readonly [string | null, string, string],
): PlainElement {
  const List = attributes as new (of: Node) => Element[typeof S.attributes]
  function Plain(this: Element, document: Document) {
    this[S.nodeArray] = []
    this[S.elementArray] = []
    this[S.ownerDocument] = document
    this[S.window] = document[S.window]
    this[S.attributes] = new List(this)
    this[S.tagName] = tagName
    this[S.localName] = localName
    this[S.namespaceURI] = namespace
    this[S.parentNode] = null
    this[S.isConnected] = false
    this[S.rootNode] = null
  }
  Plain.prototype = prototype
  return Plain as unknown as PlainElement
}

/** A class with private members needs its constructor: nothing else sets them. */
function hasPrivates(derived: unknown): boolean {
  for (let Class = derived; typeof Class === 'function'; Class = Object.getPrototypeOf(Class)) {
    if (
      Class !== Function.prototype &&
      /\.\s*#\w|^\s*#\w/m.test(Function.prototype.toString.call(Class))
    )
      return true
  }
  return false
}
