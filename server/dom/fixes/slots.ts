/**
 * Assigns nodes to slots, and fires slotchange once, after the script. Adds `assignedSlot`.
 * happy-dom fires it at once, for each change: capricorn86/happy-dom#1722.
 */
import { HappyDOM } from '#happy-dom'
import { define, ELEMENT, type InnerWindow, override, S, TEXT, wrap } from '../internals.ts'

/** Null: never assigned. */
function slotName(node: Node): string | null {
  if (node[S.nodeType] === TEXT) return ''
  return node[S.nodeType] === ELEMENT ? attribute(node as Element, 'slot') : null
}

const attribute = (element: Element, name: string): string =>
  element[S.attributes][S.items].get(`:${name}`)?.[S.value] ?? ''

function* slotsOf(node: Node): Generator<Element> {
  for (const child of node[S.elementArray]) {
    if (child[S.localName] === 'slot') yield child
    yield* slotsOf(child)
  }
}

function rootOf(slot: Node): ShadowRoot | null {
  let node: Node | null = slot
  while (node[S.parentNode]) node = node[S.parentNode]
  return node[S.host] ? (node as ShadowRoot) : null
}

/** Finds the slot of a node in an open or closed root. */
export function slotOf(node: Node): Element | null {
  const root = (node[S.parentNode] as Element | null)?.[S.shadowRoot]
  if (!root) return null
  if (root[S.slotAssignment] === 'manual') return node[S.assignedToSlot]
  const name = slotName(node)
  return name === null ? null : slotNamed(root, name)
}

function slotNamed(root: ShadowRoot, name: string): Element | null {
  for (const slot of slotsOf(root)) if (attribute(slot, 'name') === name) return slot
  return null
}

function assigned(slot: Element): Node[] {
  const root = rootOf(slot)
  if (!root) return []
  if (root[S.slotAssignment] === 'manual') {
    return (slot as HTMLSlotElement)[S.assignedNodes].filter(
      (node) => node[S.parentNode] === root[S.host],
    )
  }
  const name = attribute(slot, 'name')
  if (slotNamed(root, name) !== slot) return []
  return root[S.host][S.nodeArray].filter((node) => slotName(node) === name)
}

function flattened(slot: Element): Node[] {
  if (!rootOf(slot)) return []
  const nodes = assigned(slot)
  const content = nodes.length > 0 ? nodes : slot[S.nodeArray].filter((n) => slotName(n) !== null)
  return content.flatMap((node) => {
    const nested = (node as Element)[S.localName] === 'slot' && rootOf(node)
    return nested ? flattened(node as Element) : [node]
  })
}

/** https://dom.spec.whatwg.org/#assigning-slotables */
export function installSlots(window: InnerWindow): void {
  const { Element, Text } = window
  const list = (slot: object, options?: AssignedNodesOptions): Node[] =>
    (options?.flatten ? flattened : assigned)(slot as Element)
  Object.assign(HappyDOM.HTMLSlotElement.prototype, {
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
        const slot = slotOf(this as Node)
        return slot && rootOf(slot)?.[S.mode] === 'open' ? slot : null
      },
    })
  }
  installSlotChange(window)
}

type Root = ShadowRoot | null | undefined

/** Does nothing before the first listener. */
class SlotChanges {
  #isListenedTo = false
  #roots = new Set<ShadowRoot>()
  /** Includes slots whose nodes are the same again. */
  #slots = new WeakSet<Element>()
  readonly #assignedBefore = new WeakMap<Element, Node[]>()

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
        slot.dispatchEvent(new Event('slotchange', { bubbles: true }))
      }
    }
  }

  #isReassigned(slot: Element): boolean {
    const nodes = assigned(slot)
    const before = this.#assignedBefore.get(slot) ?? []
    this.#assignedBefore.set(slot, nodes)
    return nodes.length !== before.length || nodes.some((node, i) => node !== before[i])
  }
}

function installSlotChange(window: InnerWindow): void {
  const changes = new SlotChanges()
  window.Element.prototype[S.onSlotChange] = function (node) {
    if (changes.isListenedTo) changes.changeSlot(this[S.shadowRoot], slotName(node))
  }
  override<Element>(HappyDOM.HTMLSlotElement.prototype, {
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
      const node = this as Node
      const root = node[S.host] ? (node as ShadowRoot) : node[S.nodeArray] && rootOf(node)
      changes.changeRoot(root)
    },
  })
}

type AttributeListener = (
  this: Element,
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
    Reflect.deleteProperty(HappyDOM.HTMLSlotElement.prototype, key)
  }
}
