/**
 * Dispatches events through slots and shadow roots, with retargeting; paths omit closed roots.
 * happy-dom shows every listener the innermost target, and adds listeners with an aborted signal.
 * Reports: docs/happy-dom/event-retargeting.md docs/happy-dom/aborted-signal.md
 */
import { HappyDOM } from '#happy-dom'
import { Installed } from '../installed.ts'
import { valuesOf } from '../interfaces/event-members.ts'
import { DOCUMENT, define, type InnerWindow, override, S, wrap } from '../internals.ts'
import { pageGlobal } from '../realm/realm.ts'
import { slotOf } from './slots.ts'

interface Step {
  readonly item: EventTarget
  readonly target: EventTarget
  readonly related: unknown
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
  const slot = target[S.parentNode] && slotOf(target)
  if (slot) return slot
  const host = target[S.host]
  if (host) {
    const leaves = event.composed || !isNode(origin) || rootOf(origin) !== target
    return leaves ? host : null
  }
  if (target[S.nodeType] === DOCUMENT)
    return event.type === 'load' ? null : (target[S.window] ?? null)
  return target[S.parentNode]
}

function rootOf(node: Node): Node {
  let root = node
  while (root[S.parentNode]) root = root[S.parentNode]
  return root
}

/** Whether `root` is the root of the node's tree, or of one around it. */
function contains(root: Node, node: Node): boolean {
  for (let inner: Node | null = node; inner; ) {
    const around: Node = rootOf(inner)
    if (around === root) return true
    inner = around[S.host] ?? null
  }
  return false
}

/** Another node as listeners at `item` know it. https://dom.spec.whatwg.org/#retarget */
function retarget(node: unknown, item: EventTarget): unknown {
  let seen = node
  while (seen && isNode(seen as object)) {
    const root = rootOf(seen as Node)
    const host = root[S.host]
    if (!host || (isNode(item) && contains(root, item))) break
    seen = host
  }
  return seen
}

function pathOf(origin: EventTarget, event: Event): Step[] {
  const path: Step[] = []
  const other = valuesOf(event)?.relatedTarget
  let target = origin
  let root = isNode(origin) ? rootOf(origin) : null
  for (let item: EventTarget | null = origin; item; item = parentOf(item, origin, event)) {
    if (root && isNode(item) && item !== origin && !contains(root, item)) {
      target = item
      root = rootOf(item)
    }
    const related = retarget(other, item)
    if (other && related === target && (target !== origin || related !== other)) break
    path.push({ item, target, related })
  }
  return path
}

/** The event whose listeners run; scripts outside shadow trees know it as `window.event`. */
const current = { event: undefined as Event | undefined }

const paths = new WeakMap<Event, readonly Step[]>()

/** Events of `createEvent`, before `initEvent`. */
const uninitialized = new WeakSet<Event>()

/** Begins the effect of a click on the first of these targets. @returns Ends it. */
export const onClick = new Installed(
  (_: readonly EventTarget[], __: Event): ((isCanceled: boolean) => void) =>
    () =>
      undefined,
)

/** With `srcElement` and `window.event`: https://dom.spec.whatwg.org/#concept-event-dispatch */
export function installEvents(window: InnerWindow): void {
  const prototype = Object.getPrototypeOf(window.Node.prototype) as EventTarget
  const { dispatchEvent: callListeners } = prototype
  override<EventTarget>(prototype, {
    dispatchEvent(event) {
      if (!(event instanceof HappyDOM.Event)) return super.dispatchEvent(event)
      if (event[S.dispatching] || uninitialized.has(event)) {
        throw new window.DOMException('The event is already being dispatched.', 'InvalidStateError')
      }
      const self = this[S.proxy] ?? this
      dispatch(self, event, callListeners)
      return !(event.cancelable && event.defaultPrevented)
    },
    addEventListener(...args) {
      const [type, listener, options] = args
      checkListener('addEventListener', args)
      if (typeof options === 'object' && options?.signal?.aborted) return
      if (listener) super.addEventListener(type, listener, options)
    },
    removeEventListener(...args) {
      const [type, listener, options] = args
      checkListener('removeEventListener', args)
      const isCapturing = Boolean(typeof options === 'object' ? options?.capture : options)
      const { [S.listeners]: listeners, [S.listenerOptions]: listenerOptions } = this
      const phase = isCapturing ? 'capturing' : 'bubbling'
      const index = listeners[phase].get(type)?.indexOf(listener) ?? -1
      if (index < 0) return
      listeners[phase].get(type)?.splice(index, 1)
      listenerOptions[phase].get(type)?.splice(index, 1)
    },
  })
  // Scripts dispatch through the global.
  window.dispatchEvent = (event) => prototype.dispatchEvent.call(window, event)
  define<object>(window, {
    get event() {
      return current.event
    },
  })
  installEventState(window)
}

