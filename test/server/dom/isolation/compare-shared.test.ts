/** The look after each page finds the objects that an assignment or a deletion has changed. */
import { expect } from '@playwright/test'
import { findSymbols, lookAt } from '../../../../server/dom/isolation/compare-shared.ts'
import {
  changesOf,
  type RecordedObject,
  recordOf,
} from '../../../../server/dom/isolation/shared-objects.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('look at shared objects')

const MARK = Symbol.for('mark')

class Base {
  method() {}
}

/** A leaf without enumerable properties on its chain, and an object that has some. */
function made() {
  class Leaf extends Base {
    get size() {
      return 1
    }
  }
  const options = { value: 1 as unknown, number: Number.NaN, [MARK]: 1 }
  const targets = { leaf: Leaf.prototype, base: Base.prototype, options }
  const records = Object.entries(targets).map(([name, target]) => recordOf({ name, target }))
  return { ...targets, records, look: lookAt(records) }
}

type Made = ReturnType<typeof made>

/**
 * The changed objects among those that the look finds. It looks often: the look is compiled after
 * some times, and counts all keys part by part.
 */
function found({ look }: Pick<Made, 'look'>): string[] {
  const suspects = new Set<RecordedObject>()
  for (let count = 0; count < 200; count++) look.find((record) => suspects.add(record))
  return [...suspects].filter((one) => changesOf(one).length > 0).map(({ name }) => name)
}

const CHANGES: readonly [change: string, make: (one: Made) => unknown, names: string[]][] = [
  ['nothing', () => undefined, []],
  ['an assigned value', ({ options }) => (options.value = 2), ['options']],
  ['an assigned NaN', ({ options }) => (options.value = Number.NaN), ['options']],
  ['a value of a symbol', ({ options }) => (options[MARK] = 2), ['options']],
  ['a deleted value', ({ options }) => Reflect.deleteProperty(options, 'value'), ['options']],
  ['a deleted accessor', ({ leaf }) => Reflect.deleteProperty(leaf, 'size'), ['leaf']],
  ['a new key', ({ options }) => Object.assign(options, { more: undefined }), ['options']],
  ['a new key of a leaf', ({ leaf }) => Object.assign(leaf, { more: 1 }), ['leaf']],
  ['a new symbol', ({ leaf }) => Object.assign(leaf, { [Symbol('a')]: 1 }), ['leaf']],
]

for (const [change, make, names] of CHANGES)
  test(`finds ${change}`, () => {
    const one = made()
    expect(found(one)).toEqual([])
    make(one)
    expect(found(one)).toEqual(names)
  })

test('a getter that throws in the place of a value is a change', () => {
  const one = made()
  Object.defineProperty(one.options, 'value', {
    get() {
      throw new Error('of the page')
    },
  })
  expect(found(one)).toEqual(['options'])
})

for (const count of [2, 100])
  test(`${count} symbols of the page are looked for in every object`, () => {
    const { records, base } = made()
    const names: string[] = []
    const asked = [MARK, ...Array.from({ length: count - 1 }, (_, at) => Symbol.for(`${at}`))]
    Object.assign(base, { [Symbol.for('0')]: 1 })
    findSymbols(asked, records, ({ name }) => names.push(name))
    Reflect.deleteProperty(base, Symbol.for('0'))
    findSymbols(asked, records, ({ name }) => names.push(name))
    expect(names).toEqual(['base'])
  })

test('properties that are no change are counted anew', () => {
  const target: object = { value: 1 }
  const look = lookAt([recordOf({ name: 'kept', target, mayChange: (key) => key === 'more' })])
  Object.assign(target, { more: 1 })
  expect(found({ look })).toEqual([])
  let reports = 0
  look.find(() => reports++)
  expect(reports).toBe(1)
  look.recount()
  look.find(() => reports++)
  expect(reports).toBe(1)
})
