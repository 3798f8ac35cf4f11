/**
 * Shares handlers between body and window: `<body onload>`, `document.body.onload` and
 * `window.onload` are one. Also in frames. Attribute code compiles on first use and sees only the
 * globals.
 * https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers-on-elements,-document-objects,-and-window-objects
 * An addition to happy-dom, for pages that run their own scripts.
 */

import { define, type InnerAttribute, type InnerTarget, inner, override, S } from '../internals.ts'
import { compileFor, pageGlobal } from '../realm/realm.ts'

const FORWARDED = new Set(
  (
    'onblur onerror onfocus onload onresize onscroll onafterprint onbeforeprint onbeforeunload onhashchange onlanguagechange ' +
    'onmessage onmessageerror onoffline ononline onpagehide onpageshow onpopstate onrejectionhandled onstorage onunhandledrejection onunload'
  ).split(' '),
)

export const isForwarded = (target: object, name: string): boolean =>
  target instanceof HTMLBodyElement && FORWARDED.has(name)

class Uncompiled {
  readonly compile: () => unknown

  constructor(compile: () => unknown) {
    this.compile = compile
  }
}

type DocumentWindow = Window & typeof globalThis & Record<string, unknown>

function windowOf(element: Element): DocumentWindow | undefined {
  // Documents created by scripts belong to the page.
  const root = element.getRootNode()
  const document = root.nodeType === DOCUMENT ? (root as Document) : element.ownerDocument
  const view = document.defaultView as DocumentWindow | null
  if (view?.document !== document) return undefined
  // Scripts see no other window of happy-dom in a frame.
  return view === pageGlobal() || !(S.mutationObservers in view) ? view : undefined
}

const DOCUMENT = 9

/** SIDE EFFECT: forwards the handlers. @param report Receives syntax errors. */
export function forwardToWindow(report: (error: unknown) => void): void {
  const prototype = HTMLBodyElement.prototype
  for (const name of FORWARDED) {
    define<Element>(prototype, {
      get [name]() {
        return windowOf(this)?.[name] ?? null
      },
      set [name](value: unknown) {
        const window = windowOf(this)
        if (window) Reflect.set(window, name, value)
      },
    })
  }
  const asPlaced = new Map([...FORWARDED].map((name) => [name, () => undefined]))
  override<Element, object>(prototype, {
    dispatchEvent(event: Event) {
      const handlers = inner<InnerTarget & { [S.propertyEventListeners]?: HasPlaces }>(this)[
        S.propertyEventListeners
      ]
      if (handlers && !handlers.placed?.has('onload')) {
        handlers.placed = new Map([...(handlers.placed ?? []), ...asPlaced])
      }
      return super.dispatchEvent(event)
    },
    [S.onSetAttribute](attribute: InnerAttribute, before: object | null) {
      super[S.onSetAttribute](attribute, before)
      const { [S.name]: name, [S.value]: code } = attribute
      const window = FORWARDED.has(name) && windowOf(this)
      if (window) Reflect.set(window, name, codeOf(window, name, code ?? '', report))
    },
    [S.onRemoveAttribute](attribute: InnerAttribute) {
      super[S.onRemoveAttribute](attribute)
      const { [S.name]: name } = attribute
      const window = FORWARDED.has(name) && windowOf(this)
      if (window) Reflect.set(window, name, null)
    },
  })
}

interface HasPlaces extends Map<string, unknown> {
  placed?: Map<string, unknown>
}

/** The handler for an attribute: a frame's window gets a function at once. */
function codeOf(
  window: DocumentWindow,
  name: string,
  code: string,
  report: (error: unknown) => void,
): unknown {
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

/** SIDE EFFECT: compiles the handlers of a window on first read. */
export function compileWhenRead(handlers: Map<string, unknown>): void {
  const get = function (this: Map<string, unknown>, name: string) {
    const value = Map.prototype.get.call(this, name)
    if (!(value instanceof Uncompiled)) return value
    // It may be read while it compiles.
    Map.prototype.set.call(this, name, null)
    const made = value.compile()
    Map.prototype.set.call(this, name, made)
    return made
  }
  // Not assigned: the language may be sealed.
  Object.defineProperty(handlers, 'get', { value: get })
}
