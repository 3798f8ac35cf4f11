/** Creates the interfaces that happy-dom lacks, with their bases, for `install-interfaces.ts`. */
import { INTERFACES } from '#happy-dom'
import type { InnerWindow } from '../internals.ts'
import { staysNodes } from '../window.ts'

export type InterfaceObject = { readonly name: string; readonly prototype: object }

const isInterface = (value: unknown): value is InterfaceObject =>
  typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null

/**
 * Whether it is Node's, which loaders and pages share, or loaded when it is read: a worker that has
 * no need of it starts faster.
 */
export function isNodes(window: InnerWindow, name: string): boolean {
  const ofWindow = Object.getOwnPropertyDescriptor(window, name)
  if (ofWindow?.get || staysNodes(name)) return true
  if (!(name in globalThis)) return false
  const { value } = Object.getOwnPropertyDescriptor(globalThis, name) ?? {}
  return ofWindow === undefined || (value !== undefined && value === ofWindow.value)
}

export function interfaceIn(window: InnerWindow, name: string): InterfaceObject | undefined {
  const value: unknown = Reflect.get(isNodes(window, name) ? globalThis : window, name)
  return isInterface(value) ? value : undefined
}

export function interfaceOf(window: InnerWindow, name: string): InterfaceObject {
  const object = interfaceIn(window, name)
  if (object) return object
  throw new TypeError(`There is no interface ${name} here: check server/dom/interfaces`)
}

/** Defines an interface that the window lacks. */
export function defineInterface(window: InnerWindow, name: string, value: unknown): void {
  if (name in window) return
  Object.defineProperty(window, name, { configurable: true, writable: true, value })
}

export function setBase(from: InterfaceObject, derived: InterfaceObject): void {
  Object.setPrototypeOf(derived, from)
  Object.setPrototypeOf(derived.prototype, from.prototype)
}

export function inertClass(name: string): InterfaceObject {
  const { [name]: Class } = {
    [name]: class {
      constructor() {
        throw new TypeError('Illegal constructor')
      }
    },
  }
  return Class as InterfaceObject
}

export function setClassString({ prototype }: InterfaceObject, value: string): void {
  Object.defineProperty(prototype, Symbol.toStringTag, { configurable: true, value })
}

/** Creates a class whose instances are the DOM's own objects: pages cannot create any. */
function createClass(window: InnerWindow, name: string): InterfaceObject {
  const { base = null, event } = INTERFACES[name] ?? {}
  const from = base === null ? undefined : ensureClass(window, base)
  if (from && (event || /^(?:HTML|SVG|MathML)\w*Element$/.test(name))) {
    const { [name]: Class } = { [name]: class extends (from as typeof HTMLElement) {} }
    return Class as InterfaceObject
  }
  const Class = inertClass(name)
  if (from) setBase(from, Class)
  return Class
}

/** Creates the class and those that it derives from, unless they are there. */
export function ensureClass(window: InnerWindow, name: string): InterfaceObject {
  const existing = interfaceIn(window, name)
  if (existing) return existing
  const created = createClass(window, name)
  defineInterface(window, name, created)
  return created
}
