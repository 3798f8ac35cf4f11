/**
 * Handlers of the window, which its body has, too: `<body onload>`, `document.body.onload` and `window.onload` are one. In: a window whose
 * page runs its own scripts. Out: the body's attributes and properties of these names are the window's, its own or that of a frame; code
 * of an attribute is made a function when it is first needed, and sees the globals alone. It calls nothing itself.
 * https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers-on-elements,-document-objects,-and-window-objects
 */
import { type InnerAttribute, type InnerElement, type InnerTarget, inner, S } from './internals.ts'

/** Those of the window that a body has. */
const FORWARDED = new Set(
  (
    'onblur onerror onfocus onload onresize onscroll onafterprint onbeforeprint onbeforeunload onhashchange onlanguagechange ' +
    'onmessage onmessageerror onoffline ononline onpagehide onpageshow onpopstate onrejectionhandled onstorage onunhandledrejection onunload'
  ).split(' '),
)

/** Whether a handler of this name is the window's. */
export const isForwarded = (target: object, name: string): boolean =>
  target instanceof HTMLBodyElement && FORWARDED.has(name)

/** Code that is not a function yet. */
class Uncompiled {
  readonly compile: () => unknown

  constructor(compile: () => unknown) {
    this.compile = compile
  }
}

type DocumentWindow = Window & typeof globalThis & Record<string, unknown>

/** The window of an element's document, if that has one. */
function windowOf(element: Element): DocumentWindow | undefined {
  // What is in a document that a script has made says that it is the page's.
  const root = element.getRootNode()
  const document = root.nodeType === DOCUMENT ? (root as Document) : element.ownerDocument
  const view = document.defaultView as DocumentWindow | null
  if (view?.document !== document) return undefined
  // What happy-dom has in a frame by itself no script sees.
  return view === globalThis || !(S.mutationObservers in view) ? view : undefined
}

const DOCUMENT = 9

/** SIDE EFFECT: from here on a body has the window's handlers. @param report Told of what is no code. */
export function forwardToWindow(report: (error: unknown) => void): void {
  const prototype = HTMLBodyElement.prototype
  for (const name of FORWARDED) {
    Object.defineProperty(prototype, name, {
      ...{ configurable: true, enumerable: true },
      get(this: Element) {
        return windowOf(this)?.[name] ?? null
      },
      set(this: Element, value: unknown) {
        const window = windowOf(this)
        if (window) Reflect.set(window, name, value)
      },
    })
  }
  const asPlaced = new Map([...FORWARDED].map((name) => [name, () => undefined]))
  prototype.dispatchEvent = function (event) {
    // Events of the body itself are not theirs.
    const handlers = inner<InnerTarget & { [S.propertyEventListeners]?: HasPlaces }>(this)[
      S.propertyEventListeners
    ]
    if (handlers && !handlers.placed?.has('onload')) {
      handlers.placed = new Map([...(handlers.placed ?? []), ...asPlaced])
    }
    return HTMLElement.prototype.dispatchEvent.call(this, event)
  }
  const own = inner<InnerElement & RemovesAttribute>(prototype)
  const { [S.onSetAttribute]: set, [S.onRemoveAttribute]: remove } = own
  own[S.onSetAttribute] = function (attribute, ...rest) {
    set.call(this, attribute, ...rest)
    const { [S.name]: name, [S.value]: code } = attribute
    const window = FORWARDED.has(name) && windowOf(this as unknown as Element)
    if (window) Reflect.set(window, name, codeOf(window, name, code ?? '', report))
  }
  own[S.onRemoveAttribute] = function (attribute) {
    remove.call(this, attribute)
    const { [S.name]: name } = attribute
    const window = FORWARDED.has(name) && windowOf(this as unknown as Element)
    if (window) Reflect.set(window, name, null)
  }
}

interface HasPlaces extends Map<string, unknown> {
  placed?: Map<string, unknown>
}

interface RemovesAttribute {
  [S.onRemoveAttribute](attribute: InnerAttribute): void
}

/** What an attribute is to a window: that of a frame gets a function at once. */
function codeOf(
  window: DocumentWindow,
  name: string,
  code: string,
  report: (error: unknown) => void,
): unknown {
  const names = name === 'onerror' ? ['event', 'source', 'lineno', 'colno', 'error'] : ['event']
  const compile = () => {
    try {
      return new window.Function(...names, code)
    } catch (error) {
      report(error)
      return null
    }
  }
  return window === globalThis ? new Uncompiled(compile) : compile()
}

/** The handlers of a window as they are read: what is code becomes a function. SIDE EFFECT: from here on. */
export function compileWhenRead(handlers: Map<string, unknown>): void {
  handlers.get = function (name) {
    const value = Map.prototype.get.call(this, name)
    if (!(value instanceof Uncompiled)) return value
    // It may be asked for while it is made.
    Map.prototype.set.call(this, name, null)
    const made = value.compile()
    Map.prototype.set.call(this, name, made)
    return made
  }
}
