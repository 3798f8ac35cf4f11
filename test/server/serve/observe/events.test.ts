/** The events of the pool that reach the log and metrics, and in which form. */
import { expect } from '@playwright/test'
import { fromPool } from '../../../../server/serve/observe/events.ts'
import type { Result } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('events')

const job = { page: '/', state: '/a', url: 'http://a.test/', form: 'crawler' } as const
const rendered = (result: Result, trace?: boolean) =>
  fromPool({ type: 'rendered', job: { ...job, ...(trace && { trace }) }, result, time: 7 })

test('a job is one event with its outcome, and a refusal because of overload is none', () => {
  const event = { type: 'rendered', state: '/a', time: 7 }
  expect(rendered({ type: 'late' })).toEqual({ ...event, outcome: 'late' })
  expect(rendered({ type: 'hung', retryAfter: 60_000, why: '' })).toEqual({
    ...event,
    outcome: 'hung',
  })
  expect(rendered({ type: 'overloaded' })).toBeUndefined()
  expect(fromPool({ type: 'queued', job, waiting: 3 })).toBeUndefined()
})

test('an event has the waits of its page only if the job was traced', () => {
  const trace = { loads: [], waits: [] } as never
  expect(rendered({ type: 'late', trace }, true)).toMatchObject({ trace })
  expect(rendered({ type: 'late', trace })).not.toHaveProperty('trace')
})

test('an error outside of an answer is a warning', () => {
  expect(fromPool({ type: 'stray', error: 'no', state: null })).toEqual({
    ...{ type: 'warning', state: '', warnings: ['no'] },
  })
  const replaced = { type: 'replaced', why: 'it hung' } as const
  expect(fromPool(replaced)).toEqual(replaced)
})
