/**
 * Dispatches events through slots and shadow roots, with retargeting; paths omit closed roots.
 * happy-dom shows every listener the innermost target, and adds listeners with an aborted signal.
 * Reports: docs/happy-dom/event-retargeting.md docs/happy-dom/aborted-signal.md
 */
import { Event as HappyEvent } from '#happy-dom'
import {
  DOCUMENT,
  define,
  type InnerEvent,
  type InnerNode,
  type InnerWindow,
  inner,
  override,
  S,
} from '../internals.ts'
import { pageGlobal } from '../realm/realm.ts'
import { slotOf } from './slots.ts'

interface Step {
  readonly item: EventTarget
  readonly target: EventTarget
}

const CAPTURING = 1
const AT_TARGET = 2
const BUBBLING = 3

/** Scripts know the window as the global object. */
const toScript = (target: EventTarget): EventTarget =>
  S.mutationObservers in target && !isNode(target) ? pageGlobal() : target

const isNode = (target: object): target is Node =>
  typeof (target as { [S.nodeType]?: unknown })[S.nodeType] === 'number'

function parentOf(target: EventTarget, origin: EventTarget, event: Event): EventTarget | null {
  if (!isNode(target)) return null
  const node = inner(target)
  const slot = node[S.parentNode] && slotOf(node)
  if (slot) return slot as unknown as EventTarget
  const host = node[S.host]
  if (host) {
    const leaves = event.composed || !isNode(origin) || rootOf(origin) !== target
    return leaves ? (host as unknown as EventTarget) : null
  }
  if (node[S.nodeType] === DOCUMENT) return event.type === 'load' ? null : (node[S.window] ?? null)
  return node[S.parentNode] as unknown as EventTarget | null
}

function rootOf(node: Node): Node {
  let root = inner(node)
  while (root[S.parentNode]) root = root[S.parentNode] as InnerNode
  return root as unknown as Node
}

/** Whether `root` is the root of the node's tree, or of one around it. */
function contains(root: Node, node: Node): boolean {
  for (let at: Node | null = node; at; ) {
    const around: Node = rootOf(at)
    if (around === root) return true
    at = inner(around)[S.host] as unknown as Node | null
  }
  return false
}

function pathOf(origin: EventTarget, event: Event): Step[] {
  const path: Step[] = []
  let target = origin
  let root = isNode(origin) ? rootOf(origin) : null
  for (let item: EventTarget | null = origin; item; item = parentOf(item, origin, event)) {
    if (root && isNode(item) && item !== origin && !contains(root, item)) {
      target = item
      root = rootOf(item)
    }
    path.push({ item, target })
  }
  return path
}

const paths = new WeakMap<Event, readonly Step[]>()

/** With `srcElement`. https://dom.spec.whatwg.org/#concept-event-dispatch */
export function installEvents(window: InnerWindow): void {
  const prototype = Object.getPrototypeOf(window.Node.prototype) as EventTarget
  override<EventTarget>(prototype, {
    dispatchEvent(event) {
      const state = inner<InnerEvent>(event)
      // A nested call runs one listener.
      if (!(event instanceof (HappyEvent as never)) || state[S.dispatching]) {
        return super.dispatchEvent(event)
      }
      dispatch(inner<{ [S.proxy]?: EventTarget }>(this)[S.proxy] ?? this, event)
      return !(event.cancelable && event.defaultPrevented)
    },
  })
  // Scripts dispatch through the global.
  window.dispatchEvent = (event) => prototype.dispatchEvent.call(window, event)
  override<Event>(HappyEvent.prototype, {
    composedPath() {
      const path = paths.get(this)
      return path ? visible(path, this.currentTarget) : super.composedPath()
    },
  })
  define<Event>(HappyEvent.prototype, {
    get srcElement() {
      return this.target
    },
  })
  override<EventTarget>(prototype, {
    addEventListener(type, listener, options) {
      if (typeof options === 'object' && options?.signal?.aborted) return
      if (listener) super.addEventListener(type, listener, options)
    },
  })
}

function dispatch(origin: EventTarget, event: Event): void {
  const state = inner<InnerEvent>(event)
  const path = pathOf(origin, event)
  const visit = ({ item, target }: Step, phase: number) => {
    state[S.eventPhase] = phase
    state[S.currentTarget] = toScript(item)
    state[S.target] = toScript(target)
    // Elements override this for their click behaviour.
    item.dispatchEvent(event)
    return state[S.propagationStopped] || state[S.immediatePropagationStopped]
  }
  state[S.dispatching] = true
  paths.set(event, path)
  try {
    const stopped = path.toReversed().some((step) => visit(step, CAPTURING))
    if (!stopped) {
      path.some((step) => {
        if (step.item === step.target) return visit(step, AT_TARGET)
        return event.bubbles && visit(step, BUBBLING)
      })
    }
  } finally {
    const { target } = path.at(-1) ?? { target: null }
    const hidden = target && isNode(target) && inner(rootOf(target))[S.host]
    state[S.target] = hidden ? null : target && toScript(target)
    state[S.eventPhase] = 0
    state[S.currentTarget] = null
    state[S.dispatching] = false
    paths.delete(event)
  }
}

function visible(path: readonly Step[], current: EventTarget | null): EventTarget[] {
  const isVisible = (item: EventTarget): boolean => {
    if (!isNode(item) || !current) return true
    for (let at: Node | null = item; at; ) {
      const root: Node = rootOf(at)
      const closed = inner(root)[S.host] && inner<{ [S.mode]?: string }>(root)[S.mode] === 'closed'
      if (closed && !(isNode(current) && contains(root, current))) return false
      at = (inner(root)[S.host] as unknown as Node | undefined) ?? null
    }
    return true
  }
  return path
    .map(({ item }) => item)
    .filter(isVisible)
    .map(toScript)
}
