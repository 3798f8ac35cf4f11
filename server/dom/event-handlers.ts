/**
 * Defines `onload` and similar properties. Each holds one listener; setting it replaces the
 * listener.
 * https://html.spec.whatwg.org/#event-handler-attributes
 */

type Handler = (event: Event) => void

export function defineHandlers(prototype: object, types: readonly string[]): void {
  for (const type of types) {
    const handlers = new WeakMap<EventTarget, Handler | null>()
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true,
      enumerable: true,
      get(this: EventTarget) {
        return handlers.get(this) ?? null
      },
      set(this: EventTarget, value: unknown) {
        const isNew = !handlers.has(this)
        handlers.set(this, typeof value === 'function' ? (value as Handler) : null)
        if (isNew) this.addEventListener(type, (event) => handlers.get(this)?.call(this, event))
      },
    })
  }
}
