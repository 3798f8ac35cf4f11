/** What the lines of a server's log add up to, by reader; whatever is no line of it is passed over. */
import { expect } from '@playwright/test'
import { createLog } from '../../../server/observe/log.ts'
import { createLogReader } from '../../../server/observe/log-summary.ts'
import { suite } from '../../run/suite.ts'
import { logged } from './logged.ts'

const test = suite('log-summary')

function summaryOf(lines: readonly string[]) {
  const reader = createLogReader()
  for (const line of lines) reader.line(line)
  return reader.summary
}

test('requests, pages, misses, times and statuses are counted by reader', () => {
  const { readers, lines, others, from, to } = summaryOf([
    ...logged(createLog),
    ...logged(createLog),
  ])
  expect(Object.keys(readers)).toEqual(['scheme', 'model', 'person', 'unknown'])
  expect(readers.model).toMatchObject({
    requests: 200,
    pages: 200,
    misses: 0,
    statuses: { 200: 200 },
  })
  const { half, most } = readers.model?.time ?? { half: 0, most: 0 }
  expect(half).toBeGreaterThan(45)
  expect(half).toBeLessThan(56)
  expect(most).toBeGreaterThan(90)
  expect(most).toBeLessThan(105)
  expect(readers.scheme).toMatchObject({ requests: 2, pages: 2, misses: 2, statuses: { 404: 2 } })
  expect(readers.person).toMatchObject({ requests: 2, pages: 0 })
  expect(readers.unknown).toMatchObject({ requests: 2, misses: 2, statuses: { 503: 2 } })
  expect([lines, others]).toEqual([210, 4])
  expect(Date.parse(to ?? '')).toBeGreaterThanOrEqual(Date.parse(from ?? ''))
})

for (const line of [
  '',
  'answered',
  '{"type":"answered"',
  '{"type":"answered","status":"200"}',
  '{"type":"answered","status":99999}',
  'null "answered"',
]) {
  test(`${JSON.stringify(line)} is passed over`, () => {
    expect(summaryOf([line])).toEqual({ lines: 1, others: 1, readers: {} })
  })
}
