/**
 * Ways in which real workers end. The pool's unit tests its reaction to workers that end, wait and
 * grow.
 */
import { expect, test } from '@playwright/test'
import { type Contained, startContained } from './contained.ts'

const DEADLINE = 2000

let contained: Contained
test.beforeAll(async () => {
  contained = await startContained({ limits: { deadline: DEADLINE } })
})
test.afterAll(() => contained.close())

for (const [fault, state] of [
  ['microtasks without end', '/microtasks'],
  ['a view that takes all memory', '/bomb'],
  ['a loader that exits', '/exits'],
] as const)
  test(`${fault}: the answer is 503, and another worker renders the next state`, async () => {
    expect((await contained.get(state)).status).toBe(503)
    const { status, body } = await contained.get('/note/7')
    expect(status).toBe(200)
    expect(body).toContain('<h1>7</h1>')
    // Its worker is not lost to it again.
    const { status: again, headers } = await contained.get(state)
    expect([again, Number(headers['retry-after']) > 50]).toEqual([503, true])
  })

test('sockets that pages leave open cost no worker', async () => {
  for (const id of [1, 2, 3]) {
    const { status, warnings } = await contained.get(`/socket/${id}`)
    expect([status, warnings]).toEqual([200, []])
  }
})
