import fc from 'fast-check'
import { deepEqual, equal } from 'playwright-test/taps'
import { type Flexible, flexedSizes } from '../../../../../server/dom/additions/layout/tracks.ts'
import { suite } from '../../../../run/suite.ts'

const test = suite('tracks')

const cases: Readonly<Record<string, [Flexible[], number | undefined, number[]]>> = {
  'parts of free space are in proportion': [
    [
      { base: 10, grows: 1 },
      { base: 20, grows: 3 },
    ],
    70,
    [20, 50],
  ],
  'parts below one leave space free': [[{ base: 10, grows: 0.5 }], 30, [20]],
  'a limit leaves the rest to the others': [
    [
      { base: 0, most: 10, grows: 1 },
      { base: 0, grows: 1 },
    ],
    100,
    [10, 90],
  ],
  'a least takes space from the others': [
    [
      { base: 0, least: 80, grows: 1 },
      { base: 0, grows: 1 },
    ],
    100,
    [80, 20],
  ],
  'missing space is taken in proportion, down to the least': [
    [
      { base: 100, least: 90, grows: 0, shrinks: 100 },
      { base: 100, grows: 0, shrinks: 100 },
    ],
    150,
    [90, 60],
  ],
  'nothing shrinks without a part': [[{ base: 100, grows: 1 }], 50, [100]],
  'without a space all are as large as they begin, within their limits': [
    [
      { base: 10, least: 20, grows: 1 },
      { base: 10, most: 5, grows: 1 },
    ],
    undefined,
    [20, 5],
  ],
}

for (const [name, [items, space, sizes]] of Object.entries(cases))
  test(name, () => deepEqual(flexedSizes(items, space), sizes))

test('items that grow without a limit fill any space', () => {
  const item = fc.record({ base: fc.nat(100), grows: fc.integer({ min: 1, max: 9 }) })
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 9 }), fc.nat(1_000), (items, more) => {
      const space = items.reduce((sum, { base }) => sum + base, more)
      const sum = flexedSizes(items, space).reduce((one, other) => one + other)
      equal(Math.round(sum), space)
    }),
  )
})
