/** Makes interfaces: their names, what they are derived from, and what their objects are called. */
import type { InnerWindow } from '../../internals.ts'
import { staysNodes } from '../../window.ts'

/** An interface as pages have it. */
export type Interface = { readonly name: string; readonly prototype: object }

export const isInterface = (value: unknown): value is Interface =>
  typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null

/** An interface that pages have by this name: the window's, or Node's. */
export function interfaceOf(window: InnerWindow, key: string): Interface {
  const isNodes = staysNodes(key) || !(key in window)
  const found: unknown = Reflect.get(isNodes ? globalThis : window, key)
  if (isInterface(found)) return found
  throw new TypeError(`There is no interface ${key} here: check server/happy-dom/fixes/interfaces`)
}

/** Puts an interface on the window, unless one of that name is there. */
export function name(window: InnerWindow, key: string, value: unknown): void {
  if (key in window) return
  Object.defineProperty(window, key, { configurable: true, writable: true, value })
}

/** Derives an interface from another, whatever it was derived from. */
export function derive(from: Interface, derived: Interface): void {
  Object.setPrototypeOf(derived, from)
  Object.setPrototypeOf(derived.prototype, from.prototype)
}

/** A class that nobody can construct. */
export function inert(key: string): Interface {
  const { [key]: made } = {
    [key]: class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  }
  return made as Interface
}

/** Says what an object of an interface is, as `Object.prototype.toString` reads it. */
export function tag({ prototype }: Interface, value: string): void {
  Object.defineProperty(prototype, Symbol.toStringTag, { configurable: true, value })
}
