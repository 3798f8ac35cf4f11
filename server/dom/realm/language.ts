/** Names the classes of the language, of which each realm has its own. */

import { types } from 'node:util'

/** Errors, which the DOM throws. */
export const ERRORS = [
  ...['Error', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError'],
  'URIError',
]

/** Classes whose objects the DOM and Node hand out. */
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

/** How to tell an object of any realm. */
const IS = {
  ...{ ArrayBuffer: types.isArrayBuffer, Date: types.isDate, Error: types.isNativeError },
  ...{ Map: types.isMap, Promise: types.isPromise, RegExp: types.isRegExp, Set: types.isSet },
} as const

/**
 * SIDE EFFECT: lets the worker's code tell objects of a page's realm by `instanceof`. Subclasses
 * inherit the method.
 */
export function recognizeAll(target: object): void {
  const isInstance = Function.prototype[Symbol.hasInstance]
  for (const [name, is] of Object.entries(IS)) {
    const Class: object = Reflect.get(target, name)
    const value = function (this: object, one: unknown) {
      return Reflect.apply(isInstance, this, [one]) || (this === Class && is(one))
    }
    Object.defineProperty(Class, Symbol.hasInstance, { value, configurable: true })
  }
}
