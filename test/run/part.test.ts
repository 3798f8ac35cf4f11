/** The test run must not report more than is true: a part that crashes, says nothing or hangs is a failure, whatever it printed. */
import { expect } from '@playwright/test'
import { add, type Counts, judge, nothing, readCounts, writeCounts } from './part.ts'
import { suite } from './suite.ts'

const test = suite('part')

const counts = (passed: number, failed: number, skipped = 0): Counts => ({
  passed,
  failed,
  skipped,
})

interface Ended {
  readonly what: string
  readonly printed?: Counts
  readonly code: number | string
  readonly stoppedBy?: string
  readonly asCounts: Counts
  readonly asExit: Counts
}

const CASES: readonly Ended[] = [
  { what: 'counts', printed: counts(2, 0, 3), code: 0, asCounts: counts(2, 0, 3), asExit: nothing },
  {
    what: 'counts of failures and an error code',
    printed: counts(2, 1),
    code: 1,
    asCounts: counts(2, 1),
    asExit: counts(2, 2),
  },
  {
    what: 'an error code although it counts no failure',
    printed: counts(2, 0),
    code: 3,
    asCounts: counts(2, 1),
    asExit: counts(2, 1),
  },
  { what: 'no counts', code: 0, asCounts: counts(0, 1), asExit: nothing },
  { what: 'a crash', code: 'SIGTERM', asCounts: counts(0, 1), asExit: counts(0, 1) },
  {
    what: 'its deadline, after counts',
    printed: counts(5, 0),
    code: 'SIGKILL',
    stoppedBy: 'its deadline',
    asCounts: counts(5, 1),
    asExit: counts(5, 1),
  },
]

for (const { what, printed, code, stoppedBy, asCounts, asExit } of CASES) {
  for (const [verdict, expected] of [
    ['counts', asCounts],
    ['exit', asExit],
  ] as const) {
    test(`one that is read by its ${verdict}, and ends with ${what}`, () => {
      const said: string[] = []
      expect(judge({ verdict }, printed, code, stoppedBy, (text) => said.push(text))).toEqual(
        expected,
      )
      expect(said.length).toBe(expected.failed > (printed?.failed ?? 0) ? 1 : 0)
    })
  }
}

test('the closing line reads as it is written', () => {
  for (const one of [counts(12, 0, 1), counts(0, 3)])
    expect(readCounts(writeCounts(one))).toEqual(one)
  expect(readCounts('units | 1 passed, 0 failed')).toBeUndefined()
})

test('the sum of two parts is that of each count', () => {
  expect(add(counts(1, 2, 3), counts(4, 5, 6))).toEqual(counts(5, 7, 9))
})
