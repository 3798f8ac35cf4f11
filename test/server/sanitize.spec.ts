/**
 * What sanitizers rest on: traversal of trees that change, names of nodes by the getters of `Node.prototype`, and DOMPurify on
 * top of both, which must leave the same of every input as in Chromium.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { bundle, openPage, openThread } from './engine.ts'

test('walkers and iterators go where they go in Chromium, whatever is removed', async ({
  page,
}) => {
  const code = await bundle('engine/traversal.ts')
  const thread = await openThread(code)
  const chromium = await openPage(page, code)
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer(), { minLength: 50, maxLength: 50 }), async (seeds) => {
      const [ours, theirs] = await Promise.all([
        thread.call<string[]>('walkAll', seeds),
        chromium.call<string[]>('walkAll', seeds),
      ])
      expect(ours).toEqual(theirs)
    }),
    { numRuns: 10 },
  )
  expect(await thread.call('names')).toEqual(await chromium.call('names'))
  await thread.close()
})

test('DOMPurify leaves what it leaves in Chromium', async ({ page }) => {
  test.setTimeout(300_000)
  const code = await bundle('engine/sanitizers.ts')
  const thread = await openThread(code)
  const chromium = await openPage(page, code)
  const [ours, theirs] = await Promise.all([
    thread.call<Record<string, string>>('run'),
    chromium.call<Record<string, string>>('run'),
  ])
  await thread.close()
  const different = Object.keys(theirs).filter((input) => ours[input] !== theirs[input])
  expect(different.map((input) => [input, ours[input], theirs[input]])).toEqual([])
  expect(theirs['supported']).toBe('true')
  expect(Object.keys(theirs).length).toBeGreaterThan(1_900)
})
