/** Ways in which real workers end; what the pool makes of workers that end, wait and grow is told by its unit. */
import { expect, test } from '@playwright/test'
import { type Contained, startContained } from './contained.ts'

const DEADLINE = 2000
const NIGHTLY = { tag: '@nightly' }

let contained: Contained
test.beforeAll(async () => {
  contained = await startContained({ limits: { deadline: DEADLINE } })
})
test.afterAll(() => contained.close())

for (const { what, state, ...details } of [
  { what: 'microtasks without end', state: '/microtasks' },
  { what: 'a view that takes all memory', state: '/bomb' },
  { what: 'a loader that exits', state: '/exits' },
  { what: 'a view that never returns', state: '/hang/1', ...NIGHTLY },
  { what: 'a loader that never returns', state: '/loop', ...NIGHTLY },
])
  test(
    `${what} is answered 503, and the next state is shown by another worker`,
    details,
    async () => {
      expect((await contained.get(state)).status).toBe(503)
      const { status, body } = await contained.get('/note/7')
      expect(status).toBe(200)
      expect(body).toContain('<h1>7</h1>')
      // Its worker is not lost to it again.
      const { status: again, headers } = await contained.get(state)
      expect([again, Number(headers['retry-after']) > 50]).toEqual([503, true])
    },
  )

test('a loader that sleeps for ever is ended, and a page beside it is shown meanwhile', async () => {
  const two = await startContained({ workers: 2, limits: { deadline: DEADLINE } })
  const asleep = two.get('/sleeps')
  expect((await two.get('/note/8')).status).toBe(200)
  expect((await asleep).status).toBe(503)
  await two.close()
})

test('a loader that waits for ever is answered 503 in time, and its worker lives on', async () => {
  const { status, warnings } = await contained.get('/waits')
  expect([status, warnings.join()]).toEqual([503, expect.stringContaining('HB105')])
  expect((await contained.get('/note/9')).warnings).toEqual([])
})

test('sockets that pages leave open cost no worker', async () => {
  for (const id of [1, 2, 3]) {
    const { status, warnings } = await contained.get(`/socket/${id}`)
    expect([status, warnings]).toEqual([200, []])
  }
})
