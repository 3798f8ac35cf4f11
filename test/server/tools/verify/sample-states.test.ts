/** Which states a check compares: of every kind some before of any kind many. */
import { expect } from '@playwright/test'
import { sampleStates } from '../../../../server/tools/verify/sample-states.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('sample of states')

test('kinds take turns, each in the order in which its states became known', () => {
  const sample = sampleStates('/', 100)
  sample.add(['', '/a/1', '/a/2', '/a/3', '/b/1'])
  expect(sample.next(3)).toEqual(['', '/a/1', '/b/1'])
  // One that becomes known late is of a kind from which nothing was taken.
  sample.add(['/c/1', '/a/1'])
  expect(sample.next(9)).toEqual(['/c/1', '/a/2', '/a/3'])
  expect(sample.next(9)).toEqual([])
})

test('no more than the bound are given out, however many are known', () => {
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
