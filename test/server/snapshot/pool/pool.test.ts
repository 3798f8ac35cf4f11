/**
 * The pool against workers that do what a script says, in a time of its own: whatever jobs, hangs, exits, slow starts, ageing
 * and closing come together, every job is answered exactly once, and nobody pays for another's fault but by waiting.
 */
import { expect } from '@playwright/test'
import fc from 'fast-check'
import { createPool, type Pool, type PoolOptions } from '../../../../server/snapshot/pool/pool.ts'
import { seed } from '../../../run/seed.ts'
import { suite } from '../../../run/suite.ts'
import { FakeClock, FakeWorker, HOARDED, WORK } from './fake-worker.ts'

const test = suite('pool')

const IS_LONG = process.env.LONG_PROPERTIES === '1'
/** A property draws from the seed of the run, and looks at more cases in the long run. */
const runs = (short: number, long: number) => ({ seed, numRuns: IS_LONG ? long : short })
const PROPERTY = { timeout: 120_000 }

const DEADLINE = 3000
const QUEUE = 12
const WORKERS = 2
const SPARES = 1

type Step =
  | { readonly type: 'job'; readonly state: string }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'start'; readonly how: 'soon' | 'slowly' | 'never' | 'fails' }
  | { readonly type: 'dies' }
  | { readonly type: 'close' }

// `good` ones are answered after some ms, the others end their worker: by a loop, by an exit.
const state = fc.oneof(
  { weight: 8, arbitrary: fc.nat(30).map((id) => `good/${id}`) },
  { weight: 1, arbitrary: fc.nat(3).map((id) => `loop/${id}`) },
  { weight: 1, arbitrary: fc.nat(3).map((id) => `exit/${id}`) },
)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: state.map((state) => ({ type: 'job' as const, state })) },
  { weight: 6, arbitrary: fc.nat(4000).map((ms) => ({ type: 'wait' as const, ms })) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('soon' as const, 'slowly' as const, 'never' as const, 'fails' as const)
      .map((how) => ({ type: 'start' as const, how })),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'dies' as const }) },
)

const settings = (clock: FakeClock, workers: FakeWorker[], starts: { how: string }) => ({
  spawn() {
    const worker = new FakeWorker(clock, starts.how)
    workers.push(worker)
    return worker
  },
  workers: WORKERS,
  spares: SPARES,
  deadline: DEADLINE,
  startDeadline: 3000,
  queue: QUEUE,
  patience: Number.POSITIVE_INFINITY,
  maxAge: { renders: 10, ms: 60_000, bytes: Number.POSITIVE_INFINITY },
  seed: 0.3,
  clock,
  routeOf: ({ state }: { state: string }) => state.split('/')[0],
})

async function started(clock: FakeClock, workers: FakeWorker[], starts: { how: string }) {
  const starting = createPool(settings(clock, workers, starts))
  await clock.pass(500)
  return starting
}

const ask = (pool: Pool, state: string) =>
  Promise.resolve(pool.render({ page: '/', state, url: 'http://model.test/' }))

test(
  'every job is answered exactly once, in bounded time, and by none but the guilty is a worker lost twice',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
        const clock = new FakeClock()
        const workers: FakeWorker[] = []
        const starts = { how: 'soon' }
        const pool = await started(clock, workers, starts)
        const jobs: { state: string; asked: number; answers: string[] }[] = []
        let killedFromOutside = 0
        for (const one of steps) {
          if (one.type === 'job') {
            const job = { state: one.state, asked: clock.now(), answers: [] as string[] }
            jobs.push(job)
            void ask(pool, one.state).then(({ type }) => job.answers.push(type))
          } else if (one.type === 'wait') await clock.pass(one.ms)
          else if (one.type === 'start') starts.how = one.how
          else if (one.type === 'dies') {
            const alive = workers.filter((worker) => worker.isReady)
            alive[0]?.die()
            killedFromOutside += 1
          }
          expect(pool.waiting).toBeLessThanOrEqual(QUEUE)
          const alive = workers.filter((worker) => !worker.isGone)
          expect(alive.length).toBeLessThanOrEqual(2 * (WORKERS + SPARES))
        }
        // The longest way: some workers lost to others, each after a wait and half a deadline, and then its own turn.
        await clock.pass(12 * DEADLINE)
        for (const { state, answers } of jobs) {
          expect(answers).toHaveLength(1)
          const [answer = ''] = answers
          if (state.startsWith('good')) {
            // Who waits may be late when workers do not start; but it is never blamed.
            const fine = ['snapshot', 'overloaded', 'late', 'barred']
            expect(killedFromOutside > 0 ? [...fine, 'crashed'] : fine).toContain(answer)
          } else expect(answer).not.toBe('snapshot')
        }
        expect(pool.waiting).toBe(0)
        // A fault costs one worker; what has cost two costs none for a while.
        for (const route of ['loop', 'exit']) {
          const costs = workers.filter(({ endedBy }) => endedBy?.startsWith(route)).length
          expect(costs).toBeLessThanOrEqual(2 + Math.floor(clock.now() / 10_000))
        }
        await pool.close()
        expect(workers.every(({ isGone }) => isGone)).toBe(true)
      }),
      runs(15, 100),
    )
  },
  PROPERTY,
)

