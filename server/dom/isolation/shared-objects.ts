/**
 * Compares objects that pages share with their earlier state, for the baseline. Pages may have
 * replaced built-ins: it calls only saved ones, and iterates by index.
 */

export interface SharedObject {
  readonly name: string
  readonly target: object
  /** Whether it is of a kept module, whose private properties may change. */
  readonly isKept?: boolean
  /** Whether happy-dom keeps the page's state behind its symbols. */
  readonly isChanging?: boolean
}

const keysOf = ({ target, isChanging }: SharedObject): PropertyKey[] =>
  isChanging ? getOwnPropertyNames(target) : ownKeys(target)

export const isObject = (value: unknown): value is object =>
  typeof value === 'function' || (typeof value === 'object' && value !== null)

/** By custom: React's dispatcher changes while it renders, Angular's classes cache factories. */
export const isPrivate = (key: PropertyKey): boolean =>
  typeof key === 'string' && (key.startsWith('__') || key.startsWith('ɵ'))

/**
 * `quick`: finds assigned values, and most properties that an assignment adds. `full`: also finds
 * changes of other properties, deletions, and changes of prototypes.
 */
export type Comparison = 'quick' | 'full'

export interface Recording {
  isSame(comparison: Comparison): boolean
  /** The names of changes. A new property without a value reads as before. */
  changes(): readonly string[]
}

interface RecordedObject extends SharedObject {
  readonly prototype: object | null
  readonly properties: readonly Property[]
  readonly count: number
}

interface Property {
  readonly target: object
  readonly key: PropertyKey
  readonly was: PropertyDescriptor
}

const { getOwnPropertyDescriptor, getPrototypeOf, ownKeys, isExtensible } = Reflect
const { is, assign, create, getOwnPropertyNames, keys } = Object

export function recordShared(objects: readonly SharedObject[]): Recording {
  const records = objects.map(recordOf)
  const all = records.flatMap(({ properties }) => properties)
  const others = all.filter(({ was }) => !was.writable)
  const holdsSame = compareValues(
    all
      .filter(({ was }) => was.writable)
      .map(({ target, key, was }): KnownValue => ({ target, key, value: was.value })),
  )
  const hasAdded = findsAdded(objects)
  return {
    isSame: (comparison) =>
      holdsSame() && !hasAdded() && (comparison === 'quick' || isFullySame(records, others)),
    changes: () => records.flatMap(changesOf),
  }
}

function recordOf(named: SharedObject): RecordedObject {
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

/** Each comparison checks one part of the objects for added properties. */
const PARTS = 4

/**
 * Finds properties that an assignment added, where that is cheap: `for in` visits a whole chain of
 * prototypes at once. If it has enumerable properties, keys are counted.
 */
function findsAdded(objects: readonly SharedObject[]): () => boolean {
  const targets = objects.map(({ target }) => target)
  const inherited = new Set(targets.map((target) => getPrototypeOf(target)))
  const bare = targets.filter((target) => !inherited.has(target) && !hasEnumerable(target))
  const count = ({ target }: SharedObject) => ({ target, count: keys(target).length })
  // Apps extend classes that extend others, and so inherit added members.
  const isExtended = ({ target, isKept }: SharedObject) =>
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

function isFullySame(records: readonly RecordedObject[], others: readonly Property[]): boolean {
  for (let at = 0; at < others.length; at++) {
    const { target, key, was } = others[at] as Property
    const now = getOwnPropertyDescriptor(target, key)
    if (!now || now.get !== was.get || now.set !== was.set || !is(now.value, was.value))
      return false
  }
  for (let at = 0; at < records.length; at++) {
    const record = records[at] as RecordedObject
    const { target, prototype } = record
    if (keysOf(record).length !== record.count) return false
    if (getPrototypeOf(target) !== prototype || !isExtensible(target)) return false
  }
  return true
}

function changesOf(record: RecordedObject): string[] {
  const { name, target, isKept, prototype, properties } = record
  const known = new Set(properties.map(({ key }) => key))
  const changed: PropertyKey[] = keysOf(record).filter(
    (key) =>
      !(known.has(key) || (isKept && isPrivate(key))) &&
      !holdsNothing(getOwnPropertyDescriptor(target, key)),
  )
  for (const { key, was } of properties) {
    const now = getOwnPropertyDescriptor(target, key)
    const same = now && is(now.value, was.value) && now.get === was.get && now.set === was.set
    if (!same) changed.push(key)
  }
  const names = changed.map((key) => nameOf(name, key))
  if (getPrototypeOf(target) !== prototype) names.push(`the prototype of ${name}`)
  if (!isExtensible(target)) names.push(`${name}, which takes no properties any more`)
  return names
}

const holdsNothing = (property: PropertyDescriptor | undefined): boolean =>
  property !== undefined && 'value' in property && (property.value ?? null) === null

const nameOf = (name: string, key: PropertyKey): string =>
  typeof key === 'symbol' ? `${name}[${key.toString()}]` : `${name}.${String(key)}`

interface KnownValue {
  readonly target: object
  readonly key: PropertyKey
  readonly value: unknown
}

/** Reads in one function that V8 still optimizes. */
const CHUNK = 40

/** Comparisons before compilation, which costs a hundred, starts. */
const UNCOMPILED = 8

const { stringify } = JSON
const Compile = Function

/**
 * Compares thousands of properties with their earlier values. The compiled function has one read
 * per property, which V8 optimizes to some ns. @param properties Must not change.
 */
export function compareValues(properties: readonly KnownValue[]): () => boolean {
  const compiled: (() => boolean)[] = []
  let uses = 0
  return () => {
    uses += 1
    try {
      if (uses > UNCOMPILED && compiled.length * CHUNK < properties.length) {
        compiled[compiled.length] = compile(properties, compiled.length * CHUNK)
      }
      for (let at = 0; at < compiled.length; at++) if (!compiled[at]?.()) return false
      for (let at = compiled.length * CHUNK; at < properties.length; at++) {
        if (!isSame(properties[at] as KnownValue)) return false
      }
      return true
    } catch {
      return false
    }
  }
}

const isSame = ({ target, key, value }: KnownValue): boolean =>
  is((target as Record<PropertyKey, unknown>)[key], value)

function compile(properties: readonly KnownValue[], from: number): () => boolean {
  let taken = ''
  let compared = 'true'
  for (let at = from; at < from + CHUNK && at < properties.length; at++) {
    const { key, value } = properties[at] as KnownValue
    taken += `const { target: o${at}, key: k${at}, value: v${at} } = properties[${at}]\n`
    const read = `o${at}[${typeof key === 'string' ? stringify(key) : `k${at}`}]`
    compared += is(value, Number.NaN) ? ` && ${read} !== ${read}` : ` && ${read} === v${at}`
  }
  return new Compile('properties', `${taken}return () => ${compared}`)(properties)
}
