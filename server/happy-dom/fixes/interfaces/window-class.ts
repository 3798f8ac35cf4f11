/**
 * The class of the window. The global object is one, and has what it inherits: https://webidl.spec.whatwg.org/#global-prototype
 * happy-dom's has every handler of the window as a member, and the global object none of it.
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
  // Node's says that it is none.
  Reflect.deleteProperty(globalThis, Symbol.toStringTag)
  Object.setPrototypeOf(globalThis, Window.prototype)
}