test('an innocent is not given to a worker that has the next of what it was lost to', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const pool = await started(clock, workers, { how: 'soon' })
  const states = 'loop good good good good loop good exit good exit good'
    .split(' ')
    .map((state) => `${state}/1`)
  const answers = states.map((state) => ask(pool, state))
  await clock.pass(8 * DEADLINE)
  for (const [at, { type }] of (await Promise.all(answers)).entries())
    if (states[at] === 'good/1') expect(type).toBe('snapshot')
  await pool.close()
})

test(
  'an innocent is never lost twice to one culprit, nor refused for it',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom('good/1', 'good/2', 'good/3', 'loop/1', 'exit/1'), {
          minLength: 1,
          maxLength: QUEUE,
        }),
        fc.nat(200),
        async (states, pause) => {
          const clock = new FakeClock()
          const workers: FakeWorker[] = []
          const pool = await started(clock, workers, { how: 'soon' })
          const answers = states.map((state) => ask(pool, state))
          await clock.pass(pause)
          await clock.pass(8 * DEADLINE)
          for (const [at, { type }] of (await Promise.all(answers)).entries()) {
            if (states[at]?.startsWith('good')) expect(type).toBe('snapshot')
          }
          await pool.close()
        },
      ),
      runs(30, 300),
    )
  },
  PROPERTY,
)

test(
  'a pool that serves one by one gives no worker a second job before it has answered the first',
  async () => {
    const page = fc.constantFrom('store/1', 'good/1', 'holds/1', 'exit/1')
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(page, fc.nat(120)), { minLength: 4, maxLength: 20 }),
        async (steps) => {
          const clock = new FakeClock()
          const workers: FakeWorker[] = []
          const starting = createPool({
            ...settings(clock, workers, { how: 'soon' }),
            ...{ oneByOne: true, queue: 100, wait: 60_000 },
          })
          await clock.pass(500)
          const pool = await starting
          let answers = 0
          for (const [state, ms] of steps) {
            void ask(pool, state).then(() => {
              answers += 1
            })
            expect(Math.max(...workers.map(({ load }) => load))).toBeLessThanOrEqual(1)
            await clock.pass(ms)
          }
          await clock.pass(60_000)
          expect(answers).toBe(steps.length)
          await pool.close()
        },
      ),
      runs(15, 200),
    )
  },
  PROPERTY,
)

test('a job that waits first and loops then is to blame, and not the page that has the DOM meanwhile', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const alone = { ...settings(clock, workers, { how: 'soon' }), workers: 1 }
  const starting = createPool(alone)
  await clock.pass(500)
  const pool = await starting
  const innocent = ask(pool, 'holds/1')
  await clock.pass(50)
  const guilty = ask(pool, 'later/1')
  await clock.pass(8 * DEADLINE)
  expect([(await innocent).type, (await guilty).type]).toEqual(['snapshot', 'late'])
  await pool.close()
})

test('what waits when the pool closes is answered `closed`, and nothing is started after', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const pool = await started(clock, workers, { how: 'soon' })
  const answers = ['good/1', 'loop/1', 'exit/1'].map((state) => ask(pool, state))
  await pool.close()
  expect((await Promise.all(answers)).map(({ type }) => type)).toEqual(
    Array.from(answers, () => 'closed'),
  )
  const count = workers.length
  await clock.pass(60_000)
  expect(workers).toHaveLength(count)
  expect((await ask(pool, 'good/1')).type).toBe('closed')
})

test('jobs wait for a worker that starts slowly, at most their deadline', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const starts = { how: 'soon' }
  const pool = await started(clock, workers, starts)
  starts.how = 'never'
  for (const worker of [...workers]) worker.die()
  expect(pool.ready).toBe(0)
  const early = ask(pool, 'good/1')
  await clock.pass(DEADLINE)
  expect((await early).type).toBe('late')
  // The three that never start are given up; those started after their pause are ready at once.
  starts.how = 'soon'
  await clock.pass(500)
  const later = ask(pool, 'good/2')
  await clock.pass(900)
  expect((await later).type).toBe('snapshot')
  expect(pool.ready).toBe(WORKERS)
  await pool.close()
})

test('a worker that cannot start is tried ever more rarely', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const starts = { how: 'soon' }
  const pool = await started(clock, workers, starts)
  starts.how = 'fails'
  workers[0]?.die()
  await clock.pass(10_000)
  const first = workers.length
  await clock.pass(60_000)
  expect(workers.length - first).toBeLessThan(first)
  await pool.close()
})

