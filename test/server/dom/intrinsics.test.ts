/** Whatever a page does to a built-in is undone, and a page that did nothing is told from one that did. */
import { expect } from '@playwright/test'
import { intrinsicObjects } from '../../../server/dom/isolation/intrinsic-objects.ts'
import { intrinsicsOf } from '../../../server/dom/isolation/intrinsics.ts'
import { suite } from '../../run/suite.ts'

const test = suite('intrinsics')
const intrinsics = intrinsicsOf(intrinsicObjects(globalThis))

type Change = readonly [of: object, key: PropertyKey]
const replaced = (value: unknown) => ({ value, configurable: true, writable: true })
const other = () => 'of a page'

/** Replaced by assignment, as pages do. */
const ASSIGNED: readonly Change[] = [
  [JSON, 'stringify'],
  [Math, 'max'],
  [Math, Symbol.toStringTag],
  [Date, 'now'],
  [Date.prototype, 'getTimezoneOffset'],
  [Promise.prototype, 'then'],
  [Promise, 'all'],
  [Array, 'from'],
  [Array.prototype, 'map'],
  [Array.prototype, Symbol.iterator],
  [Object, 'keys'],
  [Object.prototype, 'toString'],
  [Function.prototype, 'call'],
  [String.prototype, 'trim'],
  [Number.prototype, 'toFixed'],
  [RegExp.prototype, 'exec'],
  [Map.prototype, 'get'],
  [WeakMap.prototype, 'set'],
  [Reflect, 'get'],
  [Intl.NumberFormat.prototype, 'formatToParts'],
  [Error, 'stackTraceLimit'],
  [Object.getPrototypeOf([][Symbol.iterator]()), 'next'],
  [Object.getPrototypeOf(Uint8Array.prototype), 'fill'],
  [Object.getPrototypeOf(function* () {}.prototype), 'next'],
  [Object.getPrototypeOf(async () => {}), Symbol.toStringTag],
  [URL, 'canParse'],
  [URLSearchParams.prototype, 'get'],
  [EventTarget.prototype, 'addEventListener'],
  [AbortSignal, 'timeout'],
  [TextEncoder.prototype, 'encode'],
  [ReadableStream.prototype, 'getReader'],
  [Blob.prototype, 'text'],
]

/** Accessors, which an assignment does not replace. */
const ACCESSORS: readonly Change[] = [
  [Map.prototype, 'size'],
  [Object.prototype, '__proto__'],
  [Array, Symbol.species],
  [Intl.NumberFormat.prototype, 'format'],
  [URL.prototype, 'href'],
  [Event.prototype, 'target'],
]

/** New where nothing was. */
const ADDED: readonly Change[] = [
  [Object.prototype, 'x'],
  [Array.prototype, 'x'],
  [Math, 'x'],
  [Promise, Symbol.for('x')],
  [Intl.DateTimeFormat, 'x'],
  [URL.prototype, Symbol.for('x')],
  [AsyncFunctionPrototype(), 'x'],
]

function AsyncFunctionPrototype(): object {
  return Object.getPrototypeOf(async () => {})
}

const BY: Readonly<Record<string, (change: Change) => boolean>> = {
  'replaced by another value': ([of, key]) => Reflect.defineProperty(of, key, replaced(other)),
  'replaced by an accessor': ([of, key]) =>
    Reflect.defineProperty(of, key, { get: other, configurable: true }),
  'replaced by one that throws': ([of, key]) =>
    Reflect.defineProperty(of, key, {
      configurable: true,
      get() {
        throw new Error('of a page')
      },
    }),
  deleted: ([of, key]) => Reflect.deleteProperty(of, key),
}

/** Nothing of a test runs while built-ins are changed. */
function undone([of, key]: Change, change: () => void): void {
  // What other suites have left, such as how stacks are written, is as it is to be.
  intrinsics.adopt()
  const before = Reflect.getOwnPropertyDescriptor(of, key)
  change()
  const first = intrinsics.restoreAll()
  const again = intrinsics.restoreAll()
  expect(first).toEqual({ stays: [], changed: [expect.stringContaining(String(key))] })
  expect(again).toEqual({ stays: [], changed: [] })
  expect(Reflect.getOwnPropertyDescriptor(of, key)).toEqual(before)
}

