/** What the lines of a server's log add up to, by reader; whatever is no line of it is passed over. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { createLog } from '../../../server/observe/log.ts'
import { createLogReader } from '../../../server/observe/log-summary.ts'

const test = suite('log-summary')

/** Lines as the server writes them. */
function logged(): string[] {
  const lines: string[] = []
  const { observe, logger } = createLog('debug', { write: (line) => void lines.push(line.trim()) })
  const at = { page: '/', type: 'answered' } as const
  for (let id = 1; id <= 100; id++)
    observe({ ...at, state: `/${id}`, status: 200, source: 'hit', time: id, reader: 'model' })
  observe({ ...at, state: '/x', status: 404, source: 'rendered', time: 5, reader: 'scheme' })
  observe({ ...at, state: null, status: 200, source: 'shell', time: 1, reader: 'person' })
  observe({ ...at, state: '/y', status: 503, source: 'waited', time: 1 })
  observe({ type: 'rendered', state: 'an "answered" one', outcome: 'snapshot', time: 1 })
  logger.info('serving')
  return lines
}

function summaryOf(lines: readonly string[]) {
  const reader = createLogReader()
  for (const line of lines) reader.line(line)
  return reader.summary
}

test('requests, pages, misses, times and statuses are counted by reader', () => {
  const { readers, lines, others, from, to } = summaryOf([...logged(), ...logged()])
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
