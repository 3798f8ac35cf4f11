/** Samples of states: at random, or of every kind some before of any kind many. */
import { expect } from '@playwright/test'
import { sampleOf, sampleStates } from '../../../../server/tools/verify/sample.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('sample')

test('a sample is the same for the same seed, in order, and of all states if they are few', async () => {
  const numbers = async function* () {
    for (let n = 0; n < 1000; n++) yield n
  }
  const one = await sampleOf(numbers(), 50, 7)
  expect(one).toEqual(await sampleOf(numbers(), 50, 7))
  expect(one.sample).not.toEqual((await sampleOf(numbers(), 50, 8)).sample)
  expect(one.total).toBe(1000)
  expect([...one.sample].sort((a, b) => a - b)).toEqual(one.sample)
  expect((await sampleOf(numbers(), 2000, 7)).sample).toHaveLength(1000)
})

test('kinds take turns, each in the order in which its states were added', () => {
  const sample = sampleStates('/', 100)
  sample.add(['', '/a/1', '/a/2', '/a/3', '/b/1'])
  expect(sample.next(3)).toEqual(['', '/a/1', '/b/1'])
  // One that becomes known late is of a kind from which nothing was taken.
  sample.add(['/c/1', '/a/1'])
  expect(sample.next(9)).toEqual(['/c/1', '/a/2', '/a/3'])
  expect(sample.next(9)).toEqual([])
})

test('a sample returns at most its bound, however many states are known', () => {
  const sample = sampleStates('/', 2)
  sample.add(['/a/1', '/a/2', '/a/3'])
  expect([...sample.next(1), ...sample.next(9), ...sample.next(9)]).toEqual(['/a/1', '/a/2'])
  expect(sample.known).toBe(3)
})

test('two ways to write a state are one state', () => {
  const sample = sampleStates('/', 9)
  sample.add(['/ü', '/%C3%BC'])
  expect(sample.known).toBe(1)
})
