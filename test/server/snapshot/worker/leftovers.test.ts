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
