/**
 * Elements made without their superclasses. In: a new element. Out: what makes others of its class and name, in one step, as
 * the constructors of its four classes would; undefined for classes that begin with more than every element has (of its own, or private), and for
 * elements in whose place happy-dom has a proxy.
 * Ours: it makes trees faster, and mends nothing.
 */
import { type InnerDocument, type InnerElement, type InnerNode, S } from '../internals.ts'

/** Makes an element of a document: empty, nowhere, without attributes. */
export type PlainElement = new (document: InnerDocument) => InnerElement

/** What every element begins with of its own. */
const OWN: ReadonlySet<PropertyKey> = new Set([
  S.nodeArray,
  S.elementArray,
  S.ownerDocument,
  S.window,
  S.attributes,
  S.tagName,
  S.localName,
  S.namespaceURI,
])
/** What is nothing at most elements, and stored all the same. */
const NONE: ReadonlySet<PropertyKey> = new Set([S.prefix, S.isValue])

export function quickly(element: InnerElement): PlainElement | undefined {
  const keys = Reflect.ownKeys(element).filter(
    (key) => !(NONE.has(key) && element[key as typeof S.prefix] === null),
  )
  const isPlain = keys.length === OWN.size && keys.every((key) => OWN.has(key))
  if (
    !isPlain ||
    hasPrivates(element.constructor) ||
    element[S.nodeArray].length + element[S.attributes][S.items].size > 0
  )
    return
  const { [S.tagName]: tagName, [S.localName]: localName, [S.namespaceURI]: namespace } = element
  const List = element[S.attributes].constructor as new (
    of: InnerNode,
  ) => InnerElement[typeof S.attributes]
  function Plain(this: InnerElement, document: InnerDocument) {
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
  Plain.prototype = Object.getPrototypeOf(element)
  return Plain as unknown as PlainElement
}

/** Whether a class, or one that it is derived from, has fields or methods that only its constructor gives. */
function hasPrivates(derived: unknown): boolean {
  for (let at = derived; typeof at === 'function'; at = Object.getPrototypeOf(at)) {
    if (at !== Function.prototype && /\.\s*#\w|^\s*#\w/m.test(Function.prototype.toString.call(at)))
      return true
  }
  return false
}
