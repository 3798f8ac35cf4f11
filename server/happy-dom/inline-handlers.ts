/**
 * Handlers that attributes say, such as `onclick`. In: elements of a page whose own scripts run. Out: each attribute is a handler, made when
 * it is first needed, in the scope that such code has: its element, its form, the document, the globals; it takes the place of one that
 * was set as a property before, and goes with the attribute. Without `hearInlineHandlers` they say nothing.
 * https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes
 */
import { Element, ElementEventAttributeUtility } from '#happy-dom'
import { displace, placeHandlers } from './handler-places.ts'
import {
  type InnerAttribute,
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  S,
  wrap,
} from './internals.ts'
import { forwardToWindow } from './window-handlers.ts'

type Handler = (this: Element, event: Event) => unknown

interface Made {
  readonly code: string
  /** Null for what is no code. */
  readonly handler: Handler | null
}

let isHeard = false
const made = new WeakMap<Element, Map<string, Made>>()

/** Whether an element has such a handler. @param type Of the event. */
export const hasInlineHandler = (element: globalThis.Element, type: string): boolean =>
  isHeard && element.hasAttribute(`on${type}`)

/** SIDE EFFECT: from here on attributes are handlers. @param report Told of what is no code. */
export function hearInlineHandlers(window: InnerWindow, report: (error: unknown) => void): void {
  if (isHeard) return
  isHeard = true
  placeHandlers(window)
  forwardToWindow(report)
  ElementEventAttributeUtility.getEventListener = (given: object, property: string) => {
    const element = given as globalThis.Element & InnerTarget
    const set = element[S.propertyEventListeners]
    if (set?.has(property)) return (set.get(property) ?? null) as never
    const code = element.getAttribute(property)
    return (code === null ? null : handlerOf(element, property, code, report)) as never
  }
  for (const key of [S.onSetAttribute, S.onRemoveAttribute] as const) {
    wrap<(this: InnerElement, attribute: InnerAttribute, ...rest: unknown[]) => void>(
      Element.prototype,
      key,
      (original) =>
        function (attribute, ...rest) {
          const { [S.name]: name } = attribute
          if (name.startsWith('on')) {
            inner<InnerTarget>(this)[S.propertyEventListeners]?.delete(name)
            if (key === S.onRemoveAttribute) displace(this, name)
          }
          original.call(this, attribute, ...rest)
        },
    )
  }
}

function handlerOf(
  element: globalThis.Element,
  property: string,
  code: string,
  report: (error: unknown) => void,
): Handler | null {
  const scope = element.ownerDocument.defaultView as (Window & typeof globalThis) | null
  if (scope === null) return null
  const of = made.get(element as never) ?? new Map<string, Made>()
  made.set(element as never, of)
  const known = of.get(property)
  if (known?.code === code) return known.handler
  let handler: Handler | null = null
  try {
    const run = new scope.Function(
      'event',
      `with (document) with (this.form ?? {}) with (this) {${code}\n}`,
    )
    handler = (event) => run.call(element, event)
  } catch (error) {
    report(error)
  }
  of.set(property, { code, handler })
  return handler
}
