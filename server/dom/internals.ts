/**
 * Declares happy-dom's private members, which have symbols of `S` as keys, on the types of the DOM,
 * and replaces members of its classes. The parts of this folder and the serializer import it; a
 * test checks the declared members.
 */
import { type GlobalWindow, PropertySymbol as S } from '#happy-dom'

export { S }

const INSIDES: Record<PropertyKey, true> = Object.create(null)
for (const symbol of Object.values(S)) INSIDES[symbol] = true

/**
 * Whether it is a key of happy-dom, or of a cache of `bundle/patches`. Calls no method, as pages
 * may have replaced it.
 */
export function isInside(key: PropertyKey): boolean {
  if (typeof key !== 'symbol') return false
  return key in INSIDES || key.description === 'answers' || key.description === 'affected'
}

/** The symbol of a key that this folder adds to objects of pages. */
export function markInside(key: symbol): void {
  INSIDES[key] = true
}

export const ELEMENT = 1
export const TEXT = 3
export const COMMENT = 8
export const DOCUMENT = 9
export const DOCTYPE = 10
export const FRAGMENT = 11

export interface InnerRecord {
  readonly type: string
  addedNodes: Node[]
  removedNodes: Node[]
  previousSibling: Node | null
  nextSibling: Node | null
}

/** All nodes and events of the process are happy-dom's; AbortSignal alone stays Node's. */
declare global {
  interface EventTarget {
    [S.window]: InnerWindow
    readonly [S.proxy]?: this
    [S.listeners]: Record<'bubbling' | 'capturing', Map<string, unknown[]>>
    [S.listenerOptions]: Record<'bubbling' | 'capturing', Map<string, unknown[]>>
    [S.propertyEventListeners]?: Map<string, unknown>
  }

  interface Node {
    readonly [S.nodeType]: number
    [S.nodeArray]: Node[]
    [S.elementArray]: Element[]
    [S.parentNode]: Node | null
    [S.rootNode]: Node | null
    [S.host]?: Element | null
    [S.shadowRoot]?: ShadowRoot | null
    [S.ownerDocument]: Document
    [S.isConnected]: boolean
    [S.styleNode]: Node | null
    [S.textAreaNode]: Node | null
    [S.formNode]: Node | null
    [S.selectNode]: Node | null
    [S.assignedToSlot]: Element | null
    [S.mutationListeners]: unknown[]
    [S.reportMutation](record: InnerRecord): void
    [S.data]?: string
    [S.target]?: string
    [S.serializable]?: boolean
    [S.tagName]?: string | null
    [S.appendChild](node: Node, disableValidations?: boolean): Node
    [S.insertBefore](node: Node, before: Node | null, disableValidations?: boolean): Node
    [S.removeChild](node: Node): Node
    [S.connectedToNode](): void
    [S.disconnectedFromNode](): void
    [S.cloneNode](deep?: boolean): Node
    [S.connectedToDocument](): void
    [S.disconnectedFromDocument](): void
    [S.clearCache](): void
  }

  interface Element {
    [S.localName]: string
    [S.tagName]: string | null
    [S.namespaceURI]: string
    [S.prefix]: string | null
    [S.isValue]: string | null
    [S.content]?: DocumentFragment
    [S.attributes]: {
      readonly [S.items]: Pick<ReadonlyMap<string, Attr>, 'size' | 'get' | 'has' | 'values'>
      readonly [S.itemsByName]: Pick<ReadonlyMap<string, Attr[]>, 'get'>
      getNamedItem(name: string): Attr | null
      [S.setNamedItem](attribute: Attr, ignoreListeners?: boolean): unknown
    }
    [S.customElementDefineCallback]: unknown
    [S.onCustomElementConnected](): void
    [S.addIdentifierToWindow](id: string): void
    [S.onSlotChange](node: Node): void
    [S.onSetAttribute](attribute: Attr, before: object | null): void
    [S.onRemoveAttribute](attribute: Attr): void
    /** Of a script. */
    [S.disableEvaluation]?: boolean
  }

  interface Attr {
    [S.name]: string
    [S.localName]: string | null
    [S.prefix]: string | null
    [S.namespaceURI]: string | null
    [S.value]: string | null
    [S.ownerElement]: Element | null
  }

  interface ShadowRoot {
    [S.host]: Element
    [S.mode]: 'open' | 'closed'
    [S.slotAssignment]: 'named' | 'manual'
    [S.delegatesFocus]: boolean
    [S.clonable]: boolean
    [S.serializable]: boolean
  }

  interface Document {
    [S.activeElement]: Element | null
    [S.elementIdMap]: Map<string, unknown>
    [S.readyState]: DocumentReadyState
    [S.propertyEventListeners]: Map<string, unknown>
    [S.contentType]: string
    [S.defaultView]: unknown
    [S.xmlProcessingInstruction]?: Node | null
  }

  interface HTMLSlotElement {
    [S.assignedNodes]: Node[]
  }

  interface HTMLSelectElement {
    [S.selectedIndex]: number
  }

  interface HTMLOptionElement {
    [S.selectedness]: boolean
  }

  interface HTMLCollectionBase {
    [S.query](): readonly Element[]
  }

  interface Location {
    [S.setURL](frame: unknown, url: string): void
  }

  interface Event {
    [S.dispatching]: boolean
    [S.eventPhase]: number
    [S.currentTarget]: unknown
    [S.target]: unknown
    [S.propagationStopped]: boolean
    [S.immediatePropagationStopped]: boolean
  }
}

