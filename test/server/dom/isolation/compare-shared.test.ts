/** The look after each page finds the objects that an assignment or a deletion has changed. */
import { expect } from '@playwright/test'
import { lookAt, lookForSymbol } from '../../../../server/dom/isolation/compare-shared.ts'
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
  for (let count = 0; count < 200; count++) look((record) => suspects.add(record))
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

test('a symbol of the page is looked for in every object', () => {
  const { records, base } = made()
  const names: string[] = []
  const report = ({ name }: RecordedObject) => void names.push(name)
  Object.assign(base, { [Symbol.for('asked')]: 1 })
  lookForSymbol(Symbol.for('asked'), records)(report)
  Reflect.deleteProperty(base, Symbol.for('asked'))
  lookForSymbol(MARK, records)(report)
  expect(names).toEqual(['base'])
})
