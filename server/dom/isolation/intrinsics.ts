/**
 * Restores built-ins of the language, Node and the DOM after each page.
 * It compares first: defining or deleting properties makes V8 objects slow. It misses changes
 * without effect on readers (a value behind a getter, read-only properties) and properties of
 * functions, such as `Math.max.mark`. It calls only built-ins saved before pages, and iterates by
 * index.
 */
import { compareValues, type KnownValue } from './compare-values.ts'
import { beforeFetchClasses } from './fetch-classes.ts'
import { classesOf, type Intrinsic, type IntrinsicObjects } from './intrinsic-objects.ts'

export interface Restored {
  readonly stays: readonly string[]
  readonly changed: readonly string[]
}

export interface Intrinsics {
  isLanguageSame(): boolean
  restoreAll(): Restored
  /** Undoes changes of loaders between pages. Skips non-enumerable properties, most of the work. */
  restoreBetween(): Restored
  adopt(): void
}

/** @param objects The shared objects. */
export function intrinsicsOf({ language, others }: IntrinsicObjects): Intrinsics {
  const known = [keep(language), keep(others)]
  beforeFetchClasses((made) => {
    known[known.length] = keep(classesOf(made))
  })
  const restore = (count: number, look: 'quickly' | 'wholly'): Restored => {
    const found: NamedObjects = { stays: [], changed: [] }
    for (let at = 0; at < count; at++) {
      const one = known[at] as Baseline
      if (!one.isUntouched(look)) one.restore(found)
    }
    return found
  }
  return {
    isLanguageSame: () => known[0]?.isUntouched('quickly') ?? true,
    restoreAll: () => restore(known.length, 'wholly'),
    restoreBetween: () => restore(known.length, 'quickly'),
    adopt() {
      for (const one of known) one.adopt()
    },
  }
}

export interface NamedObjects extends Restored {
  readonly stays: string[]
  readonly changed: string[]
}

export interface Baseline {
  isUntouched(look: 'quickly' | 'wholly'): boolean
  restore(found: NamedObjects): void
  adopt(): void
  /**
   * Watches objects that a page may have changed.
   *
   * @returns A function that adds later changes to the baseline, without those of the page. It
   * returns the names of properties that both changed.
   */
  watch(): () => string[]
}

export function keep(objects: readonly Intrinsic[]): Baseline {
  let known = recordAll(objects)
  const isUntouched: Baseline['isUntouched'] = (look) => {
    const { holdsSame, accessors, records } = known
    if (!holdsSame()) return false
    for (let at = 0; at < accessors.length; at++) {
      if (!hasSameAccessor(accessors[at] as Property)) return false
    }
    const count = look === 'quickly' ? countEnumerable : countAll
    for (let at = 0; at < records.length; at++) {
      const { target, prototype, [look]: size } = records[at] as Recorded
      if (count(target) !== size) return false
      if (getPrototypeOf(target) !== prototype || !isExtensible(target)) return false
    }
    return true
  }
  return {
    isUntouched,
    restore(found) {
      for (let at = 0; at < known.records.length; at++) {
        restoreOne(known.records[at] as Recorded, found)
      }
    },
    adopt() {
      if (!isUntouched('wholly')) known = recordAll(objects)
    },
    watch() {
      const before = recordAll(objects).records
      return () => {
        const merged = known.records.map((record, at) => mergeOne(record, before[at] as Recorded))
        known = compose(merged.map(({ record }) => record))
        return merged.flatMap(({ unclear }) => unclear)
      }
    },
  }
}

function mergeOne(was: Recorded, before: Recorded): { record: Recorded; unclear: string[] } {
  const now = recordOf(was)
  const merged = new Map(was.properties.map((property) => [property.key, property]))
  const [own, earlier, later] = [descriptorsOf(was), descriptorsOf(before), descriptorsOf(now)]
  const unclear: string[] = []
  for (const key of new Set([...earlier.keys(), ...later.keys()])) {
    const value = later.get(key)
    if (areSame(value, earlier.get(key))) continue
    if (!areSame(earlier.get(key), own.get(key))) unclear.push(nameOf(was.name, key))
    else if (value) merged.set(key, { target: was.target, key, was: value })
    else merged.delete(key)
  }
  const prototype = before.prototype === was.prototype ? now.prototype : was.prototype
  return { record: { ...was, ...countsOf([...merged.values()]), prototype }, unclear }
}

