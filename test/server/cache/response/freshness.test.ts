/** How long others may keep an answer. */
import { expect } from '@playwright/test'
import { freshness } from '../../../../server/cache/response/http-semantics.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('freshness')

test('what is left of a page is said, fresh and stale, so that no cache on the way adds to it', () => {
  const said = [0, 1500, 60_000, 61_000, 3_659_500, 9_999_999].map((age) =>
    freshness(60_000, age, 3_600_000),
  )
  const rest = (fresh: number, stale: number) =>
    `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
  expect(said).toEqual([
    rest(60, 3600),
    rest(59, 3600),
    rest(0, 3600),
    rest(0, 3599),
    'max-age=0',
    'max-age=0',
  ])
  expect(freshness(999, 0, 3_600_000)).toBe('no-cache')
})
