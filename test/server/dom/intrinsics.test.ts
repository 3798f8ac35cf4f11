/** Whatever a page does to a built-in is undone, and a page that did nothing is told from one that did. */
import { expect } from '@playwright/test'
import { intrinsicObjects } from '../../../server/dom/isolation/intrinsic-objects.ts'
import { intrinsicsOf } from '../../../server/dom/isolation/intrinsics.ts'
import { suite } from '../../run/suite.ts'

const test = suite('intrinsics')
const intrinsics = intrinsicsOf(intrinsicObjects(globalThis))

// Taken before anything is changed.
const { defineProperty, deleteProperty, getOwnPropertyDescriptor, setPrototypeOf } = Reflect
const replaced = (value: unknown) => ({ value, configurable: true, writable: true })
const other = () => 'of a page'
const throwing = () => {
  throw new Error('of a page')
}

/** Prototypes that have no name. */
const NAMELESS: Readonly<Record<string, object>> = {
  arrayIterator: Object.getPrototypeOf([][Symbol.iterator]()),
  typedArray: Object.getPrototypeOf(Uint8Array.prototype),
  generator: Object.getPrototypeOf(function* () {}.prototype),
  asyncFunction: Object.getPrototypeOf(async () => {}),
}

/** The object and the key that a name such as `Map.prototype.get` or `Array.@species` stands for. */
function placeOf(name: string): [of: object, key: PropertyKey] {
  const [first = '', ...keys] = name.split('.')
  const last = keys.pop() ?? ''
  const of = keys.reduce(
    (at, key) => Reflect.get(at, key),
    NAMELESS[first] ?? Reflect.get(globalThis, first),
  )
  return [of, last.startsWith('@') ? (Reflect.get(Symbol, last.slice(1)) ?? Symbol.for('x')) : last]
}

/** What pages replace by assignment, and accessors, which an assignment does not replace. */
const THERE = `
  JSON.stringify Math.max Math.@toStringTag Date.now Date.prototype.getTimezoneOffset
  Promise.prototype.then Promise.all Array.from Array.prototype.map Array.prototype.@iterator
  Object.keys Object.prototype.toString Function.prototype.call String.prototype.trim
  Number.prototype.toFixed RegExp.prototype.exec Map.prototype.get WeakMap.prototype.set Reflect.get
  Intl.NumberFormat.prototype.formatToParts Error.stackTraceLimit arrayIterator.next typedArray.fill
  generator.next asyncFunction.@toStringTag URL.canParse URLSearchParams.prototype.get
  EventTarget.prototype.addEventListener AbortSignal.timeout TextEncoder.prototype.encode
  ReadableStream.prototype.getReader Blob.prototype.text
  Map.prototype.size Object.prototype.__proto__ Array.@species Intl.NumberFormat.prototype.format
  URL.prototype.href Event.prototype.target`
const ADDED = `
  Object.prototype.x Array.prototype.x Math.x Promise.@x Intl.DateTimeFormat.x URL.prototype.@x
  asyncFunction.x`

/** What a page makes of a property; undefined: it deletes it. */
const WAYS: Readonly<Record<string, PropertyDescriptor | undefined>> = {
  'replaced by another value': replaced(other),
  'replaced by an accessor': { get: other, configurable: true },
  'replaced by one that throws': { get: throwing, configurable: true },
  deleted: undefined,
}
const WAYS_TO_ADD: typeof WAYS = {
  added: { ...replaced(other), enumerable: true },
  'added and hidden from enumeration': replaced(other),
}

/** Puts a property back, whatever a test finds: other units run in this process. */
function putBack<T>([of, key]: readonly [object, PropertyKey], work: () => T): T {
  const before = getOwnPropertyDescriptor(of, key)
  try {
    return work()
  } finally {
    if (before) defineProperty(of, key, before)
    else deleteProperty(of, key)
  }
}

for (const [names, ways] of [
  [THERE, WAYS],
  [ADDED, WAYS_TO_ADD],
] as const) {
  for (const name of names.trim().split(/\s+/)) {
    for (const [how, change] of Object.entries(ways)) {
      test(`${name} is as it was after it was ${how}`, () => {
        const [of, key] = placeOf(name)
        // What other suites have left, such as how stacks are written, is as it is to be.
        intrinsics.adopt()
        const before = getOwnPropertyDescriptor(of, key)
        // Nothing of a test runs while built-ins are changed.
        const [first, again, after] = putBack([of, key], () => {
          if (change) defineProperty(of, key, change)
          else deleteProperty(of, key)
          const restored = intrinsics.restoreAll()
          return [restored, intrinsics.restoreAll(), getOwnPropertyDescriptor(of, key)] as const
        })
        expect(first).toEqual({ stays: [], changed: [expect.stringContaining(String(key))] })
        expect([again, after]).toEqual([{ stays: [], changed: [] }, before])
      })
    }
  }
}

test('a prototype that was replaced is as it was', () => {
  const [own = null, above = null] = [Event, Uint8Array.prototype].map(Object.getPrototypeOf)
  try {
    setPrototypeOf(Event, class {})
    setPrototypeOf(Uint8Array.prototype, Array.prototype)
    expect(intrinsics.restoreAll()).toEqual({
      stays: [],
      changed: ['the prototype of Uint8Array.prototype', 'the prototype of Event'],
    })
    expect(Object.getPrototypeOf(Event)).toBe(own)
    expect(new Uint8Array(1).fill(7)[0]).toBe(7)
  } finally {
    setPrototypeOf(Event, own)
    setPrototypeOf(Uint8Array.prototype, above)
  }
})

test('properties that every object inherits are in the way of nothing', () => {
  const before = Object.getOwnPropertyDescriptors(Function.prototype)
  const { keys } = Object
  const { bind } = Function.prototype
  let restored: ReturnType<typeof intrinsics.restoreAll>[]
  try {
    Object.assign(Object.prototype, { get: other, writable: false, value: 1 })
    Function.prototype.bind = other
    deleteProperty(Object, 'keys')
    restored = [intrinsics.restoreAll(), intrinsics.restoreAll()]
  } finally {
    for (const key of ['get', 'writable', 'value']) deleteProperty(Object.prototype, key)
    Object.defineProperty(Object, 'keys', replaced(keys))
    Function.prototype.bind = bind
  }
  expect([restored[0]?.stays, restored[1]?.changed]).toEqual([[], []])
  expect(Object.getOwnPropertyDescriptors(Function.prototype)).toEqual(before)
})

test('whether the language is the same is seen without a change to anything', () => {
  const found = putBack([Math, 'max'], () => {
    defineProperty(Math, 'max', replaced(other))
    return [intrinsics.isLanguageSame(), Object.is(Math.max, other)]
  })
  expect([...found, intrinsics.isLanguageSame()]).toEqual([false, true, true])
})

test('what cannot be taken back is named', () => {
  class Page {}
  const mine = intrinsicsOf(intrinsicObjects({ Page }))
  Object.defineProperty(Page, 'fixed', { value: 1 })
  Object.preventExtensions(Page.prototype)
  const named = ['Page.fixed', 'Page.prototype, which takes no properties any more']
  expect(mine.restoreAll()).toEqual({ stays: named, changed: named })
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
