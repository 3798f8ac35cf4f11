/**
 * Names a suite of units, which end after 30 s at the latest: the harness has 5 s, too few for a
 * busy machine.
 */
import { suite as named } from 'playwright-test/taps'
import { isLong } from './seed.ts'

const DEADLINE_MS = isLong ? 600_000 : 30_000

type Suite = ReturnType<typeof named>

export function suite(name: string): Suite {
  const test = named(name)
  const withDeadline: Suite = Object.assign(
    (...[what, run, options]: Parameters<Suite>) =>
      test(what, run, { timeout: DEADLINE_MS, ...options }),
    test,
  )
  return withDeadline
}
