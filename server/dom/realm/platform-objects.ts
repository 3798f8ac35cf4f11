/**
 * Compares what all pages of a worker share with its state before the first page: classes of the
 * DOM and of Node, and objects such as the navigator. Pages patch some of them. A change without a
 * trace is taken back; another one is reported, and the worker ends. Methods take no properties.
 */
import { isObject, recordShared } from '../isolation/shared-objects.ts'
import { windowObjects } from '../isolation/window-objects.ts'
import { isOfLanguage } from './language.ts'
import { settingsOf } from './page-settings.ts'

const { defineProperty, deleteProperty, getOwnPropertyDescriptor, getPrototypeOf } = Reflect
const { ownKeys, setPrototypeOf, isExtensible } = Reflect

export interface PlatformObjects {
  /** @returns The names of changes that remain. */
  takeBack(): readonly string[]
  /** Sets attributes back once the page is empty. @returns As above. */
  setBack(): readonly string[]
}

interface Recorded {
  readonly name: string
  readonly target: object
  readonly prototype: object | null
  readonly properties: ReadonlyMap<PropertyKey, PropertyDescriptor>
  /** Whether the DOM keeps its own state in it, by symbols. */
  readonly isAlive: boolean
}

/** Call it before the first page. @param worker The worker's global object. */
export function platformObjects(worker: Window & typeof globalThis): PlatformObjects {
  const records = recordsFrom(worker)
  const alive = records.filter((one) => one.isAlive)
  const still = records.filter((one) => !one.isAlive)
  const looked = recordShared(still)
  const settings = settingsOf(worker)
  return {
    takeBack() {
      const stays: string[] = []
      for (const record of alive) takeBack(record, stays)
      if (!looked.isSame('wholly')) for (const record of still) takeBack(record, stays)
      return stays
    },
    setBack() {
      const stays: string[] = []
      for (const setting of settings) setting(stays)
      return stays
    },
  }
}

function recordsFrom(worker: Window & typeof globalThis): Recorded[] {
  const lasting = new Set<object>()
  const names = new Map<object, string>()
  for (const { name, target } of windowObjects(worker)) {
    if (OF_NODE.has(name)) continue
    lasting.add(target)
    names.set(target, name)
  }
  const add = (name: string, key: PropertyKey, value: unknown) => {
    if (isMethod(key, value)) freezeMethod(value)
    else if (isObject(value) && !Object.isFrozen(value) && !names.has(value)) names.set(value, name)
  }
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(worker))) {
    if (isOfLanguage(name) || OF_NODE.has(name) || property.value === worker) continue
    add(name, name, property.get && isClass(name) ? property.get.call(worker) : property.value)
  }
  const records: Recorded[] = []
  // The iteration reaches what is added on the way.
  for (const [target, name] of names) {
    const record = recordOf(target, name, lasting.has(target))
    const { prototype, properties, isAlive } = record
    records.push(record)
    add(`the prototype of ${name}`, 'constructor', isOfWorker(prototype) ? null : prototype)
    for (const [key, { value, get, set }] of properties) {
      // Other symbols are happy-dom's.
      if (isAlive || (typeof key === 'symbol' && !WELL_KNOWN.has(key))) continue
      for (const one of [value, get, set]) add(`${name}.${String(key)}`, key, one)
    }
  }
  return records
}

const OF_NODE = new Set(['process', 'global', 'Buffer', 'console', 'happyDOM'])

/** The language is sealed apart. */
const LANGUAGE = new Set<unknown>(
  Object.entries(Object.getOwnPropertyDescriptors(globalThis))
    .filter(([name]) => isOfLanguage(name))
    .flatMap(([, { value }]) => [value, value?.prototype]),
)
const isOfWorker = (value: unknown): boolean => LANGUAGE.has(value)

const WELL_KNOWN = new Set<unknown>(
  ownKeys(Symbol).map((key) => getOwnPropertyDescriptor(Symbol, key)?.value),
)

const isClass = (key: PropertyKey): boolean =>
  typeof key === 'string' && /^[A-Z]|^constructor$/.test(key)

const isMethod = (key: PropertyKey, value: unknown): value is object =>
  typeof value === 'function' && !isClass(key) && !/^class\b/.test(String(value))

function freezeMethod(method: object): void {
  if (isOfWorker(method)) return
  Object.freeze(method)
  const { value } = getOwnPropertyDescriptor(method, 'prototype') ?? {}
  if (isObject(value)) Object.freeze(value)
}

function recordOf(target: object, name: string, isAlive: boolean): Recorded {
  const properties = new Map<PropertyKey, PropertyDescriptor>()
  for (const key of ownKeys(target)) {
    const found = getOwnPropertyDescriptor(target, key)
    if (found && !(isAlive && typeof key === 'symbol')) properties.set(key, found)
  }
  return { name, target, prototype: getPrototypeOf(target), properties, isAlive }
}

function takeBack({ name, target, prototype, properties, isAlive }: Recorded, stays: string[]) {
  const stay = (key: PropertyKey) => stays.push(`${name}.${String(key)}`)
  for (const key of ownKeys(target)) {
    if (isAlive && typeof key === 'symbol') continue
    if (!properties.has(key) && !deleteProperty(target, key)) stay(key)
  }
  for (const [key, was] of properties) {
    const now = getOwnPropertyDescriptor(target, key)
    // Deleted: it would come back as the last one.
    if (now ? !isSame(now, was) && !defineProperty(target, key, was) : !isAlive) stay(key)
    else if (!now && !defineProperty(target, key, was)) stay(key)
  }
  if (getPrototypeOf(target) !== prototype && !setPrototypeOf(target, prototype))
    stays.push(`the prototype of ${name}`)
  if (!isExtensible(target)) stays.push(`${name}, which takes no properties any more`)
}

const isSame = (now: PropertyDescriptor, was: PropertyDescriptor): boolean =>
  Object.is(now.value, was.value) &&
  now.get === was.get &&
  now.set === was.set &&
  now.writable === was.writable &&
  now.enumerable === was.enumerable &&
  now.configurable === was.configurable
