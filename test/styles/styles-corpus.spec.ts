/** Computed styles of pages of CSS libraries, and of random cascades, beside Chromium's. */
import { expect, test } from '@playwright/test'
import { openTab } from './chromium-values.ts'
import { compareAll } from './compare-all.ts'
import { compareRandom, shrinkFailures } from './compare-random.ts'
import { DomSide, REPOSITORY } from './dom-side.ts'
import { printSummary, shareOf, strictOf } from './report.ts'

const MOST_DIFFERENT = 0.005
const CASCADES = 500
/** The fewest failures that tell what is wrong. */
const SHRUNK = 3

test('pages of CSS libraries have the styles that they have in Chromium', async () => {
  const results = await compareAll({ root: REPOSITORY })
  printSummary(results)
  expect(strictOf(results).slice(0, 5)).toEqual([])
  expect(shareOf(results)).toBeLessThanOrEqual(MOST_DIFFERENT)
})

test('random cascades have the values that they have in Chromium', async ({ browser }) => {
  const dom = await DomSide.start(REPOSITORY)
  try {
    const sides = { dom, tab: await openTab(browser) }
    const failures = await compareRandom(sides, 1, CASCADES)
    const shrunk = await shrinkFailures(sides, failures.slice(0, SHRUNK))
    expect(shrunk.map(({ html, differences }) => ({ html, differences }))).toEqual([])
    expect(failures).toHaveLength(0)
  } finally {
    dom.close()
  }
})
