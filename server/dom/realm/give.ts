/**
 * Makes values of the worker's language the page's own: arrays, promises, plain objects, bytes and
 * errors. A page tells them by `constructor` and by their prototype. Other values stay as they are.
 * A promise of a page that has ended never settles, so its code does not go on.
 */
import { isPromise } from 'node:util/types'
import { CLASSES } from './language.ts'
import { type LanguageClass, type PageRealm, pageRealm } from './realm.ts'

const { getPrototypeOf, setPrototypeOf, ownKeys, getOwnPropertyDescriptor } = Reflect
const { then } = Promise.prototype

const prototypes = new Map<object | null, string>(
  CLASSES.map((name) => [Reflect.get(globalThis, name).prototype, name]),
)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const classOf = (value: unknown): string | undefined =>
  isObject(value) ? prototypes.get(getPrototypeOf(value)) : undefined

/** Makes a new value the page's. What is in it stays as it is. */
export function give<T>(value: T): T {
  const realm = pageRealm()
  const name = realm && classOf(value)
  if (!realm || !name) return value
  if (isPromise(value)) return givePromise(realm, value) as T
  setPrototypeOf(value as object, (realm.language.classes[name] as LanguageClass).prototype)
  return value
}

/** Makes a new value, such as a structured clone, the page's with all that is in it. */
export function giveWhole<T>(value: T): T {
  const realm = pageRealm()
  if (!realm || !classOf(value)) return value
  // The iteration reaches what is added on the way.
  const all = new Set<object>([value as object])
  for (const one of all) {
    const add = (part: unknown) => void (classOf(part) && all.add(part as object))
    if (one instanceof Map || one instanceof Set) {
      one.forEach((part: unknown, key: unknown) => {
        add(part)
        add(key)
      })
    }
    if (ArrayBuffer.isView(one)) add(one.buffer)
    else for (const key of ownKeys(one)) add(getOwnPropertyDescriptor(one, key)?.value)
  }
  for (const one of all) give(one)
  return value
}

/** The page's copy of an array that the DOM keeps. */
export function giveCopy<T>(value: T): T {
  const realm = pageRealm()
  if (!realm || !classOf(value)) return value
  if (isPromise(value)) return givePromise(realm, value) as T
  if (!Array.isArray(value)) return value
  const known = realm.given.get(value)
  if (known) return known as T
  const copy = give([...value])
  if (Object.isFrozen(value)) Object.freeze(copy)
  realm.given.set(value, copy)
  return copy as T
}

type Settle = (value: unknown) => void

/** A promise of something new, with all that is in it. */
export function giveParts<T>(value: T): T {
  const realm = pageRealm()
  return realm && isPromise(value) ? (givePromise(realm, value, giveWhole) as T) : value
}

/** A promise that does not settle once the page has ended, also for one of the page's own. */
export function giveAlways(promise: Promise<unknown>): unknown {
  const realm = pageRealm()
  return realm ? givePromise(realm, promise) : promise
}

function givePromise(
  realm: PageRealm,
  promise: Promise<unknown>,
  convert: (value: unknown) => unknown = give,
): object {
  const known = realm.given.get(promise)
  if (known) return known
  const ofPage = realm.language.classes.Promise as unknown as new (
    start: (resolve: Settle, reject: Settle) => void,
  ) => object
  const made = new ofPage((resolve, reject) => {
    const settle = (how: Settle) => (value: unknown) => {
      if (realm === pageRealm()) how(convert(value))
    }
    Reflect.apply(then, promise, [settle(resolve), settle(reject)])
  })
  realm.given.set(promise, made)
  return made
}
