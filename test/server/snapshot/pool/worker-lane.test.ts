/**
 * A lane with scripted workers, in a time of its own: for any mix of jobs, hangs, exits, slow
 * starts, ageing and closing, every job gets exactly one answer, and a page pays for another's
 * fault only by waiting.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { WorkerLane, type WorkerLaneOptions } from '../../../../server/snapshot/pool/worker-lane.ts'
import { numRuns } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { FakeClock, FakeWorker, HOARDED, WORK } from './fake-worker.ts'

const test = suite('worker lane')

const DEADLINE = 3000
const QUEUE = 12
const WORKERS = 2
const SPARES = 1

/** A lane whose workers are ready soon, until `starts` says otherwise. */
async function open(over: Partial<WorkerLaneOptions> = {}, how = 'soon') {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const starts = { how }
  const options: WorkerLaneOptions = {
    spawn(listener) {
      const worker = new FakeWorker(clock, starts.how, listener)
      workers.push(worker)
      return worker
    },
    ...{ workers: WORKERS, spares: SPARES, deadline: DEADLINE, startDeadline: 3000, queue: QUEUE },
    ...{ patience: Number.POSITIVE_INFINITY, clock },
    maxAge: { renders: 10, ms: 60_000, bytes: Number.POSITIVE_INFINITY },
    ...over,
  }
  const replaced: string[] = []
  const starting = new WorkerLane(options, (event) => {
    if (event.type === 'replaced') replaced.push(event.why)
  }).start()
  await clock.pass(10)
  // The first one starts alone: the others take its code, or are spared its error.
  expect(workers).toHaveLength(1)
  await clock.pass(990)
  return { lane: await starting, clock, workers, starts, replaced }
}

/** One worker that does not age. */
const alone = (over: Partial<WorkerLaneOptions> = {}) =>
  open({ workers: 1, maxAge: { renders: 1e9, ms: 1e9, bytes: 1e9 }, ...over })

const ask = (lane: WorkerLane, state: string) =>
  Promise.resolve(lane.render({ page: '/', state, url: 'http://model.test/', form: 'crawler' }))
const typesOf = async (answers: readonly ReturnType<typeof ask>[]) =>
  (await Promise.all(answers)).map(({ type }) => type)
const states = (kind: string, count: number) =>
  Array.from({ length: count }, (_, id) => `${kind}/${id}`)

const number = (most: number) => fc.nat(most).map(String)
/** The act, and its target: `good` jobs are answered after some ms, others end their worker. */
const step = fc.oneof(
  { weight: 10, arbitrary: fc.tuple(fc.constant('good'), number(30)) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('loop', 'exit'), number(3)) },
  { weight: 6, arbitrary: fc.tuple(fc.constant('wait'), number(4000)) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('start'), fc.constantFrom('soon', 'slowly', 'never', 'fails')),
  },
  { weight: 1, arbitrary: fc.constant(['dies', ''] as [string, string]) },
)

test('every job is answered exactly once, in bounded time, and only faults end workers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), fc.boolean(), async (steps, closes) => {
      const { lane, clock, workers, starts } = await open()
      const jobs: { kind: string; answers: string[] }[] = []
      const fine = ['snapshot', 'overloaded', 'no-worker', 'barred', ...(closes ? ['closed'] : [])]
      for (const [action, which] of steps) {
        if (action === 'wait') await clock.pass(Number(which))
        else if (action === 'start') starts.how = which
        else if (action === 'dies') {
          workers.find(({ isReady }) => isReady)?.die()
          fine.push('died')
        } else {
          const job = { kind: action, answers: [] as string[] }
          jobs.push(job)
          void ask(lane, `${action}/${which}`).then((answer) => job.answers.push(answer.type))
        }
        await clock.pass(0)
        const waiting = jobs.filter(({ answers }) => answers.length === 0)
        expect(waiting.length).toBeLessThanOrEqual(QUEUE)
        const alive = workers.filter((worker) => !worker.isGone)
        expect(alive.length).toBeLessThanOrEqual(2 * (WORKERS + SPARES))
      }
      if (closes) await lane.close()
      await clock.pass(12 * DEADLINE)
      for (const { kind, answers } of jobs) {
        expect(answers).toHaveLength(1)
        // A job may find no worker when workers do not start; but it is never blamed.
        if (kind === 'good') expect(fine).toContain(answers[0])
        else expect(answers).not.toContain('snapshot')
      }
      // A page that ended a worker ends no other for a minute; two of them may have waited already.
      for (const state of ['loop/1', 'exit/1']) {
        const costs = workers.filter(({ endedBy }) => endedBy === state).length
        expect(costs).toBeLessThanOrEqual(WORKERS * (1 + Math.floor(clock.now() / 60_000)))
      }
      await lane.close()
      expect(workers.every(({ isGone }) => isGone)).toBe(true)
    }),
    { numRuns: numRuns(30, 200) },
  )
})

