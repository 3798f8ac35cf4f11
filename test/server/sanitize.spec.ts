/**
 * What sanitizers rest on: traversal of trees that change, names of nodes by the getters of `Node.prototype`, and DOMPurify on
 * top of both, which must leave the same of every input as in Chromium.
 */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { seed } from '../run/seed.ts'
import { openBoth } from './engine.ts'

const WALKS = process.env.LONG_PROPERTIES === '1' ? 500 : 100

test('walkers and iterators go where they go in Chromium, whatever is removed', async ({
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/traversal.ts')
  const sides = [thread, chromium]
  const seeds = fc.sample(fc.integer(), { numRuns: WALKS, seed })
  const [ours = [], theirs = []] = await Promise.all(
    sides.map((side) => side.call<string[]>('walkAll', seeds)),
  )
  const at = seeds.findIndex((_, index) => ours[index] !== theirs[index])
  expect(ours[at], `the walk of ${seeds[at]}`).toBe(theirs[at])
  const [named, namedThere] = await Promise.all(sides.map((side) => side.call('names')))
  expect(named).toEqual(namedThere)
  await thread.close()
})

for (const { ways, tag, least } of [
  { ways: ['plain', 'fragment', 'place'], tag: [], least: 800 },
  {
    ways: ['html', 'svg', 'few', 'attributes', 'added', 'elements', 'templates', 'whole', 'node'],
    tag: ['@nightly'],
    least: 1_200,
  },
]) {
  test(`DOMPurify leaves what it leaves in Chromium (${ways.join(', ')})`, { tag }, async ({
    page,
  }) => {
    const { chromium, thread } = await openBoth(page, 'engine/sanitizers.ts')
    const [ours = {}, theirs = {}] = await Promise.all(
      [thread, chromium].map((side) => side.call<Record<string, string>>('run', ways)),
    )
    await thread.close()
    const different = Object.keys(theirs).filter((input) => ours[input] !== theirs[input])
    expect(different.map((input) => [input, ours[input], theirs[input]])).toEqual([])
    expect(theirs.supported).toBe('true')
    expect(Object.keys(theirs).length).toBeGreaterThan(least)
  })
}
