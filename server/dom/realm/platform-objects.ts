/**
 * Restores objects that all pages share and some pages patch, such as classes of the DOM and of
 * Node. A change that remains retires the process. Methods take no properties.
 */
import { isInside } from '../internals.ts'
import { accessorsOf, read, windowObjects } from '../isolation/find-shared.ts'
import { SharedComparison } from '../isolation/shared-comparison.ts'
import { isObject, putBack, type RecordedObject, recordOf } from '../isolation/shared-objects.ts'
import { isOfLanguage } from './intrinsics.ts'

const { getOwnPropertyDescriptor, ownKeys } = Reflect

export class PlatformObjects {
  readonly #comparison = new SharedComparison()
  readonly #settings: readonly Restore[]

  /** @param worker Its global object, before the first page. */
  constructor(worker: Window & typeof globalThis) {
    this.#comparison.add(recordsFrom(worker))
    this.#settings = settingsOf(worker)
  }

  /** @returns The names of changes that remain. */
  restore(): readonly string[] {
    const { records } = this.#comparison.find()
    const remaining = records.flatMap(putBack)
    this.#comparison.recount()
    return remaining
  }

  /** Restores attributes. Call it once the page is empty. */
  restoreSettings(): readonly string[] {
    const remaining: string[] = []
    for (const restoreSetting of this.#settings) restoreSetting(remaining)
    return remaining
  }
}

function recordsFrom(worker: Window & typeof globalThis): RecordedObject[] {
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
  const records: RecordedObject[] = []
  // The iteration reaches objects that are added on the way.
  for (const [target, name] of names) {
    const record = recordOf({ name, target, mayChange: lasting.has(target) ? isInside : undefined })
    const { prototype, keys, properties, mayChange } = record
    records.push(record)
    add(`the prototype of ${name}`, 'constructor', isOfWorker(prototype) ? null : prototype)
    for (const key of keys) {
      // Other symbols are happy-dom's.
      if (mayChange || (typeof key === 'symbol' && !WELL_KNOWN.has(key))) continue
      const { value, get, set } = properties[key] as PropertyDescriptor
      for (const one of [value, get, set]) add(`${name}.${String(key)}`, key, one)
    }
  }
  return records
}

const OF_NODE = new Set(['process', 'global', 'Buffer', 'console', 'happyDOM'])

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

/** @param remaining Receives the names of changes that cannot be undone. */
type Restore = (remaining: string[]) => void

/** Attributes with a plain value that pages may set, such as `document.designMode`. */
function settingsOf({ document, history, screen }: Window): Restore[] {
  return Object.entries({ document, history, screen }).flatMap(([name, object]) =>
    [...accessorsOf(object)].flatMap(([key, { get, set }]): Restore[] => {
      if (!get || !set || /^on[a-z]+$/.test(key)) return []
      const was = read(object, get)
      if (Object(was) === was) return []
      return [
        (remaining) => {
          if (Object.is(read(object, get), was)) return
          set.call(object, was)
          if (!Object.is(read(object, get), was)) remaining.push(`${name}.${key}`)
        },
      ]
    }),
  )
}
