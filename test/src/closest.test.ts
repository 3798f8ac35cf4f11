/** The name that somebody may have meant. */
import { equal } from 'playwright-test/taps'
import { didYouMean } from '../../src/closest.ts'
import { suite } from '../run/suite.ts'

const test = suite('closest')

const NAMES = ['port', 'host', 'head', 'workers', 'region.timeZone', 'app']

for (const [name, meant] of [
  ['prot', 'port'],
  ['haed', 'head'],
  ['Workers', 'workers'],
  ['worker', 'workers'],
  ['region.timezone', 'region.timeZone'],
  ['apps', 'app'],
  ['shell', undefined],
  ['x', undefined],
  ['', undefined],
] as const)
  test(`the closest name to "${name}" is ${meant ?? 'none'}`, () =>
    equal(didYouMean(name, NAMES), meant === undefined ? '' : ` (did you mean "${meant}"?)`))

// Its table would not fit into memory.
test('a very long text has no closest name', () =>
  equal(didYouMean('x'.repeat(50_000_000), NAMES), ''))
