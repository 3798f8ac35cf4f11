// The base of sanitizers: traversal of trees that change, names of nodes by the getters of
// `Node.prototype`, and DOMPurify on top of both, which must leave the same of every input as in
// Chromium.
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { numRuns, seed } from '../run/seed.ts'
import { ask, askBoth, openBoth } from './engine.ts'
import { differing } from './listed.ts'

test('walkers and iterators take the same steps as in Chromium after any removal', async ({
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/traversal.ts')
  const sides = [thread, chromium]
  const seeds = fc.sample(fc.integer(), { numRuns: numRuns(100, 500), seed })
  const [ours = [], theirs = []] = await ask<string[]>(sides, 'walkAll', seeds)
  const at = seeds.findIndex((_, index) => ours[index] !== theirs[index])
  expect(ours[at], `the walk of ${seeds[at]}`).toBe(theirs[at])
  const [named, namedThere] = await ask(sides, 'names')
  expect(named).toEqual(namedThere)
  await thread.close()
})

const WAYS = [
  { ways: 'plain fragment place', tag: [], least: 800 },
  {
    ways: 'html svg few attributes added elements templates whole node',
    tag: ['@nightly'],
    least: 1_200,
  },
]

for (const { ways, tag, least } of WAYS)
  test(`DOMPurify returns the same result as in Chromium (${ways})`, { tag }, async ({ page }) => {
    const [ours, theirs] = await askBoth(page, 'engine/sanitizers.ts', 'run', ways.split(' '))
    expect(differing(ours, theirs)).toEqual([])
    expect(theirs.supported).toBe('true')
    expect(Object.keys(theirs).length).toBeGreaterThan(least)
  })
