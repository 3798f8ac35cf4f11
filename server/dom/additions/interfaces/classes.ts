/** Creates interfaces with names, base classes and class strings. */
import type { InnerWindow } from '../../internals.ts'
import { staysNodes } from '../../window.ts'

export type Interface = { readonly name: string; readonly prototype: object }

export const isInterface = (value: unknown): value is Interface =>
  typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null

export function interfaceOf(window: InnerWindow, key: string): Interface {
  const isNodes = staysNodes(key) || !(key in window)
  const found: unknown = Reflect.get(isNodes ? globalThis : window, key)
  if (isInterface(found)) return found
  throw new TypeError(`There is no interface ${key} here: check server/dom/fixes/interfaces`)
}

/** Keeps an existing one. */
export function name(window: InnerWindow, key: string, value: unknown): void {
  if (key in window) return
  Object.defineProperty(window, key, { configurable: true, writable: true, value })
}

export function derive(from: Interface, derived: Interface): void {
  Object.setPrototypeOf(derived, from)
  Object.setPrototypeOf(derived.prototype, from.prototype)
}

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

export function tag({ prototype }: Interface, value: string): void {
  Object.defineProperty(prototype, Symbol.toStringTag, { configurable: true, value })
}
