/**
 * Changes an object's prototype so that V8 still shares its hidden class; for `fixes/upgrade.ts`.
 * Makes upgrades cheap; behaviour is unchanged.
 */
import { S } from './internals.ts'

/** happy-dom's keys: plain values without a setter on any prototype. */
const INTERNAL_KEYS: ReadonlySet<PropertyKey> = new Set(Object.values(S))

const FIXED_IN_V8 = 13

type Properties = Record<PropertyKey, unknown>

/**
 * Before Node 24, an object with properties gets a hidden class of its own, and each later store
 * costs a hundred times more: so this takes the properties off first, the last one first.
 */
export const changePrototype: (element: object, prototype: object) => void =
  Number.parseInt(process.versions.v8, 10) < FIXED_IN_V8
    ? changeWithoutProperties
    : Object.setPrototypeOf

function changeWithoutProperties(element: object, prototype: object): void {
  const target = element as Properties
  const keys = [...Object.getOwnPropertySymbols(target), ...Object.getOwnPropertyNames(target)]
  const values = keys.map((key) =>
    INTERNAL_KEYS.has(key) ? target[key] : descriptorOf(target, key),
  )
  if (values.includes(LOCKED) || !Object.isExtensible(target)) {
    Object.setPrototypeOf(target, prototype)
    return
  }
  for (let index = keys.length - 1; index >= 0; index--) delete target[keys[index] as PropertyKey]
  Object.setPrototypeOf(target, prototype)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey
    if (INTERNAL_KEYS.has(key)) target[key] = values[index]
    else Object.defineProperty(target, key, values[index] as PropertyDescriptor)
  }
}

/** Covers a property that cannot be removed. */
const LOCKED = Symbol('locked')

function descriptorOf(target: object, key: PropertyKey): PropertyDescriptor | typeof LOCKED {
  const descriptor = Reflect.getOwnPropertyDescriptor(target, key)
  return descriptor?.configurable ? descriptor : LOCKED
}