test('a page is refused for a minute after it has ended its worker, and no other page is', async () => {
  const { lane, clock } = await open()
  for (const [state, type] of [
    ['exit/1', 'died'],
    ['loop/1', 'hung'],
  ] as const) {
    const [guilty, ...others] = [
      ask(lane, state),
      ...states('good', 8).map((one) => ask(lane, one)),
    ]
    await clock.pass(2 * DEADLINE)
    expect(await guilty).toEqual({
      ...{ type, retryAfter: 60_000 },
      why: expect.stringContaining(state),
    })
    expect(new Set(await typesOf(others))).toEqual(new Set(['snapshot']))
    const barred = await ask(lane, state)
    expect(barred).toMatchObject({ type: 'barred', why: expect.stringContaining(state) })
  }
  await clock.pass(60_000)
  const again = ask(lane, 'exit/1')
  await clock.pass(DEADLINE)
  expect((await again).type).toBe('died')
  await lane.close()
})

test('a snapshot that ended its worker is refused, and not the page with another query or form', async () => {
  const { lane, clock } = await open()
  const url = 'http://model.test/'
  const job = { page: '/', state: 'exit/1', url: `${url}?a=1`, form: 'crawler' } as const
  const others = [
    { ...job, url: `${url}?a=2` },
    { ...job, url },
    { ...job, form: 'people' } as const,
  ]
  for (const type of ['died', 'barred']) {
    for (const one of [job, ...others]) {
      const answer = lane.render(one)
      await clock.pass(100)
      expect((await answer).type).toBe(type)
    }
  }
  await lane.close()
})

test('two jobs of a page that ends its worker cost two workers, and a third is refused', async () => {
  const { lane, clock } = await open()
  const answers = [ask(lane, 'exit/1'), ask(lane, 'exit/1')]
  await clock.pass(100)
  expect(await typesOf([...answers, ask(lane, 'exit/1')])).toEqual(['died', 'died', 'barred'])
  await lane.close()
})

test('a job whose worker is killed from outside runs once more, and is refused if that is killed too', async () => {
  const { lane, clock, workers } = await open()
  const answers = [ask(lane, 'good/1'), ask(lane, 'good/2')]
  const kill = (state: string) =>
    workers.find((one) => !one.isGone && one.jobs.at(-1) === state)?.die()
  kill('good/2')
  kill('good/1')
  // Over the grace, and into their work.
  await clock.pass(100 + WORK / 2)
  kill('good/2')
  await clock.pass(DEADLINE)
  expect(await typesOf([...answers, ask(lane, 'good/2')])).toEqual(['snapshot', 'died', 'barred'])
  await lane.close()
})

test('a job is not charged with a worker that was killed at the same time', async () => {
  const { lane, clock, workers } = await open()
  const answer = ask(lane, 'good/1')
  const dead = workers.filter(({ isReady }) => isReady)
  // One exit after the other, as the system reports them.
  for (const worker of dead) {
    worker.die()
    await clock.pass(5)
  }
  await clock.pass(DEADLINE)
  expect((await answer).type).toBe('snapshot')
  expect(dead.flatMap(({ jobs }) => jobs)).toEqual(['good/1'])
  await lane.close()
})

test('a worker retires after a page that leaves traces, and the page is still answered', async () => {
  const { lane, clock, workers, replaced } = await alone()
  const answers = ['soils/1', 'good/1'].map((state) => ask(lane, state))
  await clock.pass(2 * WORK)
  expect(await typesOf(answers)).toEqual(['snapshot', 'snapshot'])
  expect(workers.map(({ jobs }) => jobs).slice(0, 2)).toEqual([['soils/1'], ['good/1']])
  expect(replaced).toEqual([expect.stringContaining('window.soiled')])
  await lane.close()
})

test('a page that must start again in a new document is first in the queue', async () => {
  const { lane, clock, workers } = await alone()
  const answers = ['bare/1', 'good/1'].map((state) => ask(lane, state))
  await clock.pass(3 * WORK)
  expect(await typesOf(answers)).toEqual(['snapshot', 'snapshot'])
  expect(workers[0]?.jobs).toEqual(['bare/1', 'bare/1', 'good/1'])
  await lane.close()
})

test('jobs that wait when the lane closes are answered `closed`, and no worker starts after', async () => {
  const { lane, clock, workers } = await open()
  const answers = ['good/1', 'loop/1', 'exit/1'].map((state) => ask(lane, state))
  await lane.close()
  answers.push(ask(lane, 'good/1'))
  expect(await typesOf(answers)).toEqual(answers.map(() => 'closed'))
  const count = workers.length
  await clock.pass(60_000)
  expect(workers).toHaveLength(count)
})

