/**
 * Looks whether objects that pages share are as they were: classes and prototypes of the language
 * and the DOM, objects of the window, exports of kept modules. It never changes them.
 * It calls only built-ins saved before pages, and iterates by index.
 */
import { compareValues, type KnownValue } from './compare-values.ts'

export interface Named {
  readonly name: string
  readonly target: object
  /** Whether it belongs to a kept module, whose private properties are its own. */
  readonly isKept?: boolean
  /** Whether happy-dom keeps the page's state behind its symbols. */
  readonly isChanging?: boolean
}

const keysOf = ({ target, isChanging }: Named): PropertyKey[] =>
  isChanging ? getOwnPropertyNames(target) : ownKeys(target)

/** Functions are objects, too. */
export const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** By custom: React's dispatcher changes while it renders, Angular's classes cache factories. */
export const isPrivate = (key: PropertyKey): boolean =>
  typeof key === 'string' && (key.startsWith('__') || key.startsWith('ɵ'))

/**
 * `quickly`: what an assignment changes, and most of what it adds. `wholly`: also all other
 * properties, new and gone ones, and prototypes.
 */
export type Look = 'quickly' | 'wholly'

export interface SharedObjects {
  isSame(look: Look): boolean
  /** The names of what changed. A new property that holds nothing reads as before: it is none. */
  changes(): readonly string[]
}

interface Recorded extends Named {
  readonly prototype: object | null
  readonly properties: readonly Property[]
  /** Of all its keys. */
  readonly count: number
}

interface Property {
  readonly target: object
  readonly key: PropertyKey
  readonly was: PropertyDescriptor
}

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys, isExtensible } = Reflect
const { is, assign, create, getOwnPropertyNames, keys } = Object

/** Takes the current state of objects. */
export function recordShared(objects: readonly Named[]): SharedObjects {
  const records = objects.map(recordOf)
  const all = records.flatMap(({ properties }) => properties)
  const others = all.filter(({ was }) => !was.writable)
  const holdsSame = compareValues(
    all
      .filter(({ was }) => was.writable)
      .map(({ target, key, was }): KnownValue => ({ target, key, value: was.value })),
  )
  const hasAdded = lookForAdded(objects)
  return {
    isSame: (look) =>
      holdsSame() && !hasAdded() && (look === 'quickly' || isWhollySame(records, others)),
    changes: () => records.flatMap(changesOf),
  }
}

function recordOf(named: Named): Recorded {
  const { target, isKept } = named
  const all = keysOf(named)
  const known = all.filter((key) => !(isKept && isPrivate(key)))
  const properties = known.map((key): Property => {
    // Has no prototype: a page may give `Object.prototype` a `get`.
    const was = assign(create(null), getOwnPropertyDescriptor(target, key))
    return { target, key, was }
  })
  return { ...named, prototype: getPrototypeOf(target), properties, count: all.length }
}

/** A quarter of the objects a look, so that one costs little. */
const PARTS = 4

/**
 * Finds properties that an assignment added, where that is cheap: `for in` visits a whole chain of
 * prototypes at once if nothing in it is enumerable. Of the others it counts those that others
 * inherit from.
 */
function lookForAdded(objects: readonly Named[]): () => boolean {
  const targets = objects.map(({ target }) => target)
  const inherited = new Set(targets.map((target) => getPrototypeOf(target)))
  const bare = targets.filter((target) => !inherited.has(target) && !hasEnumerable(target))
  const count = ({ target }: Named) => ({ target, count: keys(target).length })
  // Apps extend classes that extend others, and so inherit added members.
  const isExtended = ({ target, isKept }: Named) =>
    isKept && typeof target === 'function' && getPrototypeOf(target) !== Function.prototype
  const each = objects.filter((one) => one.isChanging !== undefined || isExtended(one)).map(count)
  const counted = objects
    .filter(
      ({ target, isKept, isChanging }) =>
        !isKept && isChanging === undefined && inherited.has(target),
    )
    .map(count)
  let part = 0
  return () => {
    part = (part + 1) % PARTS
    for (let at = part; at < bare.length; at += PARTS)
      if (hasEnumerable(bare[at] as object)) return true
    return hasGrown(each, 0, 1) || hasGrown(counted, part, PARTS)
  }
}

interface Counted {
  readonly target: object
  readonly count: number
}

function hasGrown(all: readonly Counted[], from: number, step: number): boolean {
  for (let at = from; at < all.length; at += step) {
    const { target, count } = all[at] as Counted
    if (keys(target).length !== count) return true
  }
  return false
}

function hasEnumerable(target: object): boolean {
  for (const _ in target) return true
  return false
}

function isWhollySame(records: readonly Recorded[], others: readonly Property[]): boolean {
  for (let at = 0; at < others.length; at++) {
    const { target, key, was } = others[at] as Property
    const now = getOwnPropertyDescriptor(target, key)
    if (!now || now.get !== was.get || now.set !== was.set || !is(now.value, was.value))
      return false
  }
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as Recorded
    const { target, prototype } = record
    if (keysOf(record).length !== record.count) return false
    if (getPrototypeOf(target) !== prototype || !isExtensible(target)) return false
  }
  return true
}

function changesOf(record: Recorded): string[] {
  const { name, target, isKept, prototype, properties } = record
  const known = new Set(properties.map(({ key }) => key))
  const found: PropertyKey[] = keysOf(record).filter(
    (key) =>
      !(known.has(key) || (isKept && isPrivate(key))) &&
      !holdsNothing(getOwnPropertyDescriptor(target, key)),
  )
  for (const { key, was } of properties) {
    const now = getOwnPropertyDescriptor(target, key)
    const same = now && is(now.value, was.value) && now.get === was.get && now.set === was.set
    if (!same) found.push(key)
  }
  const names = found.map((key) => nameOf(name, key))
  if (getPrototypeOf(target) !== prototype) names.push(`the prototype of ${name}`)
  if (!isExtensible(target)) names.push(`${name}, which takes no properties any more`)
  return names
}

const holdsNothing = (property: PropertyDescriptor | undefined): boolean =>
  property !== undefined && 'value' in property && (property.value ?? null) === null

const nameOf = (name: string, key: PropertyKey): string =>
  typeof key === 'symbol' ? `${name}[${key.toString()}]` : `${name}.${String(key)}`
