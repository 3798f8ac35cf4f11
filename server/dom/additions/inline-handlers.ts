/**
 * Compiles attributes such as `onclick` to handlers on first use. Their scope is the element, its
 * form, the document and the globals. An attribute replaces a handler set as a property. Off until
 * `hearInlineHandlers`.
 * https://html.spec.whatwg.org/multipage/webappapis.html#event-handler-content-attributes
 * An addition to happy-dom, for pages that run their own scripts.
 */
import { Element, ElementEventAttributeUtility } from '#happy-dom'
import {
  type InnerAttribute,
  type InnerElement,
  type InnerTarget,
  type InnerWindow,
  inner,
  S,
  wrap,
} from '../internals.ts'
import { compileFor } from '../realm/realm.ts'
import { displace, placeHandlers } from './handler-places.ts'
import { forwardToWindow } from './window-handlers.ts'

type Handler = (this: Element, event: Event) => unknown

interface CompiledHandler {
  readonly code: string
  /** Null for invalid code. */
  readonly handler: Handler | null
}

let isHeard = false
const made = new WeakMap<Element, Map<string, CompiledHandler>>()

/** @param type The event type. */
export const hasInlineHandler = (element: globalThis.Element, type: string): boolean =>
  isHeard && element.hasAttribute(`on${type}`)

/** SIDE EFFECT: enables handler attributes. @param report Receives syntax errors. */
export function installInlineHandlers(window: InnerWindow, report: (error: unknown) => void): void {
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
  const of = made.get(element as never) ?? new Map<string, CompiledHandler>()
  made.set(element as never, of)
  const known = of.get(property)
  if (known?.code === code) return known.handler
  let handler: Handler | null = null
  try {
    const within = `with (document) with (this.form ?? {}) with (this) {${code}\n}`
    const run = compileFor(scope, within, ['event'])
    handler = (event) => Reflect.apply(run, element, [event])
  } catch (error) {
    report(error)
  }
  of.set(property, { code, handler })
  return handler
}
