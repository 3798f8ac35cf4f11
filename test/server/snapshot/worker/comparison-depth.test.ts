/** Pages are compared wholly where a change is likely to show for the first time. */
import { expect } from '@playwright/test'
import { createDepths } from '../../../../server/snapshot/worker/comparison-depth.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('comparison depth')

test('the first pages of a worker, the first ones of a route and every 32nd are compared wholly', () => {
  const depthOf = createDepths()
  const wholly: number[] = []
  for (let page = 1; page <= 100; page++) {
    const route = page === 20 || page === 21 || page === 22 ? 'rare' : 'usual'
    if (depthOf(route) === 'full') wholly.push(page)
  }
  expect(wholly).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 32, 64, 96])
})