export interface Definition {
  elementClass: (new () => Element) & {
    prototype: object
    [S.customElementUpgradeTarget]?: Element | null
  }
  extends: string | null
  observedAttributes: Set<string>
  lifecycleCallbacks: {
    connectedCallback?: (this: Element) => unknown
    disconnectedCallback?: (this: Element) => unknown
    adoptedCallback?: (this: Element, from: Document, to: Document) => unknown
    attributeChangedCallback?: (
      this: Element,
      name: string,
      before: string | null,
      after: string | null,
      namespace: string | null,
    ) => unknown
  }
}

type DomWindow = Window & typeof globalThis
export type InnerWindow = DomWindow & {
  customElements: {
    [S.registry]: Map<string, Definition>
    [S.classRegistry]: Map<object, string>
    [S.callbacks]: Map<string, unknown[]>
  }
  happyDOM: GlobalWindow['happyDOM']
  [S.propertyEventListeners]: Map<string, unknown>
  [S.mutationObservers]: { disconnect(): void }[]
  [S.customElementReactionStack]: {
    enqueueReaction(element: Element, name: string, args?: unknown[]): void
  }
  [S.dispatchError](error: unknown): void
  [S.readyStateManager]: { startTask(): number }
}

export interface InnerTasks {
  readonly runningTasks: Record<string, unknown>
  endTask(id: number): void
}

export const hasTag = <Tag extends keyof HTMLElementTagNameMap>(
  element: Element,
  tag: Tag,
): element is HTMLElementTagNameMap[Tag] => element.localName === tag

export function prototypeOf(window: InnerWindow, className: string): object {
  const namedClass: { prototype: object } | undefined = Reflect.get(window, className)
  if (!namedClass) throw new TypeError(`happy-dom has no ${className} any more`)
  return namedClass.prototype
}

/** A live collection: it calls `query` on access. */
export function liveCollection(
  window: InnerWindow,
  query: () => readonly object[],
): HTMLCollection {
  const Collection: new (...args: readonly unknown[]) => HTMLCollection = window.HTMLCollection
  return new Collection(S.illegalConstructor, query)
}

/** Reads a property from the nearest prototype that has the key. */
export function descriptorOf(target: object, key: PropertyKey): PropertyDescriptor {
  for (let owner: object | null = target; owner; owner = Object.getPrototypeOf(owner)) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, key)
    if (descriptor) return descriptor
  }
  throw new TypeError(
    `happy-dom has no ${String(key)} here any more: check server/dom against its version`,
  )
}

/** Replaces a method by `make(original)`: `super` of a symbol is slow. */
export function wrap<F>(target: object, key: PropertyKey, make: (original: F) => F): void {
  const descriptor = descriptorOf(target, key)
  Object.defineProperty(target, key, { ...descriptor, value: make(descriptor.value as F) })
}

/** Replaces a setter by `make(original)`: `super` of a setter is slow. */
export function wrapSetter<T, V>(
  target: object,
  key: PropertyKey,
  make: (original: (this: T, value: V) => void) => (this: T, value: V) => void,
): void {
  const descriptor = descriptorOf(target, key)
  const set = make(descriptor.set as (this: T, value: V) => void)
  Object.defineProperty(target, key, { ...descriptor, set })
}

/**
 * Replaces methods and accessors of a class whose instances are of type `T`. In them, `super` has
 * the replaced and the inherited ones.
 *
 * @param members Typed as in `Own`; `object`: by their own types.
 */
export function override<T, Own = T>(target: object, members: Partial<Own> & ThisType<T>): void {
  const before = {}
  for (const key of Reflect.ownKeys(members)) {
    const original = descriptorOf(target, key)
    const replacement = descriptorOf(members, key)
    const { get = original.get, set = original.set } = replacement
    Object.defineProperty(before, key, original)
    const changed = 'value' in replacement ? { value: replacement.value } : { get, set }
    Object.defineProperty(target, key, { ...original, ...(changed as PropertyDescriptor) })
  }
  Object.setPrototypeOf(members, before)
}

/** Defines methods and accessors. In them, `super` has the inherited ones. */
export function define<T>(target: object, members: object & ThisType<T>): void {
  Object.setPrototypeOf(members, Object.getPrototypeOf(target))
  Object.defineProperties(target, Object.getOwnPropertyDescriptors(members))
}

/** Defines members that no loop enumerates, such as classes of a window. */
export function defineHidden(target: object, values: Readonly<Record<PropertyKey, unknown>>): void {
  for (const key of Reflect.ownKeys(values)) {
    const value = Reflect.get(values, key)
    Object.defineProperty(target, key, { configurable: true, writable: true, value })
  }
}

/** Called once a process. */
export type Install = (window: InnerWindow) => void
