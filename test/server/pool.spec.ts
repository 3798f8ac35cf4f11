/**
 * Whatever a view does to its worker costs that request at most. What the pool makes of workers that end, wait and grow is told
 * by units (pool/pool.test.ts); here are the ways in which real ones do. `npm test` has each way once, in a thread or in a process.
 */
import { expect, test } from '@playwright/test'
import { type Contained, said, say, startContained as start } from './contained.ts'

/** One whose event loop stands still for half of this has hung. */
const DEADLINE = 4000
type Isolation = 'thread' | 'process'

/** The isolation in which `npm test` shows it; the others are nightly. */
const inEach =
  (...isolations: Isolation[]) =>
  (isolation: Isolation) =>
    isolations.includes(isolation) ? {} : { tag: '@nightly' }
const inThread = inEach('thread')
const inNone = inEach()

let contained: Contained
let own: Contained | undefined

test.afterEach(async () => {
  await own?.close()
  own = undefined
})

for (const isolation of ['thread', 'process'] as const) {
  test.describe(`a ${isolation}`, () => {
    const startContained = (settings: Parameters<typeof start>[0] = {}) =>
      start({ isolation, limits: { deadline: DEADLINE }, ...settings })

    test.describe('that all of these ask', () => {
      test.beforeAll(async () => {
        contained = await startContained()
      })
      test.afterAll(() => contained.close())

      for (const { what, state, details } of [
        { what: 'a view that never returns', state: '/hang/1', details: inEach('process') },
        { what: 'a loader that never returns', state: '/loop', details: inNone },
        { what: 'microtasks without end', state: '/microtasks', details: inThread },
        { what: 'a view that takes all memory', state: '/bomb', details: inThread },
        { what: 'a loader that exits', state: '/exits', details: inEach('process') },
        // In the other run too, over a server: faults.spec.ts, loader-hang.
        { what: 'a loader that never settles', state: '/never', details: inNone },
      ]) {
        test(
          `${what} is answered 503, and the next state is shown`,
          details(isolation),
          async () => {
            expect((await contained.get(state)).status).toBe(503)
            const { status, body } = await contained.get('/note/7')
            expect(status).toBe(200)
            expect(body).toContain('<h1>7</h1>')
          },
        )
      }

      test('a slow loader does not hold up the others', inThread(isolation), async () => {
        const waits = said('at slow')
        const slow = contained.get('/gated/slow')
        await waits
        expect((await contained.get('/note/1')).status).toBe(200)
        say('open slow')
        expect((await slow).body).toBe('through slow')
      })

      test('what nobody catches becomes a warning of the log', inThread(isolation), async () => {
        const { status, body, warnings } = await contained.get('/rejects')
        expect(status).toBe(200)
        expect(body).toBe('shown all the same')
        expect(warnings.join()).toContain('nobody waits for me')
        expect(warnings.join()).toContain('nobody catches me')
      })
    })

    test(
      'a worker that is killed in the middle of a render takes only the guilty with it',
      inThread(isolation),
      async () => {
        own = await startContained()
        const waits = said('at innocent')
        const innocent = own.get('/gated/innocent')
        await waits
        const hangs = said('hangs guilty')
        const guilty = own.get('/hang/guilty')
        await hangs
        // The innocent is loaded anew in the worker that takes the place of the killed one.
        await said('at innocent')
        say('open innocent')
        expect((await innocent).body).toBe('through innocent')
        expect((await guilty).status).toBe(503)
      },
    )

    test('a full queue is answered 503 at once', inNone(isolation), async () => {
      own = await startContained({ limits: { queue: 2 } })
      const waiting = [said('at a'), said('at b')]
      const first = [own.get('/gated/a'), own.get('/gated/b')]
      await Promise.all(waiting)
      expect((await own.get('/note/1')).status).toBe(503)
      say('open a')
      say('open b')
      for (const answer of first) expect((await answer).status).toBe(200)
      expect((await own.get('/note/1')).status).toBe(200)
    })

    test(
      'who would have to wait for too long is refused at once, going by what the pages before have cost',
      inNone(isolation),
      async () => {
        own = await startContained({ patience: 0 })
        for (const id of [1, 2]) expect((await own.get(`/note/${id}`)).status).toBe(200)
        const waits = said('at busy')
        const first = own.get('/gated/busy')
        await waits
        expect((await own.get('/note/3')).status).toBe(503)
        say('open busy')
        expect((await first).status).toBe(200)
        expect((await own.get('/note/3')).status).toBe(200)
      },
    )

    test(
      'a heap of pages that take longer together than a hung one may is no hung worker',
      inNone(isolation),
      async () => {
        own = await startContained({ limits: { queue: 200 }, patience: Number.POSITIVE_INFINITY })
        const { get: at } = own
        const answers = await Promise.all(Array.from({ length: 130 }, (_, id) => at(`/busy/${id}`)))
        expect(answers.filter(({ status }) => status !== 200)).toEqual([])
        expect(answers.flatMap(({ warnings }) => warnings)).toEqual([])
      },
    )

    test('what waits when the server closes is answered', inThread(isolation), async () => {
      own = await startContained()
      const waits = said('at last')
      const last = own.get('/gated/last')
      await waits
      await own.close()
      expect((await last).status).toBe(503)
    })

    test(
      'a loader that never returns is to blame, and not the page that has the DOM meanwhile',
      inNone(isolation),
      async () => {
        own = await startContained()
        const waits = said('at dom')
        const innocent = own.get('/occupies/dom')
        await waits
        const guilty = own.get('/loop')
        void said('at dom').then(() => say('open dom'))
        expect((await guilty).status).toBe(503)
        expect((await innocent).body).toBe('held dom')
      },
    )

    test(
      'a loader that exits costs one worker for each of its requests, and none once it is known',
      inThread(isolation),
      async () => {
        const replaced: string[] = []
        const warnings: string[] = []
        own = await startContained({
          observe(event) {
            if (event.type === 'replaced') replaced.push(event.why)
            if (event.type === 'warning') warnings.push(`${event.state}: ${event.warnings}`)
          },
        })
        for (const worn of [1, 2]) {
          expect((await own.get('/exits')).status).toBe(503)
          expect(replaced).toHaveLength(worn)
        }
        const { status, headers } = await own.get('/exits')
        expect([status, headers['retry-after']]).toEqual([503, '60'])
        expect(replaced).toHaveLength(2)
        expect(replaced[0]).toContain('"/exits"')
        expect(warnings).toContain('/exits: It has ended snapshot workers, and is refused for 60 s')
        await expect.poll(() => own?.ready, { timeout: 60_000 }).toBe(1)
        expect((await own.get('/note/1')).status).toBe(200)
      },
    )

    test('memory outside of the heap ages a worker', inThread(isolation), async () => {
      own = await startContained()
      let last = 0
      for (let id = 0; id < 24; id++) {
        const { status, body } = await own.get(`/buffers/${id}`)
        expect(status).toBe(200)
        // Another worker counts from the beginning.
        if (Number(body) <= last) return
        last = Number(body)
        // The next worker may take as long as it likes to start.
        if (last >= 6) await expect.poll(() => own?.ready, { timeout: 60_000 }).toBe(1)
      }
      expect(last).toBeLessThan(24)
    })
  })
}

// Not of threads: it would end this process, and with it the test.
test.describe('where workers are processes', () => {
  test.beforeAll(async () => {
    // Half a gigabyte takes its time on a busy machine, which is not what is tested.
    contained = await start({ isolation: 'process', limits: { deadline: 10_000 } })
  })
  test.afterAll(() => contained.close())

  for (const { where, what, ...details } of [
    { where: 'loader', what: 'split' },
    { where: 'loader', what: 'array', tag: '@nightly' },
    { where: 'loader', what: 'json', tag: '@nightly' },
    { where: 'view', what: 'array', tag: '@nightly' },
  ]) {
    test(
      `one allocation in a ${where} that V8 cannot refuse (${what}) costs its own request`,
      details,
      async () => {
        const waits = said('at beside')
        const beside = contained.get('/gated/beside')
        await waits
        const greedy = contained.get(`/allocates/${where}/${what}`)
        void said('at beside').then(() => say('open beside'))
        expect((await greedy).status).toBe(503)
        expect((await beside).body).toBe('through beside')
      },
    )
  }
})
