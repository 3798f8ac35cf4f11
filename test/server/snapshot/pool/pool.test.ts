/** The pool picks a lane for each job, and its observer sees every job come and go. */
import { expect } from '@playwright/test'
import { type Lane, Pool, type PoolEvent } from '../../../../server/snapshot/pool/pool.ts'
import type { Answer, Job, Result } from '../../../../server/snapshot/pool/protocol.ts'
import { suite } from '../../../run/suite.ts'
import { deferred } from '../../helpers/promises.ts'

const test = suite('pool')

const answer = (body: string): Result => ({ type: 'snapshot', body }) as unknown as Answer
const jobOf = (page: string): Job => ({
  page,
  state: '/a',
  url: `http://a.test${page}`,
  form: 'crawler',
})

/** A lane whose answers are its name. */
const laneOf = (name: string, lane: Partial<Lane> = {}): Lane => ({
  takes: ({ page }) => page === `/${name}/`,
  render: async ({ states }) => answer(name + (states ?? '')),
  ...{ ready: 2, isFull: false, close: async () => undefined },
  ...lane,
})

function open(...lanes: readonly Lane[]) {
  const events: PoolEvent[] = []
  return { events, pool: new Pool(lanes, (event) => events.push(event)) }
}

test('a job goes to the first lane that takes it', async () => {
  const { pool } = open(laneOf('b'), laneOf('b2', { takes: () => true }))
  expect(await pool.render(jobOf('/b/'))).toEqual(answer('b'))
  expect(await pool.render(jobOf('/c/'))).toEqual(answer('b2'))
})

test('a lane completes its jobs before it renders them, or answers them at once', async () => {
  const late: Result = { type: 'late' }
  const { pool } = open(
    laneOf('a', { prepare: async (job) => ({ ...job, states: '#/' }) }),
    laneOf('b', { prepare: async () => late }),
  )
  expect(await pool.render(jobOf('/a/'))).toEqual(answer('a#/'))
  expect(await pool.render(jobOf('/b/'))).toBe(late)
})

test('each job is observed as it comes, with the jobs before it, and with its result', async () => {
  const { pool, events } = open(laneOf('a'), laneOf('b'))
  const [first, job] = [jobOf('/b/'), jobOf('/a/')]
  const rendering = [pool.render(first), pool.render(job)]
  // At once: a span begins in the context of the request.
  expect(events).toEqual([
    { type: 'queued', job: first, waiting: 0 },
    { type: 'queued', job, waiting: 1 },
  ])
  const [, result] = await Promise.all(rendering)
  expect(events.slice(3)).toEqual([{ type: 'rendered', job, result, time: expect.any(Number) }])
  expect(pool.waiting).toBe(0)
})

test('a job counts once while one lane completes it in another', async () => {
  const written = deferred<Result>()
  const workers = laneOf('b', { render: () => written.promise })
  const { pool } = open(laneOf('a', { render: (job) => workers.render(job) }), workers)
  const rendering = [pool.render(jobOf('/a/')), pool.render(jobOf('/b/'))]
  await null
  expect(pool.waiting).toBe(2)
  written.resolve(answer('b'))
  await Promise.all(rendering)
  expect(pool.waiting).toBe(0)
})

test('the pool is ready if each lane with workers has a ready one, and full if all are', () => {
  const chromium = (({ ready: _, ...lane }) => lane)(laneOf('c'))
  const { pool } = open(laneOf('a'), chromium)
  expect([pool.ready, pool.isFull]).toEqual([2, false])
  const half = open(laneOf('a', { isFull: true }), laneOf('b', { ready: 0 })).pool
  expect([half.ready, half.isFull]).toEqual([0, false])
  expect(open(laneOf('a', { isFull: true })).pool.isFull).toBe(true)
})
