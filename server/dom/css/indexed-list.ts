/**
 * Makes live lists with indexed properties, as Web IDL defines them: rules, sheets, media,
 * rectangles and files.
 * https://webidl.spec.whatwg.org/#idl-indexed-properties
 */
import { defineHidden, S } from '../internals.ts'

/** An array, or an object that makes its items on access. */
export interface ItemSource<T> {
  readonly length: number
  at(index: number): T | undefined
}

const indexOf = (key: PropertyKey): number | undefined =>
  typeof key === 'string' && /^(?:0|[1-9]\d*)$/.test(key) ? Number(key) : undefined

/** @returns A proxy: private fields of its class are not reachable through it, symbols are. */
export function withIndexes<T, O extends object>(object: O, items: ItemSource<T>): O {
  const itemAt = (key: PropertyKey) => {
    const index = indexOf(key)
    return index === undefined ? undefined : items.at(index)
  }
  return new Proxy(object, {
    get: (target, key, receiver) =>
      indexOf(key) === undefined ? Reflect.get(target, key, receiver) : itemAt(key),
    has: (target, key) => itemAt(key) !== undefined || key in target,
    set: (target, key, value, receiver) =>
      indexOf(key) !== undefined || Reflect.set(target, key, value, receiver),
    ownKeys: (target) => [
      ...Array.from({ length: items.length }, (_, index) => String(index)),
      ...Object.getOwnPropertyNames(target),
    ],
    getOwnPropertyDescriptor(target, key) {
      const value = itemAt(key)
      return value === undefined
        ? Reflect.getOwnPropertyDescriptor(target, key)
        : { value, configurable: true, enumerable: true, writable: false }
    },
  })
}

/** Gives a class the iterator and enumerable members of a browser's list. */
export function makeIterable(Class: { prototype: object }): void {
  for (const key of ['length', 'item'])
    Object.defineProperty(Class.prototype, key, { enumerable: true })
  defineHidden(Class.prototype, { [Symbol.iterator]: Array.prototype.values })
}

export interface IndexedList<T> {
  readonly [index: number]: T
  readonly length: number
  item(index: number): T | null
}

export type ListClass = new <T>(key: unknown, items: ItemSource<T>) => IndexedList<T>

const ITEMS = Symbol('items')

/** A class that pages cannot construct. */
export function listClass(name: string): ListClass {
  const { [name]: Class } = {
    [name]: class<T> implements IndexedList<T> {
      readonly [index: number]: T
      readonly [ITEMS]: ItemSource<T>
      constructor(key: unknown, items: ItemSource<T>) {
        if (key !== S.illegalConstructor) throw new TypeError('Illegal constructor')
        this[ITEMS] = items
        // biome-ignore lint/correctness/noConstructorReturn: the proxy is the instance
        return withIndexes(this, items)
      }
      get length(): number {
        return this[ITEMS].length
      }
      item(index: unknown): T | null {
        return this[ITEMS].at(Number(index) >>> 0) ?? null
      }
    },
  }
  makeIterable(Class as ListClass)
  return Class as ListClass
}
