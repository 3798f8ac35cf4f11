/** The copy of the log of purges: which pages still hold, when the log goes on, comes late, was cut, or is another one. */
import { expect } from '@playwright/test'
import { cacheKeyOf } from '../../../server/cache/cache-key.ts'
import { createPurgeLog, type LogEntry } from '../../../server/cache/purge-log.ts'
import { suite } from '../../run/suite.ts'

const test = suite('purge-log')

const ADDRESS = cacheKeyOf('/', '', 'a')
const begin = (id: string): LogEntry => ({ id, which: undefined })
const purge = (id: string, state: string): LogEntry => ({ id, which: { state } })

/** A log that has taken these readings, each an array of entries. */
function logOf(...readings: readonly (readonly LogEntry[])[]) {
  const log = createPurgeLog()
  const told = readings.map((entries) => log.take(entries).map(({ id }) => id))
  const holds = (since: string) => log.holds(ADDRESS, since, undefined)
  return { told, holds, log }
}

test('a page holds since an entry that is known, until a purge of it', () => {
  const { told, holds } = logOf(
    [begin('10-0'), purge('20-0', 'b')],
    [purge('20-0', 'b'), purge('30-0', 'a')],
  )
  expect(told).toEqual([['10-0', '20-0'], ['30-0']])
  expect(['10-0', '20-0', '30-0', '40-0'].map(holds)).toEqual([false, false, true, false])
})

test('an older reading that comes late tells nothing', () => {
  const { told, holds, log } = logOf([begin('10-0'), purge('20-0', 'b')], [begin('10-0')])
  expect(told).toEqual([['10-0', '20-0'], []])
  expect(log.last).toBe('20-0')
  expect(holds('10-0')).toBe(true)
})

test('of a log that was begun anew nothing of the old one holds, and all is told', () => {
  const { told, holds, log } = logOf([begin('10-0'), purge('20-0', 'b')], [begin('15-0')])
  expect(told[1]).toEqual(['15-missed'])
  expect(['10-0', '15-0', '20-0'].some(holds)).toBe(false)
  // The next reading is of the log as it is.
  log.take([begin('15-0'), purge('25-0', 'b')])
  expect(['10-0', '20-0'].some(holds)).toBe(false)
  expect(['15-0', '25-0'].every(holds)).toBe(true)
})

test('what was cut off may have been anything', () => {
  const { told, holds } = logOf([begin('10-0')], [purge('30-0', 'b'), purge('40-0', 'b')])
  expect(told[1]).toEqual(['40-missed', '30-0', '40-0'])
  expect(holds('10-0')).toBe(false)
  expect(holds('30-0')).toBe(true)
})
