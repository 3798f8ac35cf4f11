/**
 * Assigns nodes to slots, and fires slotchange once after the script, only where there are
 * listeners.
 * https://dom.spec.whatwg.org/#assigning-slotables
 * happy-dom fires it synchronously and repeatedly: capricorn86/happy-dom#1722. `assignedSlot` is an
 * addition.
 */
import { HTMLSlotElement } from '#happy-dom'
import {
  define,
  type InnerElement,
  type InnerNode,
  type InnerShadowRoot,
  type InnerWindow,
  inner,
  override,
  S,
  wrap,
} from '../internals.ts'

const ELEMENT = 1
const TEXT = 3

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
  const shown = nodes.length > 0 ? nodes : slot[S.nodeArray].filter((n) => slotName(n) !== null)
  return shown.flatMap((node) => {
    const nested = (node as InnerElement)[S.localName] === 'slot' && rootOf(node)
    return nested ? flattened(node as InnerElement) : [node]
  })
}

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

function installSlotChange(window: InnerWindow): void {
  const known = new WeakMap<InnerElement, InnerNode[]>()
  let changed = new Set<InnerShadowRoot>()
  let touched = new WeakSet<InnerElement>()
  let listened = false

  const dispatchSlotChanges = () => {
    const [roots, slots] = [changed, touched]
    changed = new Set()
    touched = new WeakSet()
    for (const root of roots) {
      for (const slot of slotsOf(root)) {
        const now = assigned(slot)
        const before = known.get(slot) ?? []
        known.set(slot, now)
        const same = now.length === before.length && now.every((node, i) => node === before[i])
        if (same && !slots.has(slot)) continue
        ;(slot as unknown as Element).dispatchEvent(new Event('slotchange', { bubbles: true }))
      }
    }
  }
  const change = (root: InnerShadowRoot | null | undefined) => {
    if (!root || !listened) return
    if (changed.size === 0) queueMicrotask(dispatchSlotChanges)
    changed.add(root)
  }
  const touch = (root: InnerShadowRoot | null | undefined, name: string | null) => {
    if (!root || !listened || name === null) return
    const slot = slotNamed(root, name)
    if (slot) touched.add(slot)
    change(root)
  }

  inner<InnerElement>(window.Element.prototype)[S.onSlotChange] = function (node) {
    if (listened) touch(this[S.shadowRoot], slotName(node))
  }
  override<InnerElement>(HTMLSlotElement.prototype, {
    [S.connectedToNode]() {
      super[S.connectedToNode]()
      if (listened) change(rootOf(this))
    },
  })
  for (const key of [S.onSetAttribute, S.onRemoveAttribute] as const) {
    wrap<
      (this: InnerElement, item: { [S.name]: string; [S.value]: string }, old?: unknown) => void
    >(
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
          touch(root, (old as typeof item | undefined)?.[S.value] ?? '')
          touch(root, slotName(this))
        },
    )
  }
  // happy-dom's own callbacks fire at once.
  for (const key of [S.onSetAttribute, S.onRemoveAttribute] as const) {
    Reflect.deleteProperty(HTMLSlotElement.prototype, key)
  }
  override<EventTarget>(Object.getPrototypeOf(window.Node.prototype), {
    addEventListener(type, ...rest) {
      if (type === 'slotchange' && !listened) listened = true
      super.addEventListener(type, ...rest)
      if (type !== 'slotchange') return
      const node = inner(this)
      change(node[S.host] ? (node as InnerShadowRoot) : node[S.nodeArray] ? rootOf(node) : null)
    },
  })
}
