/**
 * Keeps the order of a handler among listeners: its place is where it was first set, by attribute
 * or property. A handler becomes a listener when another one is added after it.
 * https://html.spec.whatwg.org/multipage/webappapis.html#activate-an-event-handler
 * An addition to happy-dom, for pages that run their own scripts.
 */
import { type InnerTarget, type InnerWindow, inner, override, S } from '../internals.ts'
import { pageGlobal } from '../realm/realm.ts'
import { compileWhenRead, isForwarded } from './window-handlers.ts'

interface Handlers extends Map<string, unknown> {
  /** The bundle's event targets skip these handlers. */
  placed?: Map<string, (event: Event) => unknown>
}

const handlersOf = (target: object): Handlers | undefined =>
  inner<InnerTarget>(target)[S.propertyEventListeners]

/** SIDE EFFECT: handlers keep their places from now on. */
export function placeHandlers(window: InnerWindow): void {
  const prototype = Object.getPrototypeOf(Node.prototype) as EventTarget
  placeAtOnce(window, prototype.addEventListener)
  override<EventTarget>(prototype, {
    addEventListener(type, listener, options) {
      const isCapturing = typeof options === 'object' ? options?.capture : options
      if (!isCapturing && isSet(this, `on${type}`)) {
        super.addEventListener(type, place(this, type), false)
      }
      super.addEventListener(type, listener, options)
    },
  })
  // The window's own is bound to it.
  const { addEventListener } = prototype
  const ofWindow = { value: addEventListener.bind(window), writable: true, configurable: true }
  for (const global of [window, globalThis]) {
    Object.defineProperty(global, 'addEventListener', { ...ofWindow, enumerable: true })
  }
}

/** Window handlers become listeners when set: `onerror` gets several arguments. */
function placeAtOnce(window: InnerWindow, add: EventTarget['addEventListener']): void {
  const handlers: Handlers = window[S.propertyEventListeners]
  compileWhenRead(handlers)
  define(handlers, 'set', function (this: Handlers, name: string, value: unknown) {
    const isHandler = typeof value === 'function' || (typeof value === 'object' && value !== null)
    if (!isHandler) displace(window, name)
    else if (!this.placed?.has(name)) {
      const type = name.slice(2)
      add.call(window, type, place(window, type), false)
    }
    return Map.prototype.set.call(this, name, isHandler ? value : null) as Handlers
  })
}

/** The methods of maps cannot be assigned where the language is sealed. */
const define = (handlers: Handlers, name: string, value: unknown) =>
  Object.defineProperty(handlers, name, { value, configurable: true })

function isSet(target: EventTarget, name: string): boolean {
  if (!(name in target) || isForwarded(target, name)) return false
  const handlers = handlersOf(target)
  if (handlers === undefined || handlers.placed?.has(name)) return false
  if (handlers.has(name)) return handlers.get(name) !== null
  return 'hasAttribute' in target && (target as Element).hasAttribute(name)
}

function place(target: EventTarget, type: string): (event: Event) => unknown {
  const name = `on${type}`
  const handlers = handlersOf(target) as Handlers
  const isNode = 'nodeType' in target
  // Scripts see the global object as the window.
  const self = isNode
    ? (inner<{ [S.proxy]?: EventTarget }>(target)[S.proxy] ?? target)
    : pageGlobal()
  const call = (event: Event): unknown => {
    const handler = handlers.get(name) ?? Reflect.get(target, name)
    if (typeof handler !== 'function') return undefined
    const isError = !isNode && type === 'error' && event instanceof ErrorEvent
    const result = handler.apply(self, isError ? argumentsOf(event) : [event])
    if (result === isError) event.preventDefault()
    return result
  }
  handlers.placed ??= new Map()
  handlers.placed.set(name, call)
  if (!isNode) return call
  // A handler that is removed and set again comes last.
  define(handlers, 'set', function (this: Handlers, key: string, value: unknown) {
    if (value === null) displace(target, key)
    return Map.prototype.set.call(this, key, value) as Handlers
  })
  return call
}

const argumentsOf = ({ message, filename, lineno, colno, error }: ErrorEvent): unknown[] => [
  ...[message, filename, lineno, colno, error],
]

export function displace(target: object, name: string): void {
  const placed = handlersOf(target)?.placed
  const call = placed?.get(name)
  if (call === undefined) return
  placed?.delete(name)
  const own = target as EventTarget
  own.removeEventListener(name.slice(2), call)
}
