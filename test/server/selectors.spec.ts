/**
 * Selectors match the same in a snapshot's DOM as in Chromium, for every method and kind of root.
 */
import { expect, test } from '@playwright/test'
import { askBoth, askThread } from './engine.ts'
import { differing, expectListed } from './listed.ts'

test('selectors match the same elements as in Chromium', async ({ browser, page }) => {
  const [ours, theirs] = await askBoth(page, 'engine/selectors.ts', 'run')
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(4 * 325)
  expectListed(browser.version(), differing(ours, theirs), [])
})

test('rules write their selectors as in Chromium', async ({ browser, page }) => {
  const [ours, theirs] = await askBoth(page, 'engine/selectors.ts', 'texts')
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(349)
  expectListed(browser.version(), differing(ours, theirs), [])
})

test("jQuery's own selectors match the same elements as in Chromium", { tag: '@nightly' }, async ({
  browser,
  page,
}) => {
  const [ours, theirs] = await askBoth(page, 'engine/jquery.ts', 'run')
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(120)
  expect(theirs["p:contains('blog')"]).toContain('sap')
  expectListed(browser.version(), differing(ours, theirs))
})

test('jQuery finds each paragraph either visible or hidden, without an error', async () => {
  const [sum, all] = (await askThread<string>('engine/jquery.ts', 'visibility')).split(' ')
  expect(sum).toBe(all)
})
