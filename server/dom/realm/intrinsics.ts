/**
 * Names the intrinsics, of which each realm has its own, and freezes the worker's, which pages
 * reach by functions of the platform.
 */
import { types } from 'node:util'
import { isObject } from '../isolation/shared-objects.ts'
import { pageRealm } from './realm.ts'

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

export const ERRORS = [
  ...['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  'URIError',
]

export const CLASSES = [
  ...['Object', 'Function', 'Array', 'Promise', 'Map', 'Set', 'Date', 'RegExp', ...ERRORS],
  ...['ArrayBuffer', 'DataView', 'Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array'],
  ...['Uint16Array', 'Int32Array', 'Uint32Array', 'Float32Array', 'Float64Array'],
  ...['BigInt64Array', 'BigUint64Array'],
]

const OF_LANGUAGE =
  /^(?:Aggregate\w*|Array|ArrayBuffer|Async\w+|Atomics|BigInt|Boolean|DataView|Date|Disposable\w*|Finalization\w+|Function|Intl|Iterator|JSON|Map|Math|Number|Object|Promise|Proxy|Reflect|RegExp|Set|SharedArrayBuffer|String|Suppressed\w*|Symbol|Temporal|Weak\w+|WebAssembly|(?:Eval|Range|Reference|Syntax|Type|URI)?Error|\w+Array|(?:de|en)codeURI\w*|(?:un)?escape|is(?:Finite|NaN)|parse(?:Float|Int)|eval|globalThis|undefined|NaN|Infinity)$/

/** Whether a realm has a global of this name of its own. */
export const isOfLanguage = (name: string): boolean => OF_LANGUAGE.test(name)

const IS = {
  ArrayBuffer: types.isArrayBuffer,
  Date: types.isDate,
  Error: types.isNativeError,
  Map: types.isMap,
  Promise: types.isPromise,
  RegExp: types.isRegExp,
  Set: types.isSet,
} as const

/** SIDE EFFECT: makes `instanceof` recognize objects of any realm. Subclasses inherit it. */
export function patchInstanceof(target: object): void {
  const isInstance = Function.prototype[Symbol.hasInstance]
  for (const [name, is] of Object.entries(IS)) {
    const Class: object = Reflect.get(target, name)
    const value = function (this: object, object: unknown) {
      return Reflect.apply(isInstance, this, [object]) || (this === Class && is(object))
    }
    Object.defineProperty(Class, Symbol.hasInstance, { value, configurable: true })
  }
}

const COMPILERS = [() => {}, async () => {}, function* () {}, async function* () {}].map(
  (sample) => getPrototypeOf(sample) as object,
)

/** Iterators have no name. */
const SAMPLES: readonly object[] = [
  [][Symbol.iterator](),
  new Map().entries(),
  new Set().values(),
  ''[Symbol.iterator](),
  ''.matchAll(/./g),
  (function* () {})(),
  (async function* () {})(),
]

/**
 * SIDE EFFECT: freezes the intrinsics, and makes their constructors the page's, so that none
 * compiles text in the worker's realm. Call it last.
 */
export function freezeIntrinsics(target: object): void {
  const of = (name: string): { prototype: object } => Reflect.get(target, name)
  for (const prototype of COMPILERS) constructAs(prototype, 'Function')
  for (const name of ['Object', ...ERRORS]) constructAs(of(name).prototype, name)
  for (const name of ['Object', ...ERRORS])
    allowOwn(of(name).prototype, ownKeys(of(name).prototype))
  allowOwn(of('Function').prototype, ['toString'])
  const intrinsics = new Set<object>(COMPILERS)
  for (const name of ownKeys(target)) {
    const { value } = getOwnPropertyDescriptor(target, name) ?? {}
    if (typeof name === 'string' && isOfLanguage(name) && isObject(value) && value !== target)
      intrinsics.add(value)
  }
  for (const sample of SAMPLES) intrinsics.add(getPrototypeOf(sample) as object)
  // The iteration reaches objects that are added on the way.
  for (const object of intrinsics) {
    const prototype = getPrototypeOf(object)
    if (prototype) intrinsics.add(prototype)
    for (const key of ownKeys(object)) {
      const { value, get, set } = getOwnPropertyDescriptor(object, key) ?? {}
      for (const part of [value, get, set])
        if (isObject(part) && part !== target) intrinsics.add(part)
    }
  }
  for (const object of intrinsics) Object.freeze(object)
}

/** A page finds its own class as the constructor of the worker's objects. */
function constructAs(prototype: object, name: string): void {
  const original = prototype.constructor
  defineProperty(prototype, 'constructor', {
    configurable: true,
    get: () => pageRealm()?.language.classes[name] ?? original,
    set: setOwn('constructor'),
  })
}

/** Keeps properties of a frozen prototype assignable on objects that inherit them. */
function allowOwn(prototype: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    const property = getOwnPropertyDescriptor(prototype, key)
    if (!property || !('value' in property) || !property.configurable) continue
    const { value, enumerable = false } = property
    const get = () => value
    defineProperty(prototype, key, { configurable: true, enumerable, get, set: setOwn(key) })
  }
}

const setOwn = (key: PropertyKey) =>
  function (this: object, value: unknown) {
    defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
  }
