/**
 * Converts built-in objects of the worker's realm for the page's realm; other values stay as they
 * are. The membrane calls it. Promises of a page that has ended never settle, so its code stops.
 */
import { isPromise } from 'node:util/types'
import { CLASSES } from './intrinsics.ts'
import { type LanguageClass, type PageRealm, pageRealm } from './realm.ts'

const { getPrototypeOf, setPrototypeOf, ownKeys, getOwnPropertyDescriptor } = Reflect
const { then } = Promise.prototype

const prototypes = new Map<object | null, string>(
  CLASSES.map((name) => [Reflect.get(globalThis, name).prototype, name]),
)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const classOf = (value: unknown): string | undefined =>
  isObject(value) ? prototypes.get(getPrototypeOf(value)) : undefined

/** Converts a new value; its parts stay as they are. */
export function toPage<T>(value: T): T {
  const realm = pageRealm()
  const name = realm && classOf(value)
  if (!realm || !name) return value
  if (isPromise(value)) return convertPromise(realm, value) as T
  setPrototypeOf(value as object, (realm.language.classes[name] as LanguageClass).prototype)
  return value
}

/** Converts a new value, such as a structured clone, with all of its parts. */
export function toPageDeep<T>(value: T): T {
  const realm = pageRealm()
  if (!realm || !classOf(value)) return value
  const parts = new Set<object>([value as object])
  // The iteration reaches parts that are added on the way.
  for (const object of parts) {
    const add = (part: unknown) => void (classOf(part) && parts.add(part as object))
    if (object instanceof Map || object instanceof Set) {
      object.forEach((part: unknown, key: unknown) => {
        add(part)
        add(key)
      })
    }
    if (ArrayBuffer.isView(object)) add(object.buffer)
    else for (const key of ownKeys(object)) add(getOwnPropertyDescriptor(object, key)?.value)
  }
  for (const part of parts) toPage(part)
  return value
}

/** Returns the page's copy of an array that the DOM keeps. */
export function toPageCopy<T>(value: T): T {
  const realm = pageRealm()
  if (!realm || !classOf(value)) return value
  if (isPromise(value)) return convertPromise(realm, value) as T
  if (!Array.isArray(value)) return value
  const existing = realm.converted.get(value)
  if (existing) return existing as T
  const copy = toPage([...value])
  if (Object.isFrozen(value)) Object.freeze(copy)
  realm.converted.set(value, copy)
  return copy as T
}

type Settle = (value: unknown) => void

/** Converts a promise of a new value, and the value with all of its parts. */
export function toPagePromise<T>(value: T): T {
  const realm = pageRealm()
  return realm && isPromise(value) ? (convertPromise(realm, value, toPageDeep) as T) : value
}

/** Returns a promise that does not settle once the page has ended. */
export function endingPromise(promise: Promise<unknown>): unknown {
  const realm = pageRealm()
  return realm ? convertPromise(realm, promise) : promise
}

function convertPromise(
  realm: PageRealm,
  promise: Promise<unknown>,
  convert: (value: unknown) => unknown = toPage,
): object {
  const existing = realm.converted.get(promise)
  if (existing) return existing
  const PagePromise = realm.language.classes.Promise as new (
    start: (resolve: Settle, reject: Settle) => void,
  ) => object
  const converted = new PagePromise((resolve, reject) => {
    const settle = (by: Settle) => (value: unknown) => {
      if (realm === pageRealm()) by(convert(value))
    }
    Reflect.apply(then, promise, [settle(resolve), settle(reject)])
  })
  realm.converted.set(promise, converted)
  return converted
}