const called = (of: object, key: PropertyKey) => {
  const name = Object.getOwnPropertyDescriptor(of, Symbol.toStringTag)?.value
  return `${typeof of === 'function' ? of.name : (name ?? of.constructor?.name)} ${String(key)}`
}

for (const change of [...ASSIGNED, ...ACCESSORS]) {
  for (const [how, make] of Object.entries(BY)) {
    test(`${called(...change)} is as it was after it was ${how}`, () =>
      undone(change, () => make(change)))
  }
}

for (const change of ADDED) {
  test(`${called(...change)} is gone after it was added`, () =>
    undone(change, () => Object.assign(change[0], { [change[1]]: other })))
  test(`${called(...change)} is gone after it was hidden from enumeration`, () =>
    undone(change, () => Reflect.defineProperty(change[0], change[1], replaced(other))))
}

test('a prototype that was replaced is as it was', () => {
  const before = Object.getPrototypeOf(Event)
  Object.setPrototypeOf(Event, class {})
  Object.setPrototypeOf(Uint8Array.prototype, Array.prototype)
  expect(intrinsics.restoreAll()).toEqual({
    stays: [],
    changed: ['the prototype of Uint8Array.prototype', 'the prototype of Event'],
  })
  expect(Object.getPrototypeOf(Event)).toBe(before)
  expect(new Uint8Array(1).fill(7)[0]).toBe(7)
})

test('properties that every object inherits are in the way of nothing', () => {
  const before = Object.getOwnPropertyDescriptors(Function.prototype)
  Object.assign(Object.prototype, { get: other, writable: false, value: 1 })
  Function.prototype.bind = other
  Reflect.deleteProperty(Object, 'keys')
  expect(intrinsics.restoreAll().stays).toEqual([])
  expect(intrinsics.restoreAll().changed).toEqual([])
  expect(Object.getOwnPropertyDescriptors(Function.prototype)).toEqual(before)
})

test('whether the language is the same is seen without a change to anything', () => {
  const { max } = Math
  const other = () => 1
  Math.max = other
  const isSame = intrinsics.isLanguageSame()
  const isStill = Math.max === other
  Math.max = max
  expect([isSame, isStill, intrinsics.isLanguageSame()]).toEqual([false, true, true])
})

test('what cannot be taken back is named', () => {
  class Page {}
  const mine = intrinsicsOf(intrinsicObjects({ Page }))
  Object.defineProperty(Page, 'fixed', { value: 1 })
  Object.preventExtensions(Page.prototype)
  expect(mine.restoreAll()).toEqual({
    stays: ['Page.fixed', 'Page.prototype, which takes no properties any more'],
    changed: ['Page.fixed', 'Page.prototype, which takes no properties any more'],
  })
})

test('what is adopted stays', () => {
  class Page {}
  const mine = intrinsicsOf(intrinsicObjects({ Page }))
  Object.assign(Page, { kept: 1 })
  mine.adopt()
  Object.assign(Page, { gone: 1 })
  expect(mine.restoreAll().changed).toEqual(['Page.gone'])
  expect(Object.keys(Page)).toEqual(['kept'])
})

test('what runs between two pages is looked at for all that is enumerable or replaced', () => {
  class Page {
    shown() {}
  }
  const mine = intrinsicsOf(intrinsicObjects({ Page }))
  for (const change of [
    () => Object.assign(Page.prototype, { added: 1 }),
    () => Object.assign(Page.prototype, { shown: other }),
    () => Reflect.deleteProperty(Page.prototype, 'shown'),
    () => Object.setPrototypeOf(Page.prototype, Array.prototype),
  ]) {
    change()
    expect(mine.restoreBetween().changed).toHaveLength(1)
    expect(mine.restoreAll().changed).toEqual([])
  }
})

test('comparisons that have been compiled find what the first ones found', () => {
  const Page = Object.assign(class {}, { nan: Number.NaN })
  const mine = intrinsicsOf(intrinsicObjects({ Page }))
  for (let page = 0; page < 50; page++) {
    expect(mine.restoreAll().changed).toEqual([])
    Page.nan = page
    expect(mine.restoreAll().changed).toEqual(['Page.nan'])
    expect(Page.nan).toBeNaN()
  }
})
