/**
 * Defines `onload` and similar properties. Each holds one listener; setting it replaces the
 * listener.
 * https://html.spec.whatwg.org/#event-handler-attributes
 */

type Handler = ((event: Event) => unknown) | null

const handlers = new WeakMap<object, Map<string, Handler>>()

export function defineHandler(prototype: object, type: string): void {
  Object.defineProperty(prototype, `on${type}`, {
    configurable: true,
    enumerable: true,
    get(this: EventTarget) {
      return handlers.get(this)?.get(type) ?? null
    },
    set(this: EventTarget, value: unknown) {
      const own = handlers.get(this) ?? new Map<string, Handler>()
      handlers.set(this, own)
      const isNew = !own.has(type)
      own.set(type, typeof value === 'function' ? (value as Handler) : null)
      if (isNew) this.addEventListener(type, (event) => own.get(type)?.call(this, event))
    },
  })
}
