/** Ways in which real workers end; what the pool makes of workers that end, wait and grow is told by its unit. */
import { expect, test } from '@playwright/test'
import { type Contained, startContained } from './contained.ts'

/** One whose event loop stands still for half of this has hung. */
const DEADLINE = 4000
const NIGHTLY = { tag: '@nightly' }

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
