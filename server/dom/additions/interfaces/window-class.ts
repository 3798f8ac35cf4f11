/**
 * Makes the global object an instance of `Window`: https://webidl.spec.whatwg.org/#global-prototype
 * happy-dom's prototype has every window handler, and the global object lacks them.
 */
import type { InnerWindow } from '../../internals.ts'
import { derive, inert, interfaceOf, tag } from './classes.ts'

export function installWindowClass(window: InnerWindow): void {
  const Window = inert('Window')
  const EventTarget = interfaceOf(window, 'EventTarget')
  derive(EventTarget, Window)
  tag(Window, 'Window')
  const named = { configurable: true, value: 'WindowProperties' }
  const properties = Object.create(EventTarget.prototype, { [Symbol.toStringTag]: named })
  Object.setPrototypeOf(Window.prototype, properties)
  Object.assign(window, { Window })
  // Node's tag differs.
  Reflect.deleteProperty(globalThis, Symbol.toStringTag)
  Object.setPrototypeOf(globalThis, Window.prototype)
}
