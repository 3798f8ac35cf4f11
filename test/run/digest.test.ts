/** What failed is told again at the end of a run. */
import { expect } from '@playwright/test'
import { createDigest } from './digest.ts'
import { suite } from './suite.ts'

const test = suite('digest')

function failuresOf(lines: readonly string[]): string[] {
  const digest = createDigest()
  for (const line of lines) digest.read(line)
  return digest.failures()
}

test('what failed is told again at the end, with its errors, and nothing else', () => {
  expect(
    failuresOf([
      'build | (1.0 s)',
      'units | ✘ adds (1 ms)',
      'units | Error: 1 is not 2',
      'units |   at sum.ts:1',
      'units | ✔ subtracts (1 ms)',
      'specs | ✔ answers (2 ms)',
      'specs | ✘ refuses (3 ms)',
      'specs | Error: 200',
      'specs | 1 passed, 1 failed',
      'types | error TS2322',
      'types | FAILED: it ended with 2; counted as one failure',
    ]),
  ).toEqual([
    'units | ✘ adds (1 ms)',
    'units | Error: 1 is not 2',
    'units |   at sum.ts:1',
    'specs | ✘ refuses (3 ms)',
    'specs | Error: 200',
    'types | error TS2322',
    'types | FAILED: it ended with 2; counted as one failure',
  ])
})

test('lines of parts that run beside each other are kept apart', () => {
  expect(failuresOf(['a | ✘ one (1 ms)', 'b | ✔ two (1 ms)', 'a | Error: 1', 'b | fine'])).toEqual([
    'a | ✘ one (1 ms)',
    'a | Error: 1',
  ])
})

test('the list of failures at the end of units is told with its errors', () => {
  expect(failuresOf(['u |   1 failing', 'u | ', 'u |  FAILURE  "adds"'])).toHaveLength(3)
})

test('a long error is cut', () => {
  const long = Array.from({ length: 200 }, (_, n) => `a |   at line ${n}`)
  expect(failuresOf(['a | ✘ one (1 ms)', ...long]).length).toBeLessThan(100)
})

test('a long list ends with the names of what failed', () => {
  const long = Array.from({ length: 40 }, (_, n) => [`a | ✘ ${n} (1 ms)`, 'a | Error']).flat()
  expect(failuresOf(long).slice(-41)).toEqual([
    'a | Error',
    ...Array.from({ length: 40 }, (_, n) => `a | ✘ ${n} (1 ms)`),
  ])
})
