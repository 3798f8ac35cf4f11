/**
 * A part of the test run as a process: its last counts and how it ended are what it comes to, and one that hangs is stopped. Each
 * case here is a small Node process in the place of a part.
 */
import { expect, test } from '@playwright/test'
import { type Part, runPart } from './run/part.ts'

const part = (script: string): Part => ({
  name: 'child',
  command: process.execPath,
  args: ['-e', script],
  deadlineMs: 60_000,
  verdict: 'counts',
})

const CASES: readonly [what: string, script: string, sum: readonly number[]][] = [
  [
    'the last counts',
    "console.log('9 passed, 0 failed\\n1 passed, 1 failed, 3 skipped')",
    [1, 1, 3],
  ],
  ['an error code after counts', "console.log('2 passed, 0 failed'); process.exit(3)", [2, 1, 0]],
  ['a crash', 'process.kill(process.pid)', [0, 1, 0]],
]

for (const [what, script, [passed, failed, skipped]] of CASES) {
  test(`a part that ends with ${what}`, async () => {
    const lines: string[] = []
    const result = await runPart(part(script), (line: string) => lines.push(line))
    expect(result, lines.join('\n')).toEqual({ passed, failed, skipped })
  })
}

test('a part that hangs is stopped at its deadline, and what it said before counts', async () => {
  let ring = () => {}
  const hangs = part("console.log('5 passed, 0 failed'); setInterval(() => {}, 1000)")
  const hear = (line: string) => {
    if (line.includes('5 passed')) ring()
  }
  const result = await runPart(hangs, hear, (given, ms) => {
    expect(ms).toBe(60_000)
    ring = given
    return undefined
  })
  expect(result).toEqual({ passed: 5, failed: 1, skipped: 0 })
})

test('a program that is not there is a failure', async () => {
  const missing = { ...part(''), command: '/nowhere/program' }
  expect(await runPart(missing, () => {})).toEqual({ passed: 0, failed: 1, skipped: 0 })
})
