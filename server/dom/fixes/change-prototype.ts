/**
 * Changes an object's prototype so that V8 still shares its hidden class.
 * Changing the prototype of an object with properties gives it a hidden class of its own. Each
 * later store then costs a hundred times more. So this takes the properties off first, the last one
 * first, and puts them back after.
 * Node 24's V8 has no such problem; taking properties off would be slow there.
 * Ours: it makes upgrades cheap; behaviour is unchanged.
 */
import { S } from '../internals.ts'

/** happy-dom's own properties of nodes: plain values without a setter on any prototype. */
const INSIDES: ReadonlySet<PropertyKey> = new Set(Object.values(S))

/** The first V8 version without the problem. */
const MENDED = 13

type Properties = Record<PropertyKey, unknown>

export const changePrototype: (element: object, prototype: object) => void =
  Number.parseInt(process.versions.v8, 10) < MENDED ? changeBare : Object.setPrototypeOf

function changeBare(element: object, prototype: object): void {
  const target = element as Properties
  // String keys come from pages; symbols from happy-dom.
  const keys = [...Object.getOwnPropertySymbols(target), ...Object.getOwnPropertyNames(target)]
  /** happy-dom's keys are copied as values, other keys as descriptors. */
  const kept = keys.map((key) => (INSIDES.has(key) ? target[key] : described(target, key)))
  if (kept.includes(LOCKED) || !Object.isExtensible(target)) {
    Object.setPrototypeOf(target, prototype)
    return
  }
  for (let at = keys.length - 1; at >= 0; at--) delete target[keys[at] as PropertyKey]
  Object.setPrototypeOf(target, prototype)
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] as PropertyKey
    if (INSIDES.has(key)) target[key] = kept[at]
    else Object.defineProperty(target, key, kept[at] as PropertyDescriptor)
  }
}

const LOCKED = Symbol('locked')

/** `LOCKED`: a property that cannot be removed. */
function described(target: object, key: PropertyKey): PropertyDescriptor | typeof LOCKED {
  const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
  return descriptor?.configurable ? descriptor : LOCKED
}
