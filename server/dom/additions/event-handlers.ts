/**
 * Adds event handlers for pages that run their own scripts: attributes such as `onclick`, handlers
 * that keep their place among listeners, and those that body and window share.
 * For `realm/realm-pages.ts`. An addition to happy-dom.
 */
import { HappyDOM, INTERFACES } from '#happy-dom'
import { DOCUMENT, define, type InnerWindow, override, S, wrap } from '../internals.ts'
import { compileFor, pageGlobal } from '../realm/realm.ts'

type Handler = (this: Element, event: Event) => unknown
type Report = (error: unknown) => void
type ScriptWindow = Window & typeof globalThis

interface Handlers extends Map<string, unknown> {
  /** The handlers that are listeners; the bundle's event targets skip them. */
  placed?: Map<string, (event: Event) => unknown>
}

interface CompiledHandler {
  readonly code: string
  /** The function; null for invalid code. */
  readonly handler: Handler | null
}

const enabled = new Set<InnerWindow>()
const compiled = new WeakMap<Element, Map<string, CompiledHandler>>()

/** Whether an attribute of the element handles events of a type. */
export const hasInlineHandler = (element: Element, type: string): boolean =>
  enabled.size > 0 && element.hasAttribute(`on${type}`)

/**
 * Enables handlers in attributes. @param report Receives syntax errors.
 * https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-attributes
 */
export function installInlineHandlers(window: InnerWindow, report: Report): void {
  enabled.add(window)
  placeHandlers(window)
  forwardToWindow(report)
  HappyDOM.ElementEventAttributeUtility.getEventListener = (element, property) => {
    const handlers = element[S.propertyEventListeners]
    if (handlers?.has(property)) return handlers.get(property) ?? null
    const code = element.getAttribute(property)
    return code === null ? null : inlineHandler(element, property, code, report)
  }
  // An attribute replaces a handler that was set as a property.
  for (const key of [S.onSetAttribute, S.onRemoveAttribute] as const) {
    wrap<(this: Element, attribute: Attr, ...args: unknown[]) => void>(
      HappyDOM.Element.prototype,
      key,
      (original) =>
        function (attribute, ...args) {
          const { [S.name]: name } = attribute
          if (name.startsWith('on')) {
            handlersOf(this)?.delete(name)
            if (key === S.onRemoveAttribute) displace(this, name)
          }
          original.call(this, attribute, ...args)
        },
    )
  }
}

/** Compiles a handler on first use, with the element, its form and the document in scope. */
function inlineHandler(
  element: Element,
  property: string,
  code: string,
  report: Report,
): Handler | null {
  const scope = element.ownerDocument.defaultView
  if (scope === null) return null
  const ofElement = compiled.get(element) ?? new Map<string, CompiledHandler>()
  compiled.set(element, ofElement)
  const cached = ofElement.get(property)
  if (cached?.code === code) return cached.handler
  let handler: Handler | null = null
  try {
    const body = `with (document) with (this.form ?? {}) with (this) {${code}\n}`
    const run = compileFor(scope, body, ['event'])
    handler = (event) => Reflect.apply(run, element, [event])
  } catch (error) {
    report(error)
  }
  ofElement.set(property, { code, handler })
  return handler
}

const handlersOf = (target: object): Handlers | undefined =>
  (target as EventTarget)[S.propertyEventListeners]

