/**
 * Names a suite of units. A unit ends when its promise does: the harness's own limit of 5 s would fail a unit on a busy machine,
 * so this one only guards against a unit that hangs.
 */
import { suite as named } from 'playwright-test/taps'

const HANGS_MS = 300_000

type Suite = ReturnType<typeof named>

export function suite(name: string): Suite {
  const test = named(name)
  const withGuard: Suite = Object.assign(
    (...[what, run, options]: Parameters<Suite>) =>
      test(what, run, { timeout: HANGS_MS, ...options }),
    test,
  )
  return withGuard
}
