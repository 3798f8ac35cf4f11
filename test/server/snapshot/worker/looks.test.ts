/** Shared objects are compared in full where a change is likely to show for the first time. */
import { expect } from '@playwright/test'
import { createLooks } from '../../../../server/snapshot/worker/looks.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('looks')

test('the first pages of a worker, the first ones of a route and every 32nd are compared in full', () => {
  const looks = createLooks()
  const full: number[] = []
  for (let page = 1; page <= 100; page++) {
    const route = page === 20 || page === 21 || page === 22 ? 'rare' : 'usual'
    if (looks.next(route) === 'full') full.push(page)
  }
  expect(full).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 20, 21, 32, 64, 96])
})
