/**
 * Creates the global object of a window with scripts of its own: a V8 context with its own
 * intrinsics, and the worker's globals of the platform.
 */
import vm from 'node:vm'
import { installDefinitions } from '../isolation/definitions.ts'
import { waitFor } from '../isolation/pending.ts'
import { CLASSES, isOfLanguage } from './intrinsics.ts'
import type { Language } from './realm.ts'
import { endingPromise } from './to-page.ts'

export type WindowGlobal = Window & typeof globalThis & vm.Context

/** Node's globals, which no window has. */
const OF_NODE = new Set([
  ...['global', 'Buffer', 'process', 'require', 'setImmediate', 'clearImmediate', 'happyDOM', 'gc'],
])

const ITSELF = ['window', 'self', 'frames', 'parent', 'top']

/** Attributes of the window that scripts set; assigning replaces other accessors. */
const SET = /^(?:on[a-z]+|location)$/

/** Describes the globals of every window. Call it before any page. */
export function platformOf(worker: object): PropertyDescriptorMap {
  const platform: PropertyDescriptorMap = {}
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(worker))) {
    if (OF_NODE.has(name) || ITSELF.includes(name) || isOfLanguage(name)) continue
    const property = { ...(descriptor.get ? shared(worker, name) : descriptor), configurable: true }
    if (!descriptor.get) property.writable = true
    property.enumerable = descriptor.enumerable === true
    platform[name] = property
  }
  return platform
}

function shared(worker: object, name: string): PropertyDescriptor {
  return {
    get: () => Reflect.get(worker, name),
    set: SET.test(name)
      ? (value) => void Reflect.set(worker, name, value)
      : function (this: object, value) {
          const property = { value, writable: true, enumerable: true, configurable: true }
          Reflect.defineProperty(this, name, property)
        },
  }
}

/** Objects of the worker are instances there, too: `document instanceof Object`. */
const SET_UP = new vm.Script(`(prototypes, now, random, waitFor) => {
  'use strict'
  const { apply, construct, defineProperty } = Reflect
  const isInstance = Function.prototype[Symbol.hasInstance]
  const { isPrototypeOf } = Object.prototype
  const classes = {}
  for (const name in prototypes) {
    const Class = classes[name] = globalThis[name]
    const ofWorker = prototypes[name]
    const { hasInstance } = {
      hasInstance(value) {
        return apply(isInstance, this, [value]) ||
          (this === Class && apply(isPrototypeOf, ofWorker, [value]))
      }
    }
    defineProperty(Class, Symbol.hasInstance, { value: hasInstance, configurable: true, writable: true })
  }
  const Native = Date
  const ownDate = new Proxy(Native, {
    construct: (_, args, newTarget) =>
      construct(Native, args.length === 0 ? [now()] : args, newTarget === ownDate ? Native : newTarget),
    apply: () => new Native(now()).toString(),
  })
  Native.now = { now: () => now() }.now
  Native.prototype.constructor = ownDate
  defineProperty(globalThis, 'Date', { value: ownDate, configurable: true, writable: true })
  Math.random = { random: () => random() }.random
  // V8 would call back while another page is shown; the language guarantees no call.
  const Registry = FinalizationRegistry
  const register = { register() {}, unregister: () => false }
  for (const name in register) Registry.prototype[name] = register[name]
  delete Atomics.waitAsync
  for (const name of ['compile', 'compileStreaming', 'instantiate', 'instantiateStreaming']) {
    const own = WebAssembly[name]
    if (own) WebAssembly[name] = { [name]: (...all) => waitFor('WebAssembly.' + name + '()', own(...all)) }[name]
  }
  return { classes, parse: JSON.parse }
}`)

const prototypes = Object.fromEntries(
  CLASSES.map((name) => [name, Reflect.get(globalThis, name).prototype]),
)

export interface NewGlobal {
  readonly global: WindowGlobal
  readonly language: Language
}

export function newGlobal(platform: PropertyDescriptorMap): NewGlobal {
  const global = vm.createContext(vm.constants.DONT_CONTEXTIFY as never) as WindowGlobal
  const setUp = SET_UP.runInContext(global)
  const language: Language = setUp(prototypes, Date.now, Math.random, waitForPage)
  installDefinitions(global)
  Object.defineProperties(global, platform)
  const itself = { value: global, writable: true, enumerable: true, configurable: true }
  for (const name of ITSELF) Object.defineProperty(global, name, itself)
  return { global, language }
}

/**
 * Waits for work on another thread, such as compiled WebAssembly. @returns A promise of the page's
 * realm.
 */
function waitForPage(what: string, promise: Promise<unknown>): unknown {
  waitFor(
    what,
    promise.then(
      () => undefined,
      () => undefined,
    ),
  )
  return endingPromise(promise)
}