const descriptorsOf = ({ properties }: Recorded) =>
  new Map(properties.map(({ key, was }) => [key, was]))

interface Recorded extends Intrinsic {
  readonly prototype: object | null
  readonly properties: readonly Property[]
  /** Number of enumerable string keys, and of all keys. */
  readonly quickly: number
  readonly wholly: number
}

interface Property {
  readonly target: object
  readonly key: PropertyKey
  readonly was: PropertyDescriptor
}

const { getOwnPropertyDescriptor, getPrototypeOf, setPrototypeOf, ownKeys, isExtensible } = Reflect
const { defineProperty, deleteProperty } = Reflect
const { is, keys } = Object
const nameOfSymbol = Function.prototype.call.bind(Symbol.prototype.toString) as (
  key: symbol,
) => string

const countEnumerable = (target: object): number => keys(target).length
const countAll = (target: object): number => ownKeys(target).length

const recordAll = (objects: readonly Intrinsic[]) => compose(objects.map(recordOf))

function compose(records: readonly Recorded[]) {
  const all = records.flatMap(({ properties }) => properties)
  const values = all.filter(({ was }) => 'value' in was)
  return {
    records,
    values,
    accessors: all.filter(({ was }) => !('value' in was)),
    holdsSame: compareValues(
      values.map(({ target, key, was }): KnownValue => ({ target, key, value: was.value })),
    ),
  }
}

function recordOf({ name, target }: Intrinsic): Recorded {
  const properties = ownKeys(target).map((key): Property => {
    // Has no prototype: a page may give `Object.prototype` a `get`.
    return {
      target,
      key,
      was: Object.assign(Object.create(null), getOwnPropertyDescriptor(target, key)),
    }
  })
  return { name, target, prototype: getPrototypeOf(target), ...countsOf(properties) }
}

function countsOf(properties: readonly Property[]) {
  const isEnumerable = ({ key, was }: Property) => typeof key === 'string' && was.enumerable
  const quickly = properties.filter(isEnumerable).length
  return { properties, quickly, wholly: properties.length }
}

function hasSameAccessor({ target, key, was }: Property): boolean {
  const now = getOwnPropertyDescriptor(target, key)
  return now !== undefined && now.get === was.get && now.set === was.set
}

const isSame = ({ target, key, was }: Property): boolean =>
  areSame(getOwnPropertyDescriptor(target, key), was)

function areSame(now: PropertyDescriptor | undefined, was: PropertyDescriptor | undefined) {
  if (!now || !was) return now === was
  return (
    is(now.value, was.value) &&
    now.get === was.get &&
    now.set === was.set &&
    now.writable === was.writable &&
    now.enumerable === was.enumerable &&
    now.configurable === was.configurable
  )
}

function restoreOne({ name, target, properties, prototype }: Recorded, found: NamedObjects): void {
  const now = ownKeys(target)
  for (let at = 0; at < now.length; at++) {
    const key = now[at] as PropertyKey
    if (!isAmong(properties, key)) note(found, nameOf(name, key), deleteProperty(target, key))
  }
  for (let at = 0; at < properties.length; at++) {
    const property = properties[at] as Property
    const { key, was } = property
    if (!isSame(property)) note(found, nameOf(name, key), defineProperty(target, key, was))
  }
  if (getPrototypeOf(target) !== prototype) {
    note(found, `the prototype of ${name}`, setPrototypeOf(target, prototype))
  }
  if (!isExtensible(target)) note(found, `${name}, which takes no properties any more`, false)
}

function note({ changed, stays }: NamedObjects, what: string, isBack: boolean): void {
  changed[changed.length] = what
  if (!isBack) stays[stays.length] = what
}

function isAmong(properties: readonly Property[], key: PropertyKey): boolean {
  for (let at = 0; at < properties.length; at++) if (properties[at]?.key === key) return true
  return false
}

const nameOf = (name: string, key: PropertyKey): string =>
  typeof key === 'symbol' ? `${name}[${nameOfSymbol(key)}]` : `${name}.${key}`
