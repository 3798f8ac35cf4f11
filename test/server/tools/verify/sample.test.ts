/** A sample of states. */
import { expect } from '@playwright/test'
import { sampleOf } from '../../../../server/tools/verify/sample.ts'
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
