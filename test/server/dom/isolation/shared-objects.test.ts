/** The changes of an object that pages share are named, and are put back as they were. */
import { expect } from '@playwright/test'
import {
  changesOf,
  isPrivate,
  putBack,
  recordOf,
  setAside,
} from '../../../../server/dom/isolation/shared-objects.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('shared objects')

class Base {
  method() {}
}

const MARK = Symbol.for('mark')

const made = () => ({
  Shared: Object.assign(class Shared extends Base {}, {
    value: 1 as unknown,
    list: [] as unknown[],
    [MARK]: 1,
    last: 'last',
  }),
})

type Shared = ReturnType<typeof made>['Shared']

/** The change, by the names in a message. */
const CHANGES: Readonly<Record<string, (one: Shared) => unknown>> = {
  '': () => undefined,
  'Shared.value': (one) => (one.value = 2),
  'Shared[Symbol(mark)]': (one) => Object.assign(one, { [MARK]: 2 }),
  'Shared.list': (one) => Object.defineProperty(one, 'list', { get: () => 2 }),
  'Shared.last': (one) => Object.defineProperty(one, 'last', { enumerable: false }),
  'Shared.more': (one) => Object.assign(one, { more: undefined }),
  'Shared.hidden': (one) => Object.defineProperty(one, 'hidden', { value: 1, configurable: true }),
  'Shared[Symbol(other)]': (one) => Object.assign(one, { [Symbol('other')]: 1 }),
  'Shared.value, Shared.list': (one) =>
    ['value', 'list'].map((name) => Reflect.deleteProperty(one, name)),
  'the prototype of Shared': (one) => Object.setPrototypeOf(one, Function.prototype),
}

/** All that can be known of an object. */
const stateOf = (one: object) => [
  Reflect.getPrototypeOf(one),
  Reflect.ownKeys(one),
  Reflect.ownKeys(one).map((key) => Reflect.getOwnPropertyDescriptor(one, key)),
]

for (const [names, change] of Object.entries(CHANGES))
  test(`${names || 'nothing'} is put back, with the order of the keys`, () => {
    const { Shared } = made()
    const record = recordOf({ name: 'Shared', target: Shared })
    const before = stateOf(Shared)
    change(Shared)
    expect(changesOf(record).join(', ')).toBe(names)
    expect(putBack(record)).toEqual([])
    expect(stateOf(Shared)).toEqual(before)
  })

const LASTING: Readonly<Record<string, (one: Shared) => unknown>> = {
  'Shared.fixed': (one) => Object.defineProperty(one, 'fixed', { value: 1 }),
  'Shared, which takes no properties any more': (one) => Object.preventExtensions(one),
}

for (const [names, change] of Object.entries(LASTING))
  test(`${names} stays, and is named`, () => {
    const { Shared } = made()
    const record = recordOf({ name: 'Shared', target: Shared })
    change(Shared)
    Shared.value = 2
    expect(putBack(record)).toEqual([names])
    expect(Shared.value).toBe(1)
  })

test('an object of a kept module keeps its private changes, until a page changes others', () => {
  const { Shared } = made()
  const record = recordOf({ name: 'Shared', target: Shared, isKept: true, mayChange: isPrivate })
  const before = stateOf(Shared)
  const own = { __state: 1, ɵcached: 1 }
  Object.assign(Shared, own)
  expect(putBack(record)).toEqual([])
  expect({ ...Shared }).toMatchObject(own)
  Object.assign(Shared, { later: undefined, __state: 2 })
  expect(putBack(record)).toEqual([])
  expect(stateOf(Shared)).toEqual(before)
})

test('a property that may change is neither compared nor put back', () => {
  const { Shared } = made()
  const record = recordOf({ name: 'Shared', target: Shared, mayChange: (key) => key === MARK })
  Object.assign(Shared, { [MARK]: 2, value: 2 })
  expect(changesOf(record)).toEqual(['Shared.value'])
  expect(putBack(record)).toEqual([])
  expect(Shared[MARK]).toBe(2)
})

test('an object is put back while built-ins are those of a page', () => {
  const { Shared } = made()
  const record = recordOf({ name: 'Shared', target: Shared })
  Shared.value = 2
  const { push, [Symbol.iterator]: iterator } = Array.prototype
  const broken = () => {
    throw new Error('of the page')
  }
  Object.assign(Array.prototype, { push: broken, [Symbol.iterator]: broken })
  const remaining = putBack(record)
  Object.assign(Array.prototype, { push, [Symbol.iterator]: iterator })
  expect([remaining, Shared.value]).toEqual([[], 1])
})

for (const [names, change] of Object.entries(CHANGES))
  test(`${names || 'nothing'} is the same again after it was set aside`, () => {
    const { Shared } = made()
    const record = recordOf({ name: 'Shared', target: Shared })
    change(Shared)
    setAside(record)()
    expect(changesOf(record).join(', ')).toBe(names)
  })

test('hooks of a late module stay in an object that a page has changed', () => {
  const { Shared } = made()
  const record = recordOf({ name: 'Shared', target: Shared })
  Object.assign(Shared, { value: 'of the page', last: 'of the page', ofPage: true })
  const giveBack = setAside(record)
  expect(changesOf(record)).toEqual([])
  Object.assign(Shared, { last: 'of the module', ofModule: true })
  giveBack()
  expect({ ...Shared }).toMatchObject({
    value: 'of the page',
    last: 'of the module',
    ofPage: true,
    ofModule: true,
  })
})
