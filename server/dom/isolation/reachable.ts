/**
 * Records and restores everything that page scripts can reach from the window: values, accessors
 * and prototypes. Returns changes that cannot be undone. It never calls accessors, calls only
 * built-ins saved before pages, and iterates by index.
 */
import type { Restored } from './intrinsics.ts'

const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, ownKeys, isExtensible } = Reflect
const { defineProperty, deleteProperty } = Reflect
const { is } = Object

export type Root = readonly [name: string, object: object]

interface Recorded {
  readonly name: string
  readonly target: object
  readonly prototype: object | null
  readonly isExtensible: boolean
  readonly keys: readonly PropertyKey[]
  readonly properties: readonly PropertyDescriptor[]
}

export interface Reachable {
  takeBack(): Restored
}

const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** @param isLeftOut Objects restored elsewhere, with everything that only they reference. */
export function reachableFrom(
  roots: readonly Root[],
  isLeftOut: (target: object) => boolean,
): Reachable {
  const records = recordAll(roots, isLeftOut)
  return {
    takeBack() {
      const stays: string[] = []
      const changed: string[] = []
      for (let at = 0; at < records.length; at++) {
        const record = records[at] as Recorded
        if (!isSame(record)) restore(record, changed, stays)
      }
      return { stays, changed }
    },
  }
}

function recordAll(roots: readonly Root[], isLeftOut: (target: object) => boolean): Recorded[] {
  const names = new Map<object, string>()
  const found: object[] = []
  const add = (name: string, value: unknown) => {
    if (!isObject(value) || names.has(value) || isLeftOut(value)) return
    names.set(value, name)
    found.push(value)
  }
  for (const [name, object] of roots) add(name, object)
  const records: Recorded[] = []
  for (const target of found) {
    const name = names.get(target) as string
    const keys = ownKeys(target)
    const properties = keys.map((key) => propertyOf(target, key))
    const prototype = getPrototypeOf(target)
    add(`the prototype of ${name}`, prototype)
    keys.forEach((key, at) => {
      // Symbols are happy-dom's own.
      if (typeof key === 'symbol' && !isOfLanguage(key)) return
      const { value, get, set } = properties[at] as PropertyDescriptor
      const own = name === 'window' ? String(key) : `${name}.${String(key)}`
      for (const one of [value, get, set]) add(own, one)
    })
    records.push({ name, target, prototype, isExtensible: isExtensible(target), keys, properties })
  }
  return records
}

const OF_LANGUAGE = new Set<unknown>(
  ownKeys(Symbol).map((key) => getOwnPropertyDescriptor(Symbol, key)?.value),
)
const isOfLanguage = (key: symbol): boolean => OF_LANGUAGE.has(key)

/** Has no prototype: a page may give `Object.prototype` a `get`. */
const propertyOf = (target: object, key: PropertyKey): PropertyDescriptor =>
  Object.assign(Object.create(null), getOwnPropertyDescriptor(target, key))

function isSame({ target, prototype, keys, properties, ...record }: Recorded): boolean {
  if (getPrototypeOf(target) !== prototype || isExtensible(target) !== record.isExtensible)
    return false
  const now = ownKeys(target)
  if (now.length !== keys.length) return false
  for (let at = 0; at < keys.length; at++) {
    if (now[at] !== keys[at]) return false
    if (!isSameProperty(target, keys[at] as PropertyKey, properties[at] as PropertyDescriptor))
      return false
  }
  return true
}

function isSameProperty(target: object, key: PropertyKey, was: PropertyDescriptor): boolean {
  const now = getOwnPropertyDescriptor(target, key)
  return (
    now !== undefined &&
    is(now.value, was.value) &&
    now.get === was.get &&
    now.set === was.set &&
    now.writable === was.writable &&
    now.enumerable === was.enumerable &&
    now.configurable === was.configurable
  )
}

function restore(record: Recorded, changed: string[], stays: string[]): void {
  const { name, target, prototype, keys, properties } = record
  const note = (what: string, isBack: boolean) => {
    changed[changed.length] = what
    if (!isBack) stays[stays.length] = what
  }
  const now = ownKeys(target)
  for (let at = 0; at < now.length; at++) {
    const key = now[at] as PropertyKey
    if (!isAmong(keys, key)) note(nameOf(name, key), deleteProperty(target, key))
  }
  for (let at = 0; at < keys.length; at++) {
    const [key, was] = [keys[at] as PropertyKey, properties[at] as PropertyDescriptor]
    if (!isSameProperty(target, key, was)) note(nameOf(name, key), defineProperty(target, key, was))
  }
  if (!isInOrder(ownKeys(target), keys)) note(`the order of what ${name} has`, false)
  if (getPrototypeOf(target) !== prototype)
    note(`the prototype of ${name}`, setPrototypeOf(target, prototype))
  if (isExtensible(target) !== record.isExtensible)
    note(`${name}, which takes no properties any more`, false)
}

function isInOrder(now: readonly PropertyKey[], keys: readonly PropertyKey[]): boolean {
  for (let at = 0; at < keys.length; at++) if (now[at] !== keys[at]) return false
  return true
}

function isAmong(keys: readonly PropertyKey[], key: PropertyKey): boolean {
  for (let at = 0; at < keys.length; at++) if (keys[at] === key) return true
  return false
}

const nameOf = (name: string, key: PropertyKey): string =>
  typeof key === 'symbol'
    ? `a symbol of ${name}`
    : name === 'window'
      ? key.toString()
      : `${name}.${String(key)}`