/** A handler's place is where it was first set: it becomes a listener before another is added. */
function placeHandlers(window: InnerWindow): void {
  const prototype = Object.getPrototypeOf(Node.prototype) as EventTarget
  placeWindowHandlers(window, prototype.addEventListener)
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

/** Makes handlers of the window listeners when they are set. */
function placeWindowHandlers(window: InnerWindow, add: EventTarget['addEventListener']): void {
  const handlers: Handlers = window[S.propertyEventListeners]
  compileWhenRead(handlers)
  defineMethod(handlers, 'set', function (this: Handlers, name: string, value: unknown) {
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
const defineMethod = (handlers: Map<string, unknown>, name: string, value: unknown) =>
  Object.defineProperty(handlers, name, { value, configurable: true })

function isSet(target: EventTarget, name: string): boolean {
  const isForwarded = target instanceof HTMLBodyElement && FORWARDED.has(name)
  if (!(name in target) || isForwarded) return false
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
  const self = isNode ? (target[S.proxy] ?? target) : pageGlobal()
  const call = (event: Event): unknown => {
    const handler = handlers.get(name) ?? Reflect.get(target, name)
    if (typeof handler !== 'function') return undefined
    const isError = !isNode && type === 'error' && event instanceof ErrorEvent
    const result = handler.apply(self, isError ? errorArguments(event) : [event])
    if (result === isError) event.preventDefault()
    return result
  }
  handlers.placed ??= new Map()
  handlers.placed.set(name, call)
  if (!isNode) return call
  // A handler that is removed and set again comes last.
  defineMethod(handlers, 'set', function (this: Handlers, key: string, value: unknown) {
    if (value === null) displace(target, key)
    return Map.prototype.set.call(this, key, value) as Handlers
  })
  return call
}

const errorArguments = (event: ErrorEvent): unknown[] => [
  event.message,
  event.filename,
  event.lineno,
  event.colno,
  event.error,
]

function displace(target: object, name: string): void {
  const placed = handlersOf(target)?.placed
  const call = placed?.get(name)
  if (call === undefined) return
  placed?.delete(name)
  const eventTarget = target as EventTarget
  eventTarget.removeEventListener(name.slice(2), call)
}

/** `<body onload>`, `document.body.onload` and `window.onload` are one. */
const FORWARDED: ReadonlySet<string> = new Set(
  ['blur', 'error', 'focus', 'load', 'resize', 'scroll']
    .concat(INTERFACES.HTMLBodyElement?.handlers ?? [])
    .map((type) => `on${type}`),
)

class Uncompiled {
  readonly compile: () => unknown

  constructor(compile: () => unknown) {
    this.compile = compile
  }
}

function windowOf(element: Element): ScriptWindow | undefined {
  // Documents created by scripts belong to the page.
  const root = element.getRootNode()
  const document = root.nodeType === DOCUMENT ? (root as Document) : element.ownerDocument
  const view = document.defaultView
  if (view?.document !== document) return undefined
  // Scripts see no other window of happy-dom in a frame.
  return view === pageGlobal() || !(S.mutationObservers in view) ? view : undefined
}

function forwardToWindow(report: Report): void {
  const { prototype } = HTMLBodyElement
  for (const name of FORWARDED) {
    define<Element>(prototype, {
      get [name]() {
        const window = windowOf(this)
        return (window && Reflect.get(window, name)) ?? null
      },
      set [name](value: unknown) {
        const window = windowOf(this)
        if (window) Reflect.set(window, name, value)
      },
    })
  }
  const forwarded = new Map([...FORWARDED].map((name) => [name, () => undefined]))
  override<Element, object>(prototype, {
    dispatchEvent(event: Event) {
      const handlers = handlersOf(this)
      if (handlers && !handlers.placed?.has('onload')) {
        handlers.placed = new Map([...(handlers.placed ?? []), ...forwarded])
      }
      return super.dispatchEvent(event)
    },
    [S.onSetAttribute](attribute: Attr, before: object | null) {
      super[S.onSetAttribute](attribute, before)
      const { [S.name]: name, [S.value]: code } = attribute
      const window = FORWARDED.has(name) && windowOf(this)
      if (window) Reflect.set(window, name, windowHandler(window, name, code ?? '', report))
    },
    [S.onRemoveAttribute](attribute: Attr) {
      super[S.onRemoveAttribute](attribute)
      const { [S.name]: name } = attribute
      const window = FORWARDED.has(name) && windowOf(this)
      if (window) Reflect.set(window, name, null)
    },
  })
}

/** The window of a frame gets a function at once. */
function windowHandler(window: ScriptWindow, name: string, code: string, report: Report): unknown {
  const names = name === 'onerror' ? ['event', 'source', 'lineno', 'colno', 'error'] : ['event']
  const compile = () => {
    try {
      return compileFor(window, code, names)
    } catch (error) {
      report(error)
      return null
    }
  }
  return window === pageGlobal() ? new Uncompiled(compile) : compile()
}

function compileWhenRead(handlers: Map<string, unknown>): void {
  const get = function (this: Map<string, unknown>, name: string) {
    const value = Map.prototype.get.call(this, name)
    if (!(value instanceof Uncompiled)) return value
    // A read while the handler compiles finds null.
    Map.prototype.set.call(this, name, null)
    const handler = value.compile()
    Map.prototype.set.call(this, name, handler)
    return handler
  }
  defineMethod(handlers, 'get', get)
}