function checkListener(method: string, [, ...rest]: readonly unknown[]): void {
  const failed = `Failed to execute '${method}' on 'EventTarget': `
  if (rest.length === 0) throw new TypeError(`${failed}2 arguments required.`)
  const [listener] = rest
  const isOne = typeof listener === 'function' || typeof listener === 'object'
  if (!isOne && listener !== undefined)
    throw new TypeError(`${failed}parameter 2 is not of type 'Object'.`)
}

const CREATED =
  'Event UIEvent MouseEvent CustomEvent KeyboardEvent MessageEvent FocusEvent StorageEvent BeforeUnloadEvent CompositionEvent DragEvent HashChangeEvent TextEvent'.split(
    ' ',
  )

/** An event that is being dispatched keeps its type. */
const initializeOnce = (prototype: object): void =>
  wrap<(this: Event, ...args: unknown[]) => void>(
    prototype,
    'initEvent',
    (original) =>
      function (...args) {
        if (this[S.dispatching]) return
        uninitialized.delete(this)
        original.apply(this, args)
      },
  )

function installEventState(window: InnerWindow): void {
  override<Event>(HappyDOM.Event.prototype, {
    composedPath() {
      const path = paths.get(this)
      return path ? visible(path, this.currentTarget) : []
    },
    set cancelBubble(stops: boolean) {
      if (stops) this.stopPropagation()
    },
  })
  define<Event>(HappyDOM.Event.prototype, {
    get srcElement() {
      return this.target
    },
    get returnValue() {
      return !this.defaultPrevented
    },
    set returnValue(value: boolean) {
      if (!value) this.preventDefault()
    },
  })
  initializeOnce(HappyDOM.Event.prototype)
  override<Document, object>(HappyDOM.Document.prototype, {
    createEvent(type: string) {
      const name = String(type)
        .toLowerCase()
        .replace(/^(?:html|svg)?events$/, 'event')
        .replace(/^(ui|mouse)events$/, '$1event')
      const className = CREATED.find((one) => one.toLowerCase() === name)
      if (className === undefined)
        throw new window.DOMException(
          `"${type}" is no event that can be created`,
          'NotSupportedError',
        )
      const Class = Reflect.get(window, className) as typeof Event
      const event = new Class('')
      uninitialized.add(event)
      return event
    },
  })
}

function dispatch(
  origin: EventTarget,
  event: Event,
  callListeners: EventTarget['dispatchEvent'],
): void {
  const path = pathOf(origin, event)
  const clicked = event.bubbles ? path : path.slice(0, 1)
  const end =
    event.type === 'click'
      ? onClick.value(
          clicked.map(({ item }) => item),
          event,
        )
      : undefined
  const isStopped = () => event[S.propagationStopped] || event[S.immediatePropagationStopped]
  const values = valuesOf(event)
  const visit = ({ item, target, related }: Step, phase: number) => {
    if (related) (values as { relatedTarget?: unknown }).relatedTarget = related
    event[S.eventPhase] = phase
    event[S.currentTarget] = toScript(item)
    event[S.target] = toScript(target)
    const { event: outer } = current
    current.event = isNode(item) && item[S.rootNode]?.[S.host] ? undefined : event
    try {
      callListeners.call(item, event)
    } finally {
      current.event = outer
    }
    return isStopped()
  }

  event[S.dispatching] = true
  paths.set(event, path)
  try {
    const stopped = isStopped() || path.toReversed().some((step) => visit(step, CAPTURING))
    if (!stopped) {
      path.some((step) => {
        if (step.item === step.target) return visit(step, AT_TARGET)
        return event.bubbles && visit(step, BUBBLING)
      })
    }
  } finally {
    const { target, related } = path.at(-1) ?? { target: null, related: null }
    const isHidden = (one: unknown) => one && isNode(one as object) && rootOf(one as Node)[S.host]
    const hidden = isHidden(target) || isHidden(related)
    if (hidden && values) Object.assign(values, { relatedTarget: null })
    event[S.target] = hidden ? null : target && toScript(target)
    event[S.eventPhase] = 0
    event[S.currentTarget] = null
    event[S.dispatching] = false
    event[S.propagationStopped] = false
    event[S.immediatePropagationStopped] = false
    paths.delete(event)
  }
  end?.(event.defaultPrevented)
}

function visible(path: readonly Step[], current: EventTarget | null): EventTarget[] {
  const isVisible = (item: EventTarget): boolean => {
    if (!isNode(item) || !current) return true
    for (let inner: Node | null = item; inner; ) {
      const root: Node = rootOf(inner)
      const closed = root[S.host] && (root as ShadowRoot)[S.mode] === 'closed'
      if (closed && !(isNode(current) && contains(root, current))) return false
      inner = root[S.host] ?? null
    }
    return true
  }
  return path
    .map(({ item }) => item)
    .filter(isVisible)
    .map(toScript)
}
