/**
 * Defines `onload` and similar properties of classes that happy-dom lacks. Each holds one listener.
 * https://html.spec.whatwg.org/#event-handler-attributes
 */
import { define } from './internals.ts'

type Handler = ((event: Event) => unknown) | null

export function defineHandlers(prototype: object, types: readonly string[]): void {
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
