/** The same seed gives the same order. */
import { expect } from '@playwright/test'
import { numRuns, seed, shuffled } from './seed.ts'
import { suite } from './suite.ts'

const test = suite('seed')
const items = Array.from({ length: 50 }, (_, n) => n)

test('the order of a seed is always the same, and holds everything once', () => {
  expect(shuffled(items)).toEqual(shuffled(items))
  expect(shuffled(items).toSorted((a, b) => a - b)).toEqual(items)
  expect(shuffled([])).toEqual([])
})

test('a run has a seed, and says by it what SEED repeats', () => {
  expect(Number.isInteger(seed)).toBe(true)
  if (process.env.SEED) expect(seed).toBe(Number(process.env.SEED))
})

test('a property is tried often in the long run alone', () => {
  expect(numRuns(1, 2)).toBe(process.env.LONG_PROPERTIES === '1' ? 2 : 1)
})
