/**
 * The test run must not report more than is true: a part that crashes, says nothing or hangs is a failure, whatever else it
 * printed. Each case here is a small Node process in the place of a part.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { createDigest } from './run/digest.ts'
import { readCounts, runPart, writeCounts } from './run/part.ts'

const cases = [
  { what: 'counts', script: "console.log('2 passed, 1 failed, 3 skipped')", sum: [2, 1, 3] },
  {
    what: 'the last counts',
    script: "console.log('9 passed, 0 failed\\n1 passed, 0 failed')",
    sum: [1, 0, 0],
  },
  {
    what: 'an error code after counts',
    script: "console.log('2 passed, 0 failed'); process.exit(3)",
    sum: [2, 1, 0],
  },
  { what: 'no counts', script: "console.log('all is well')", sum: [0, 1, 0] },
  { what: 'a crash', script: 'process.kill(process.pid)', sum: [0, 1, 0] },
  {
    what: 'a hang',
    script: "console.log('5 passed, 0 failed'); setInterval(() => {}, 1000)",
    sum: [5, 1, 0],
  },
]

for (const { what, script, sum } of cases) {
  test(`a part that ends with ${what}`, async () => {
    const [passed, failed, skipped] = sum
    const lines: string[] = []
    const part = {
      name: 'child',
      command: process.execPath,
      args: ['-e', script],
      deadlineMs: what === 'a hang' ? 5000 : 60_000,
      verdict: 'counts' as const,
    }
    const result = await runPart(part, (line: string) => lines.push(line))
    expect(result, lines.join('\n')).toEqual({ passed, failed, skipped })
  })
}

test('the closing line reads as it is written', () => {
  const counts = { passed: 12, failed: 0, skipped: 1 }
  expect(readCounts(writeCounts(counts))).toEqual(counts)
  expect(readCounts('units | 1 passed, 0 failed')).toBeUndefined()
})

test('what failed is told again at the end, with its errors, and nothing else', () => {
  const digest = createDigest()
  for (const line of [
    'build | (1.0 s)',
    'units | ✘ adds (1 ms)',
    'units | Error: 1 is not 2',
    'units |   at sum.ts:1',
    'units | ✔ subtracts (1 ms)',
    'specs | ✔ answers (2 ms)',
    'specs | ✘ refuses (3 ms)',
    'specs | Error: 200',
    'specs | 1 passed, 1 failed',
    'types | error TS2322',
    'types | FAILED: it ended with 2; counted as one failure',
  ])
    digest.read(line)
  expect(digest.failures()).toEqual([
    'units | ✘ adds (1 ms)',
    'units | Error: 1 is not 2',
    'units |   at sum.ts:1',
    'specs | ✘ refuses (3 ms)',
    'specs | Error: 200',
    'types | error TS2322',
    'types | FAILED: it ended with 2; counted as one failure',
  ])
})

test('no spec leaves a variable in the environment of those that follow it in its process', () => {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  const setting = files
    .filter((file) => /\.ts$/.test(file) && !/^(?:bench|run|fuzz)\/|^environment\.ts$/.test(file))
    .filter((file) =>
      /process\.env(?:\.\w+|\[[^\]]+\]) \??\|?\|?= |Object\.assign\(process\.env|delete process\.env/.test(
        readFileSync(`test/${file}`, 'utf8'),
      ),
    )
  expect(setting.filter((file) => file !== 'run.spec.ts')).toEqual([])
})