test('workers age apart, and there are never fewer at work for it', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const pool = await started(clock, workers, { how: 'slowly' })
  await clock.pass(3000)
  const retired: number[] = []
  for (let id = 0; id < 60; id++) {
    const answer = ask(pool, `good/${id}`)
    for (let ms = 0; ms < 100; ms += 10) {
      await clock.pass(10)
      expect(pool.ready).toBe(WORKERS)
    }
    expect((await answer).type).toBe('snapshot')
    retired.push(workers.filter(({ isGone }) => isGone).length)
  }
  expect(retired.at(-1)).toBeGreaterThan(2)
  expect(Math.max(...retired.map((count, at) => count - (retired[at - 1] ?? 0)))).toBe(1)
  await pool.close()
})

test('a route that has ended two workers in a row is refused for all of its states, until it is tried alone', async () => {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const pool = await started(clock, workers, { how: 'soon' })
  for (const id of [1, 2]) {
    const answer = ask(pool, `exit/${id}`)
    await clock.pass(600)
    expect((await answer).type).toBe('crashed')
  }
  expect(await ask(pool, 'exit/3')).toEqual({
    ...{ type: 'barred', retryAfter: expect.any(Number) },
    why: expect.stringContaining('exit/2'),
  })
  const other = ask(pool, 'good/3')
  await clock.pass(400)
  expect((await other).type).toBe('snapshot')
  await pool.close()
})

/** One worker that does not age, with settings of the test's. */
async function alone(over: Partial<PoolOptions> = {}) {
  const clock = new FakeClock()
  const workers: FakeWorker[] = []
  const maxAge = { renders: 1e9, ms: 1e9, bytes: 1e9 }
  const options = { ...settings(clock, workers, { how: 'soon' }), workers: 1, maxAge, ...over }
  const starting = createPool(options)
  await clock.pass(500)
  return { pool: await starting, clock, workers }
}
const states = (kind: string, count: number) =>
  Array.from({ length: count }, (_, id) => `${kind}/${id}`)

test('a full queue refuses at once, and takes jobs again when one is answered', async () => {
  const { pool, clock } = await alone({ queue: 2 })
  const under = states('good', 2).map((state) => ask(pool, state))
  expect((await ask(pool, 'good/more')).type).toBe('overloaded')
  await clock.pass(2 * WORK)
  expect((await Promise.all(under)).map(({ type }) => type)).toEqual(['snapshot', 'snapshot'])
  const later = ask(pool, 'good/more')
  await clock.pass(WORK)
  expect((await later).type).toBe('snapshot')
  await pool.close()
})

test('who would have to wait for too long is refused at once, going by what the pages before have cost', async () => {
  const { pool, clock } = await alone({ queue: 100, patience: 5 * WORK })
  // Nothing is known of what pages cost: all may wait.
  const first = states('good', 30).map((state) => ask(pool, state))
  await clock.pass(30 * WORK)
  expect((await Promise.all(first)).every(({ type }) => type === 'snapshot')).toBe(true)
  const second = states('good', 30).map((state) => ask(pool, state))
  await clock.pass(30 * WORK)
  const types = (await Promise.all(second)).map(({ type }) => type)
  const taken = types.filter((type) => type === 'snapshot').length
  // The estimate comes near to the true cost, from below.
  expect(taken).toBeGreaterThanOrEqual(5)
  expect(taken).toBeLessThanOrEqual(8)
  expect(types.slice(taken).every((type) => type === 'overloaded')).toBe(true)
  await pool.close()
})

test('a heap of pages that take longer together than a hung one may is no hung worker', async () => {
  const count = (3 * DEADLINE) / WORK
  const { pool, clock, workers } = await alone({ queue: count })
  const answers = states('good', count).map((state) => ask(pool, state))
  await clock.pass(count * WORK)
  expect((await Promise.all(answers)).filter(({ type }) => type !== 'snapshot')).toEqual([])
  expect(workers.filter(({ isGone }) => isGone)).toEqual([])
  await pool.close()
})

test('a job that its worker cannot make any more is made by the next, in its document', async () => {
  const { pool, clock, workers } = await alone({})
  const answer = ask(pool, 'freeze/1')
  const other = ask(pool, 'note/1')
  for (let turn = 0; turn < 40; turn++) await clock.pass(WORK)
  expect((await answer).type).toBe('snapshot')
  expect((await other).type).toBe('snapshot')
  expect(workers.filter(({ isGone }) => isGone)).toHaveLength(2)
  await pool.close()
})

test('a worker whose memory has grown too large is replaced by one that was ready before', async () => {
  const bytes = 5 * HOARDED
  const { pool, clock, workers } = await alone({
    maxAge: { renders: 1000, ms: 1e9, bytes },
  })
  for (const state of states('hoard', 5)) {
    expect(workers.filter(({ isGone }) => isGone)).toEqual([])
    const answer = ask(pool, state)
    await clock.pass(WORK)
    expect((await answer).type).toBe('snapshot')
  }
  expect(workers.map(({ isGone }) => isGone)).toEqual([true, false, false])
  expect(pool.ready).toBe(1)
  await pool.close()
})
