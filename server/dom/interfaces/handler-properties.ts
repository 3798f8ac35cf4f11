/**
 * Defines `onload` and similar properties that happy-dom lacks.
 * https://html.spec.whatwg.org/#event-handler-attributes
 */
import { HappyDOM } from '#happy-dom'
import { define, S } from '../internals.ts'

type Handler = ((event: Event) => unknown) | null

/** Installs the handlers of the table that the prototype lacks. */
export function installHandlers(prototype: object, types: readonly string[]): void {
  if (types.length === 0) return
  const missing = types.filter((type) => !(`on${type}` in prototype))
  if (S.propertyEventListeners in prototype) defineInnerHandlers(prototype, missing)
  else defineHandlers(prototype, missing)
}

/** happy-dom calls them, and finds those of attributes. */
function defineInnerHandlers(prototype: object, types: readonly string[]): void {
  for (const type of types) {
    const name = `on${type}`
    Object.defineProperty(prototype, name, {
      configurable: true,
      enumerable: true,
      get(this: Element) {
        return HappyDOM.ElementEventAttributeUtility.getEventListener(this, name)
      },
      set(this: EventTarget, value: unknown) {
        this[S.propertyEventListeners]?.set(name, value)
      },
    })
  }
}

/** Each holds one listener. */
function defineHandlers(prototype: object, types: readonly string[]): void {
  for (const type of types) {
    const handlers = new WeakMap<EventTarget, Handler>()
    define<EventTarget>(prototype, {
      get [`on${type}`]() {
        return handlers.get(this) ?? null
      },
      set [`on${type}`](value: unknown) {
        const isNew = !handlers.has(this)
        handlers.set(this, typeof value === 'function' ? (value as Handler) : null)
        if (isNew) this.addEventListener(type, (event) => handlers.get(this)?.call(this, event))
      },
    })
  }
}
