/**
 * Records objects that pages share, and puts back the properties that a page has changed. Pages may
 * have replaced built-ins: it calls only saved ones, and iterates by index.
 */

export interface SharedObject {
  readonly name: string
  readonly target: object
  /** Whether it is of a kept module. */
  readonly isKept?: boolean
  /** Called when a change of it stays: it is then no longer shared. Default: the process ends. */
  readonly onStuck?: () => void
  /** Whether a property belongs to no page, such as a symbol that happy-dom keeps state by. */
  readonly mayChange?: ((key: PropertyKey) => boolean) | undefined
}

/** An object as it was. */
export interface RecordedObject extends SharedObject {
  readonly prototype: object | null
  readonly keys: readonly PropertyKey[]
  /** Has no prototype, as its descriptors: a page may give `Object.prototype` a `get`. */
  readonly properties: Readonly<Record<PropertyKey, PropertyDescriptor>>
  /** The object of a kept module with the properties that are not compared. */
  readonly whole?: RecordedObject
}

const { defineProperty, deleteProperty, getOwnPropertyDescriptor } = Reflect
const { getPrototypeOf, setPrototypeOf, isExtensible, ownKeys } = Reflect
const { is, assign, create, hasOwn } = Object
const toText = String
const startsWith = Function.prototype.call.bind(String.prototype.startsWith) as (
  text: string,
  start: string,
) => boolean

export const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** Libraries change these by custom: React its dispatcher, Angular the factories of classes. */
export const isPrivate = (key: PropertyKey): boolean =>
  typeof key === 'string' && (startsWith(key, '__') || startsWith(key, 'ɵ'))

export function keysOf({ target, mayChange }: SharedObject): PropertyKey[] {
  const allKeys = ownKeys(target)
  if (!mayChange) return allKeys
  const keys: PropertyKey[] = []
  for (let index = 0; index < allKeys.length; index++) {
    const key = allKeys[index] as PropertyKey
    if (!mayChange(key)) keys[keys.length] = key
  }
  return keys
}

export function recordOf(shared: SharedObject): RecordedObject {
  const { target } = shared
  const keys = keysOf(shared)
  const properties: Record<PropertyKey, PropertyDescriptor> = create(null)
  for (const key of keys)
    properties[key] = assign(create(null), getOwnPropertyDescriptor(target, key))
  const whole = shared.isKept && recordOf({ name: shared.name, target })
  return { ...shared, prototype: getPrototypeOf(target), keys, properties, ...(whole && { whole }) }
}

const NONE: readonly string[] = []

/** @returns The names of changes. */
export function changesOf(record: RecordedObject): readonly string[] {
  const { name, target, prototype, keys, properties } = record
  const names: string[] = []
  const add = (change: string) => {
    names[names.length] = change
  }
  const now = keysOf(record)
  for (let index = 0; index < now.length; index++) {
    const key = now[index] as PropertyKey
    if (!(key in properties)) add(nameOf(name, key))
  }
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey
    const property = getOwnPropertyDescriptor(target, key)
    if (!property || !isSame(property, properties[key] as PropertyDescriptor))
      add(nameOf(name, key))
  }
  if (getPrototypeOf(target) !== prototype) add(`the prototype of ${name}`)
  if (!isExtensible(target)) add(`${name}, which takes no properties any more`)
  return names.length === 0 ? NONE : names
}

export const isSame = (now: PropertyDescriptor, was: PropertyDescriptor): boolean =>
  is(now.value, was.value) &&
  now.get === was.get &&
  now.set === was.set &&
  now.writable === was.writable &&
  now.enumerable === was.enumerable &&
  now.configurable === was.configurable

const nameOf = (name: string, key: PropertyKey): string =>
  typeof key === 'symbol' ? `${name}[${toText(key)}]` : `${name}.${toText(key)}`

/**
 * Puts an object back as it was. A kept module changes private properties for all pages, but what
 * a page hooks into an object, it hooks into those as well.
 *
 * @returns The names of changes that stay.
 */
export function putBack(record: RecordedObject): readonly string[] {
  const { target, prototype, keys, properties, whole } = record
  if (whole) return changesOf(record).length === 0 ? NONE : putBack(whole)
  const now = keysOf(record)
  for (let index = 0; index < now.length; index++) {
    const key = now[index] as PropertyKey
    if (!(key in properties)) deleteProperty(target, key)
  }
  // A deleted property would come back as the last one, so those after it come back as well.
  for (let index = firstLost(record); index < keys.length; index++)
    deleteProperty(target, keys[index] as PropertyKey)
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as PropertyKey
    const was = properties[key] as PropertyDescriptor
    const property = getOwnPropertyDescriptor(target, key)
    if (!property || !isSame(property, was)) defineProperty(target, key, was)
  }
  if (getPrototypeOf(target) !== prototype) setPrototypeOf(target, prototype)
  return changesOf(record)
}

/**
 * Puts an object back for a while. @returns Gives the page its changes again. What has changed
 * meanwhile stays: a module that a page loads late hooks into the same objects as the page.
 */
export function setAside(record: RecordedObject): () => void {
  const before = record.whole ?? record
  const { name, target, mayChange } = before
  const ofPage = recordOf({ name, target, mayChange })
  putBack(record)
  return () => changeAgain(before, ofPage)
}

function changeAgain(before: RecordedObject, ofPage: RecordedObject): void {
  const { target, prototype } = before
  const isUntouched = (key: PropertyKey): boolean =>
    isSameOrMissing(getOwnPropertyDescriptor(target, key), before.properties[key])
  for (let index = 0; index < ofPage.keys.length; index++) {
    const key = ofPage.keys[index] as PropertyKey
    const changed = ofPage.properties[key] as PropertyDescriptor
    if (!isSameOrMissing(changed, before.properties[key]) && isUntouched(key))
      defineProperty(target, key, changed)
  }
  for (let index = 0; index < before.keys.length; index++) {
    const key = before.keys[index] as PropertyKey
    if (!(key in ofPage.properties) && isUntouched(key)) deleteProperty(target, key)
  }
  if (getPrototypeOf(target) === prototype) setPrototypeOf(target, ofPage.prototype)
}

const isSameOrMissing = (
  now: PropertyDescriptor | undefined,
  was: PropertyDescriptor | undefined,
): boolean => (now && was ? isSame(now, was) : now === was)

function firstLost({ target, keys }: RecordedObject): number {
  let index = 0
  while (index < keys.length && hasOwn(target, keys[index] as PropertyKey)) index++
  return index
}
