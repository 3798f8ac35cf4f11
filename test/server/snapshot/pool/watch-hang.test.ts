/**
 * A job is ended from outside if its worker computes or sleeps without end, and never because of
 * other load on the machine.
 */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { usageOf, watchForHang } from '../../../../server/snapshot/pool/watch-hang.ts'
import { suite } from '../../../run/suite.ts'
import { rows } from '../../helpers/rows.ts'
import { FakeClock } from './fake-worker.ts'

const test = suite('watch hang')

const DEADLINE = 10_000
const NEVER = Number.POSITIVE_INFINITY

/**
 * How a worker spends its time: its share of a processor, and until when; then it sleeps, or waits
 * for one.
 */
interface Worker {
  readonly share: number
  readonly until?: number
  readonly after?: 'sleeps' | 'waits'
}

async function endedAfter(worker: Worker | undefined): Promise<number> {
  const clock = new FakeClock()
  let found = NEVER
  const usage = () => {
    if (worker === undefined) return undefined
    const { share, until = NEVER, after = 'waits' } = worker
    const cpu = Math.round(share * Math.min(clock.now(), until))
    return { cpu, isAsleep: after === 'sleeps' && clock.now() > until }
  }
  watchForHang(clock, usage, DEADLINE, () => {
    expect(found).toBe(NEVER)
    found = clock.now()
  })
  await clock.pass(20 * DEADLINE)
  return found
}

// The event | how the worker spends its time | after how many deadlines it is ended.
for (const [title, worker, deadlines] of rows`
  an endless loop ends with the deadline                           | {"share": 1}    | 1.025
  a loop that shares a processor ends when it has computed as much | {"share": 0.5}  | 1.9
  a worker that gets next to no processor has ten deadlines        | {"share": 0.02} | 10.025
  a worker that sleeps ends after two deadlines | {"share": 1, "until": 200, "after": "sleeps"} | 2.025
  a worker that waits for a processor does not end then            | {"share": 1, "until": 200} | 10.025
  without CPU times, a worker ends after two deadlines             | ''              | 2.025
`)
  test(title, async () => {
    const found = await endedAfter(worker ? JSON.parse(worker) : undefined)
    expect(Math.abs(found - Number(deadlines) * DEADLINE)).toBeLessThanOrEqual(250)
  })

test('a finished job is not ended', async () => {
  const clock = new FakeClock()
  const over = watchForHang(
    clock,
    () => undefined,
    DEADLINE,
    () => expect(true).toBe(false),
  )
  await clock.pass(DEADLINE + 100)
  over()
  await clock.pass(20 * DEADLINE)
})

test('the CPU time of a process grows while it computes, and it is awake then', () => {
  const before = usageOf(process.pid)
  if (process.platform !== 'linux') return expect(before).toBeUndefined()
  expect(before?.isAsleep).toBe(false)
  const cpu = () => usageOf(process.pid)?.cpu ?? 0
  let text = ''
  while (cpu() < (before?.cpu ?? 0) + 30) text = readFileSync(import.meta.filename, 'utf8')
  expect(text).not.toBe('')
  expect(usageOf(2 ** 30)).toBeUndefined()
  return undefined
})
