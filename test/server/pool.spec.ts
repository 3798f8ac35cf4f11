/**
 * Whatever a view does to its worker costs that request at most. What the pool makes of workers that end, wait and grow is told
 * by units (pool/pool.test.ts); here are the ways in which real ones do, each in a thread or in a process.
 */
import { expect, test } from '@playwright/test'
import { type Contained, said, say, startContained } from './contained.ts'

/** One whose event loop stands still for half of this has hung. */
const DEADLINE = 4000
const NIGHTLY = { tag: '@nightly' }

let own: Contained | undefined
test.afterEach(async () => {
  await own?.close()
  own = undefined
})

for (const [isolation, ways] of [
  [
    'thread',
    [
      { what: 'microtasks without end', state: '/microtasks' },
      { what: 'a view that takes all memory', state: '/bomb' },
      { what: 'a loader that never returns', state: '/loop', ...NIGHTLY },
    ],
  ],
  [
    'process',
    [
      { what: 'a view that never returns', state: '/hang/1' },
      { what: 'a loader that exits', state: '/exits' },
    ],
  ],
] as const) {
  test.describe(`a ${isolation}`, () => {
    let contained: Contained
    test.beforeAll(async () => {
      contained = await startContained({ isolation, limits: { deadline: DEADLINE } })
    })
    test.afterAll(() => contained.close())

    for (const { what, state, ...details } of ways) {
      test(
        `${what} is answered 503, and the next state is shown by another ${isolation}`,
        details,
        async () => {
          expect((await contained.get(state)).status).toBe(503)
          const { status, body } = await contained.get('/note/7')
          expect(status).toBe(200)
          expect(body).toContain('<h1>7</h1>')
        },
      )
    }
  })
}

test(
  'a worker that is killed in the middle of a render takes only the guilty with it',
  NIGHTLY,
  async () => {
    own = await startContained({ limits: { deadline: DEADLINE } })
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

test('memory outside of the heap ages a worker', NIGHTLY, async () => {
  own = await startContained()
  let last = 0
  for (let id = 0; id < 24; id++) {
    const { status, body } = await own.get(`/buffers/${id}`)
    expect(status).toBe(200)
    // Another worker counts from the beginning.
    if (Number(body) <= last) return
    last = Number(body)
    // The next worker may take as long as it likes to start.
    if (last >= 6) await expect.poll(() => own?.ready).toBe(1)
  }
  expect(last).toBeLessThan(24)
})

// Not of threads: it would end this process, and with it the test.
for (const where of ['loader', 'view']) {
  test(
    `one allocation in a ${where} that V8 cannot refuse costs its own request`,
    NIGHTLY,
    async () => {
      // Half a gigabyte takes its time on a busy machine, which is not what is tested.
      own = await startContained({ isolation: 'process', limits: { deadline: 10_000 } })
      const waits = said('at beside')
      const beside = own.get('/gated/beside')
      await waits
      const greedy = own.get(`/allocates/${where}`)
      void said('at beside').then(() => say('open beside'))
      expect((await greedy).status).toBe(503)
      expect((await beside).body).toBe('through beside')
    },
  )
}
