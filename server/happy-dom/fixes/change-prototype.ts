/**
 * Gives an object another prototype so that V8 knows its hidden class. In: an element, the prototype of its class. Out: the same
 * element, with the same properties in the same order. An object that has properties when its prototype is changed gets a hidden
 * class from which V8 remembers no way on: each property that is added to it then makes a hidden class of its own, which costs a
 * hundred times the store itself, and no line of code ever meets an element of a class that it has met before. An object without
 * properties gets the one that all others get, so they are taken from it, the last first, and put on it again. V8 has been mended
 * with Node 24, where taking properties off would be what is dear.
 * Ours: it makes upgrades cheap, and mends nothing.
 */
import { S } from '../internals.ts'

/** Properties of happy-dom's at nodes: values, which no prototype has a setter for. */
const INSIDES: ReadonlySet<PropertyKey> = new Set(Object.values(S))

/** The first V8 that remembers the way on from a changed prototype. */
const MENDED = 13

type Properties = Record<PropertyKey, unknown>

export const changePrototype: (element: object, prototype: object) => void =
  Number.parseInt(process.versions.v8, 10) < MENDED ? changeBare : Object.setPrototypeOf

function changeBare(element: object, prototype: object): void {
  const target = element as Properties
  // Names are what pages have put there, after happy-dom its symbols.
  const keys = [...Object.getOwnPropertySymbols(target), ...Object.getOwnPropertyNames(target)]
  /** Each as a value or, of what others have put there, as it is described. */
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

/** `LOCKED`: it cannot be taken off. */
function described(target: object, key: PropertyKey): PropertyDescriptor | typeof LOCKED {
  const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
  return descriptor?.configurable ? descriptor : LOCKED
}
