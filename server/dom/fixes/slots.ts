/**
 * Assigns nodes to slots, and fires slotchange once, after the script. Adds `assignedSlot`.
 * happy-dom fires it at once, for each change: capricorn86/happy-dom#1722.
 */
import { HTMLSlotElement } from '#happy-dom'
import {
  define,
  ELEMENT,
  type InnerElement,
  type InnerNode,
  type InnerShadowRoot,
  type InnerWindow,
  inner,
  override,
  S,
  TEXT,
  wrap,
} from '../internals.ts'

/** Null: never assigned. */
function slotName(node: InnerNode): string | null {
  if (node[S.nodeType] === TEXT) return ''
  return node[S.nodeType] === ELEMENT ? attribute(node as InnerElement, 'slot') : null
}

const attribute = (element: InnerElement, name: string): string =>
  element[S.attributes][S.items].get(`:${name}`)?.[S.value] ?? ''

function* slotsOf(node: InnerNode): Generator<InnerElement> {
  for (const child of node[S.elementArray]) {
    if (child[S.localName] === 'slot') yield child
    yield* slotsOf(child)
  }
}

function rootOf(slot: InnerNode): InnerShadowRoot | null {
  let node: InnerNode | null = slot
  while (node[S.parentNode]) node = node[S.parentNode] as InnerNode
  return node[S.host] ? (node as InnerShadowRoot) : null
}

/** In an open or closed root. */
export function slotOf(node: InnerNode): InnerElement | null {
  const root = (node[S.parentNode] as InnerElement | null)?.[S.shadowRoot]
  if (!root) return null
  if (root[S.slotAssignment] === 'manual') return node[S.assignedToSlot]
  const name = slotName(node)
  return name === null ? null : slotNamed(root, name)
}

function slotNamed(root: InnerShadowRoot, name: string): InnerElement | null {
  for (const slot of slotsOf(root)) if (attribute(slot, 'name') === name) return slot
  return null
}

function assigned(slot: InnerElement): InnerNode[] {
  const root = rootOf(slot)
  if (!root) return []
  if (root[S.slotAssignment] === 'manual') {
    const { [S.assignedNodes]: nodes } = slot as unknown as { [S.assignedNodes]: InnerNode[] }
    return nodes.filter((node) => node[S.parentNode] === root[S.host])
  }
  const name = attribute(slot, 'name')
  if (slotNamed(root, name) !== slot) return []
  return root[S.host][S.nodeArray].filter((node) => slotName(node) === name)
}

function flattened(slot: InnerElement): InnerNode[] {
  if (!rootOf(slot)) return []
  const nodes = assigned(slot)
  const content = nodes.length > 0 ? nodes : slot[S.nodeArray].filter((n) => slotName(n) !== null)
  return content.flatMap((node) => {
    const nested = (node as InnerElement)[S.localName] === 'slot' && rootOf(node)
    return nested ? flattened(node as InnerElement) : [node]
  })
}

/** https://dom.spec.whatwg.org/#assigning-slotables */
export function installSlots(window: InnerWindow): void {
  const { Element, Text } = window
  const list = (slot: object, options?: AssignedNodesOptions): InnerNode[] =>
    (options?.flatten ? flattened : assigned)(inner<InnerElement>(slot))
  Object.assign(HTMLSlotElement.prototype, {
    assignedNodes(options?: AssignedNodesOptions) {
      return list(this, options)
    },
    assignedElements(options?: AssignedNodesOptions) {
      return list(this, options).filter((node) => node[S.nodeType] === ELEMENT)
    },
  })
  for (const { prototype } of [Element, Text]) {
    define<object>(prototype, {
      get assignedSlot() {
        const slot = slotOf(inner(this))
        return slot && rootOf(slot)?.[S.mode] === 'open' ? slot : null
      },
    })
  }
  installSlotChange(window)
}

type Root = InnerShadowRoot | null | undefined

/** Does nothing before the first listener. */
class SlotChanges {
  #isListenedTo = false
  #roots = new Set<InnerShadowRoot>()
  /** Also those whose nodes are the same again. */
  #slots = new WeakSet<InnerElement>()
  readonly #assignedBefore = new WeakMap<InnerElement, InnerNode[]>()

  get isListenedTo(): boolean {
    return this.#isListenedTo
  }

  listen(): void {
    this.#isListenedTo = true
  }

  changeRoot(root: Root): void {
    if (!root || !this.#isListenedTo) return
    if (this.#roots.size === 0) queueMicrotask(() => this.#dispatch())
    this.#roots.add(root)
  }

  changeSlot(root: Root, name: string | null): void {
    if (!root || !this.#isListenedTo || name === null) return
    const slot = slotNamed(root, name)
    if (slot) this.#slots.add(slot)
    this.changeRoot(root)
  }

  #dispatch(): void {
    const [roots, slots] = [this.#roots, this.#slots]
    this.#roots = new Set()
    this.#slots = new WeakSet()
    for (const root of roots) {
      for (const slot of slotsOf(root)) {
        if (!this.#isReassigned(slot) && !slots.has(slot)) continue
        ;(slot as unknown as Element).dispatchEvent(new Event('slotchange', { bubbles: true }))
      }
    }
  }

  #isReassigned(slot: InnerElement): boolean {
    const nodes = assigned(slot)
    const before = this.#assignedBefore.get(slot) ?? []
    this.#assignedBefore.set(slot, nodes)
    return nodes.length !== before.length || nodes.some((node, i) => node !== before[i])
  }
}

function installSlotChange(window: InnerWindow): void {
  const changes = new SlotChanges()
  inner<InnerElement>(window.Element.prototype)[S.onSlotChange] = function (node) {
    if (changes.isListenedTo) changes.changeSlot(this[S.shadowRoot], slotName(node))
  }
  override<InnerElement>(HTMLSlotElement.prototype, {
    [S.connectedToNode]() {
      super[S.connectedToNode]()
      if (changes.isListenedTo) changes.changeRoot(rootOf(this))
    },
  })
  noticeSlotAttributes(window, changes)
  override<EventTarget>(Object.getPrototypeOf(window.Node.prototype), {
    addEventListener(type, ...rest) {
      if (type === 'slotchange') changes.listen()
      super.addEventListener(type, ...rest)
      if (type !== 'slotchange') return
      const node = inner(this)
      const root = node[S.host] ? (node as InnerShadowRoot) : node[S.nodeArray] && rootOf(node)
      changes.changeRoot(root)
    },
  })
}

type AttributeListener = (
  this: InnerElement,
  item: { [S.name]: string; [S.value]: string },
  old?: unknown,
) => void

function noticeSlotAttributes(window: InnerWindow, changes: SlotChanges): void {
  for (const key of [S.onSetAttribute, S.onRemoveAttribute] as const) {
    wrap<AttributeListener>(
      window.Element.prototype,
      key,
      (original) =>
        function (item, old) {
          const host = this[S.parentNode]
          const root = item[S.name] === 'slot' && host?.[S.shadowRoot]
          if (!root) return original.call(this, item, old)
          // Without a root, happy-dom fires nothing itself.
          host[S.shadowRoot] = null
          original.call(this, item, old)
          host[S.shadowRoot] = root
          changes.changeSlot(root, (old as typeof item | undefined)?.[S.value] ?? '')
          changes.changeSlot(root, slotName(this))
        },
    )
    // happy-dom's own callbacks fire at once.
    Reflect.deleteProperty(HTMLSlotElement.prototype, key)
  }
}
