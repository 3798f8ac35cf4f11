/**
 * Closes the worker's own language to pages, which reach it by functions of the platform: nothing
 * of it can be changed, and no constructor compiles text in the worker's realm. Call it when all
 * else is installed.
 */
import { isObject } from '../isolation/shared-objects.ts'
import { ERRORS } from './language.ts'
import { pageRealm } from './realm.ts'

const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect

/** Compile text. */
const COMPILERS = [() => {}, async () => {}, function* () {}, async function* () {}].map(
  (sample) => getPrototypeOf(sample) as object,
)

/** SIDE EFFECT: seals the language of the global object. */
export function sealLanguage(target: object, isOfLanguage: (name: string) => boolean): void {
  const of = (name: string): { prototype: object } => Reflect.get(target, name)
  for (const prototype of COMPILERS) constructAs(prototype, 'Function')
  for (const name of ['Object', ...ERRORS]) constructAs(of(name).prototype, name)
  for (const name of ['Object', ...ERRORS])
    allowOwn(of(name).prototype, ownKeys(of(name).prototype))
  allowOwn(of('Function').prototype, ['toString'])
  const found = new Set<object>(COMPILERS)
  for (const name of ownKeys(target)) {
    const { value } = getOwnPropertyDescriptor(target, name) ?? {}
    if (typeof name === 'string' && isOfLanguage(name) && isObject(value) && value !== target)
      found.add(value)
  }
  for (const sample of SAMPLES) found.add(getPrototypeOf(sample) as object)
  // The iteration reaches what is added on the way.
  for (const one of found) {
    const prototype = getPrototypeOf(one)
    if (prototype) found.add(prototype)
    for (const key of ownKeys(one)) {
      const { value, get, set } = getOwnPropertyDescriptor(one, key) ?? {}
      for (const part of [value, get, set]) if (isObject(part) && part !== target) found.add(part)
    }
  }
  for (const one of found) Object.freeze(one)
}

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

/** A page finds its own class as the constructor of the worker's objects. */
function constructAs(prototype: object, name: string): void {
  const own = prototype.constructor
  defineProperty(prototype, 'constructor', {
    configurable: true,
    get: () => pageRealm()?.language.classes[name] ?? own,
    set: setOwn('constructor'),
  })
}

/** What is frozen on a prototype can still be set on objects that inherit it. */
function allowOwn(prototype: object, keys: readonly PropertyKey[]): void {
  for (const key of keys) {
    const found = getOwnPropertyDescriptor(prototype, key)
    if (!found || !('value' in found) || !found.configurable) continue
    const { value, enumerable = false } = found
    const get = () => value
    defineProperty(prototype, key, { configurable: true, enumerable, get, set: setOwn(key) })
  }
}

const setOwn = (key: PropertyKey) =>
  function (this: object, value: unknown) {
    defineProperty(this, key, { value, writable: true, enumerable: true, configurable: true })
  }
