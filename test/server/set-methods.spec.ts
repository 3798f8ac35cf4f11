/** Sets are combined as in Chromium, where Node does not know how. */
import { expect, test } from '@playwright/test'
import fc from 'fast-check'
import { installSetMethods } from '../../dist/server/dom/additions/set-methods.js'
import { seed } from '../run/seed.ts'

/** Does everything that can be done with two sets; runs in the page and here. */
function combineAll(cases: readonly (readonly [unknown[], unknown[]])[], Kind = Set): unknown {
  const names = [
    ...['union', 'intersection', 'difference', 'symmetricDifference'],
    ...['isSubsetOf', 'isSupersetOf', 'isDisjointFrom'],
  ]
  type Combining = Set<unknown> & Record<string, (other: unknown) => unknown>
  const tried = (work: () => unknown) => {
    try {
      const made = work()
      return made instanceof Set ? [...made] : made
    } catch (error) {
      return (error as Error).name
    }
  }
  const wrong = [undefined, 1, [1], {}, { size: 1 }, { size: -1, has() {}, keys() {} }]
  return names.map((name) => [
    ...cases.map(([one, other]) => {
      const set = new Kind(one) as Combining
      const map = new Map(other.map((key) => [key, 1]))
      return [tried(() => set[name]?.(new Set(other))), tried(() => set[name]?.(map)), [...set]]
    }),
    ...wrong.map((other) => tried(() => (new Kind([1]) as Combining)[name]?.(other))),
  ])
}

test('set methods return the same as in Chromium for every combination', async ({ page }) => {
  const values = fc.array(fc.constantFrom<unknown>(0, 1, 2, 3, 'a', 'b', null, true), {
    maxLength: 6,
  })
  const cases = fc.sample(fc.tuple(values, values), { numRuns: 300, seed })
  class Old extends Set {}
  // On a class of its own, as later versions of Node have theirs.
  const own = { prototype: Object.create(null) }
  installSetMethods({ Set: own as unknown as SetConstructor })
  Object.defineProperties(Old.prototype, Object.getOwnPropertyDescriptors(own.prototype))
  expect(Object.getOwnPropertyNames(own.prototype)).toHaveLength(7)
  const ours = combineAll(cases, Old as unknown as typeof Set)
  await page.addInitScript('globalThis.__name = (value) => value')
  await page.goto('about:blank')
  expect(ours).toEqual(await page.evaluate(combineAll, cases))
})
