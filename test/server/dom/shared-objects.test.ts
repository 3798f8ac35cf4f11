/** A comparison finds changes of objects that all pages share, and names them. */
import { expect } from '@playwright/test'
import {
  type Comparison,
  type Recording,
  recordShared,
} from '../../../server/dom/isolation/shared-objects.ts'
import { suite } from '../../run/suite.ts'

const test = suite('shared objects')

class Base {
  method() {}
}

const made = () => ({
  Shared: Object.assign(class Shared extends Base {}, {
    value: 1 as unknown,
    list: [] as unknown[],
    [Symbol.for('mark')]: 1,
  }),
})

const recorded = (Shared: object, isKept = false): Recording =>
  recordShared([{ name: 'Shared', target: Shared, isKept }])

/** Compares often: the comparison is compiled after some times. */
const isSame = (shared: Recording, comparison: Comparison): boolean =>
  Array.from({ length: 20 }, () => shared.isSame(comparison)).every((same) => same)

type Change = (one: ReturnType<typeof made>['Shared']) => void

const CHANGES: readonly [name: string, change: Change, isSeenQuickly: boolean, names: string[]][] =
  [
    ['nothing', () => undefined, false, []],
    ['a value is assigned', (one) => (one.value = 2), true, ['Shared.value']],
    [
      'a value of a symbol is assigned',
      (one) => Object.assign(one, { [Symbol.for('mark')]: 2 }),
      true,
      ['Shared[Symbol(mark)]'],
    ],
    [
      'a value becomes a getter',
      (one) => Object.defineProperty(one, 'value', { get: () => 2 }),
      true,
      ['Shared.value'],
    ],
    ['a property is added', (one) => Object.assign(one, { more: 1 }), false, ['Shared.more']],
    [
      'a hidden property is added',
      (one) => Object.defineProperty(one, 'more', { value: 1 }),
      false,
      ['Shared.more'],
    ],
    [
      'a property is deleted',
      (one) => Reflect.deleteProperty(one, 'value'),
      true,
      ['Shared.value'],
    ],
    [
      'its prototype changes',
      (one) => Object.setPrototypeOf(one, Function.prototype),
      false,
      ['the prototype of Shared'],
    ],
    [
      'it is sealed',
      (one) => Object.preventExtensions(one),
      false,
      ['Shared, which takes no properties any more'],
    ],
  ]

for (const [name, change, isSeenQuickly, names] of CHANGES) {
  test(`${name}: ${names.join() || 'no change is reported'}`, () => {
    const { Shared } = made()
    const shared = recorded(Shared)
    expect(isSame(shared, 'full')).toBe(true)
    change(Shared)
    expect(isSame(shared, 'quick')).toBe(!isSeenQuickly)
    expect(isSame(shared, 'full')).toBe(names.length === 0)
    expect(shared.changes()).toEqual(names)
  })
}

test('most assignments of a new property are seen quickly', () => {
  class Method {
    method() {}
  }
  const { prototype } = class extends Method {}
  for (const at of [prototype, Method.prototype]) {
    const shared = recordShared(
      [Method.prototype, prototype].map((target) => ({ name: '', target })),
    )
    Object.assign(at, { more: 1 })
    expect(isSame(shared, 'quick')).toBe(false)
    Reflect.deleteProperty(at, 'more')
  }
})

test('a new property of null or undefined is no change, as Svelte adds them to elements', () => {
  const { Shared } = made()
  const shared = recorded(Shared)
  Object.assign(Shared, { later: undefined, none: null })
  expect(shared.changes()).toEqual([])
})

test('private properties of a kept module are its own', () => {
  for (const isKept of [true, false]) {
    const { Shared } = made()
    Object.assign(Shared, { __state: 1 })
    const shared = recorded(Shared, isKept)
    Object.assign(Shared, { __state: 2, ɵcached: 1 })
    expect(shared.changes()).toEqual(isKept ? [] : ['Shared.ɵcached', 'Shared.__state'])
  }
})
