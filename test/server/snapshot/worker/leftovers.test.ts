/** What is left by nobody knows whom puts all in doubt that were under way, and nothing else does. */
import { expect } from '@playwright/test'
import { createLeftovers } from '../../../../server/snapshot/worker/leftovers.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('leftovers')

test('what a page leaves while loaders of others run puts all in doubt that are under way', () => {
  const { watch, hear } = createLeftovers()
  const before = watch()
  const end = before.load()
  const page = watch()
  hear('/a', ['window.x'], page, 'wholly')
  expect([before.isInDoubt(), page.isInDoubt()]).toEqual([true, true])
  end()
  expect(watch().isInDoubt()).toBe(false)
})

test('what a page leaves when no loader runs is its own, and later the same names are', () => {
  const { watch, hear } = createLeftovers()
  const alone = watch()
  hear('/a', ['window.x', 'window.y'], alone, 'wholly')
  const end = watch().load()
  const beside = watch()
  hear('/a', ['window.y'], beside, 'wholly')
  expect([alone.isInDoubt(), beside.isInDoubt()]).toEqual([false, false])
  hear('/b', ['window.y'], beside, 'wholly')
  expect(beside.isInDoubt()).toBe(true)
  end()
})

test("what nobody has looked for when the page began may be its loaders': it is looked for from then on", () => {
  const { watch, hear, lookOf } = createLeftovers()
  const looks = [lookOf('/a')]
  hear('/a', ['hidden'], watch(), 'quickly')
  looks.push(lookOf('/a'), lookOf('/b'))
  watch().load()
  const beside = watch()
  hear('/a', ['hidden'], beside, 'quickly')
  expect(beside.isInDoubt()).toBe(true)
  expect(looks).toEqual(['quickly', 'wholly', 'quickly'])
})

// A known hole: loaders of several pages overlap in one worker (docs/limits.md).
test.skip('a page that has loaded, and waits, may have seen what nobody has looked for', () => {
  const { watch, hear } = createLeftovers()
  const waiting = watch()
  waiting.load()()
  hear('/a', ['hidden'], watch(), 'quickly')
  expect(waiting.isInDoubt()).toBe(true)
})

test('what a page leaves that began with nothing there is looked for no more', () => {
  const { watch, hear, lookOf } = createLeftovers()
  hear('/a', ['hidden'], watch(), 'quickly')
  hear('/a', ['hidden'], watch(), lookOf('/a'))
  expect(lookOf('/a')).toBe('quickly')
})

test('a page that leaves nothing puts nobody in doubt', () => {
  const { watch, hear } = createLeftovers()
  watch().load()
  const page = watch()
  hear('/a', [], page, 'wholly')
  expect(page.isInDoubt()).toBe(false)
})

test('a route whose pages leave a name for each id is in doubt about none in the end', () => {
  const { watch, hear } = createLeftovers()
  for (let id = 0; id <= 100; id++) hear('/a', [`window.id${id}`], watch(), 'wholly')
  watch().load()
  const page = watch()
  hear('/a', ['window.id101'], page, 'wholly')
  expect(page.isInDoubt()).toBe(false)
})

test('what was found before its code begins puts no page in doubt', () => {
  const { watch, doubt } = createLeftovers()
  const page = watch()
  doubt()
  page.restart()
  expect(page.isInDoubt()).toBe(false)
  doubt()
  expect(page.isInDoubt()).toBe(true)
})

test('loaders of others run beside the one who watches, its own do not', () => {
  const { watch } = createLeftovers()
  const one = watch()
  const endOne = one.load()
  expect(one.isBeside()).toBe(false)
  const other = watch()
  expect(other.isBeside()).toBe(true)
  endOne()
  const last = watch()
  const end = watch().load()
  end()
  expect([one.isBeside(), last.isBeside()]).toEqual([true, true])
})