test('jobs wait for a worker that starts slowly, at most one and a half deadlines', async () => {
  const { lane, clock, workers, starts } = await open()
  starts.how = 'never'
  for (const worker of [...workers]) worker.die()
  expect(lane.ready).toBe(0)
  const early = ask(lane, 'good/1')
  await clock.pass(1.5 * DEADLINE)
  expect((await early).type).toBe('no-worker')
  // Those that never start are given up; the ones started after a pause are ready at once.
  starts.how = 'soon'
  await clock.pass(4500)
  const later = ask(lane, 'good/2')
  await clock.pass(900)
  expect((await later).type).toBe('snapshot')
  expect(lane.ready).toBe(WORKERS)
  await lane.close()
})

test('a page that waits behind one that hangs is rendered after it, even with one worker', async () => {
  const { lane, clock } = await alone()
  const answers = [ask(lane, 'loop/1'), ask(lane, 'good/1')]
  await clock.pass(2 * DEADLINE)
  expect(await typesOf(answers)).toEqual(['hung', 'snapshot'])
  await lane.close()
})

test('the first page of a worker may take longer, and no message blames a loop for it', async () => {
  const { lane, clock } = await alone({ warmUp: 2000 })
  const whyOf = async (state: string, ms: number) => {
    const answer = ask(lane, state)
    await clock.pass(ms)
    return ((await answer) as { why?: string }).why
  }
  expect(await whyOf('good/1', WORK)).toBe(undefined)
  expect(await whyOf('loop/1', DEADLINE + 250)).toMatch(
    /over 3000 ms without a pause.*endless loop/,
  )
  expect(await whyOf('loop/2', DEADLINE + 2250)).toMatch(
    /over 5000 ms without a pause.*first page of its worker.*limits\.deadline/,
  )
  await lane.close()
})

test('old workers are replaced one by one, and the number of ready workers never drops', async () => {
  const { lane, clock, workers, replaced } = await open({}, 'slowly')
  await clock.pass(3000)
  const ended: number[] = []
  for (const state of states('good', 60)) {
    const answer = ask(lane, state)
    for (let ms = 0; ms < 100; ms += 10) {
      await clock.pass(10)
      expect(lane.ready).toBe(WORKERS)
    }
    expect((await answer).type).toBe('snapshot')
    ended.push(workers.filter(({ isGone }) => isGone).length)
  }
  expect(ended.at(-1)).toBeGreaterThan(2)
  expect(Math.max(...ended.map((count, at) => count - (ended[at - 1] ?? 0)))).toBe(1)
  // Nothing is wrong with them.
  expect(replaced).toEqual([])
  await lane.close()
})

test('a full queue refuses at once, and takes jobs again when one is answered', async () => {
  const { lane, clock } = await alone({ queue: 2 })
  const answers = states('good', 3).map((state) => ask(lane, state))
  await clock.pass(2 * WORK)
  answers.push(ask(lane, 'good/more'))
  await clock.pass(WORK)
  expect(await typesOf(answers)).toEqual(['snapshot', 'snapshot', 'overloaded', 'snapshot'])
  await lane.close()
})

test('a job is refused at once if the cost of earlier pages means too long a wait', async () => {
  const { lane, clock } = await alone({ queue: 100, patience: 5 * WORK })
  const rounds: string[][] = []
  for (const _ of ['unknown', 'known']) {
    const answers = states('good', 30).map((state) => ask(lane, state))
    await clock.pass(30 * WORK)
    rounds.push(await typesOf(answers))
  }
  const [first, second = []] = rounds
  // Nothing is known of the cost of pages: all may wait.
  expect(new Set(first)).toEqual(new Set(['snapshot']))
  const taken = second.filter((type) => type === 'snapshot').length
  // The estimate comes near to the true cost, from below; one page is being made.
  expect(taken).toBeGreaterThanOrEqual(5)
  expect(taken).toBeLessThanOrEqual(8)
  expect(new Set(second.slice(taken))).toEqual(new Set(['overloaded']))
  await lane.close()
})

test('a spare worker replaces a worker with too much memory', async () => {
  const maxAge = { renders: 1000, ms: 1e9, bytes: 5 * HOARDED }
  const { lane, clock, workers } = await alone({ maxAge })
  for (const state of states('hoard', 5)) {
    expect(workers.filter(({ isGone }) => isGone)).toEqual([])
    const answer = ask(lane, state)
    await clock.pass(WORK)
    expect((await answer).type).toBe('snapshot')
  }
  expect(workers.map(({ isGone }) => isGone)).toEqual([true, false, false])
  expect(lane.ready).toBe(1)
  await lane.close()
})
