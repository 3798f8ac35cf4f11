/** Whatever a view does to its worker costs that request at most. */
import { expect, test } from '@playwright/test'
import { type Contained, said, say, startContained } from './contained.ts'

let contained: Contained

test.afterEach(() => contained.close())

for (const { what, state } of [
  { what: 'a view that never returns', state: '/hang/1' },
  { what: 'a loader that never returns', state: '/loop' },
  { what: 'microtasks without end', state: '/microtasks' },
  { what: 'a view that takes all memory', state: '/bomb' },
  { what: 'a loader that ends the thread', state: '/exits' },
  { what: 'a loader that never settles', state: '/never' },
]) {
  test(`${what} is answered 503, and the next state is shown`, async () => {
    contained = await startContained()
    expect((await contained.get(state)).status).toBe(503)
    const { status, body } = await contained.get('/note/7')
    expect(status).toBe(200)
    expect(body).toContain('<h1>7</h1>')
  })
}

test('a worker that is killed in the middle of a render takes only the guilty with it', async () => {
  contained = await startContained()
  const waits = said('at innocent')
  const innocent = contained.get('/gated/innocent')
  await waits
  const hangs = said('hangs guilty')
  const guilty = contained.get('/hang/guilty')
  await hangs
  // The innocent is loaded anew in the worker that takes the place of the killed one.
  await said('at innocent')
  say('open innocent')
  expect((await innocent).body).toBe('through innocent')
  expect((await guilty).status).toBe(503)
})

test('a slow loader does not hold up the others', async () => {
  contained = await startContained()
  const waits = said('at slow')
  const slow = contained.get('/gated/slow')
  await waits
  expect((await contained.get('/note/1')).status).toBe(200)
  say('open slow')
  expect((await slow).body).toBe('through slow')
})

test('what nobody catches becomes a warning of the log', async () => {
  contained = await startContained()
  const { status, body, warnings } = await contained.get('/rejects')
  expect(status).toBe(200)
  expect(body).toBe('shown all the same')
  expect(warnings.join()).toContain('nobody waits for me')
  expect(warnings.join()).toContain('nobody catches me')
})

test('a full queue is answered 503 at once', async () => {
  contained = await startContained({ queue: 2 })
  const waiting = [said('at a'), said('at b')]
  const first = [contained.get('/gated/a'), contained.get('/gated/b')]
  await Promise.all(waiting)
  expect((await contained.get('/note/1')).status).toBe(503)
  say('open a')
  say('open b')
  for (const answer of first) expect((await answer).status).toBe(200)
  expect((await contained.get('/note/1')).status).toBe(200)
})

test('who would have to wait for too long is refused at once, going by what the pages before have cost', async () => {
  contained = await startContained({ patience: 0 })
  for (const id of [1, 2]) expect((await contained.get(`/note/${id}`)).status).toBe(200)
  const waits = said('at busy')
  const first = contained.get('/gated/busy')
  await waits
  expect((await contained.get('/note/3')).status).toBe(503)
  say('open busy')
  expect((await first).status).toBe(200)
  expect((await contained.get('/note/3')).status).toBe(200)
})

test('a heap of pages that take longer together than a hung one may is no hung worker', async () => {
  contained = await startContained({ deadline: 1000, patience: Number.POSITIVE_INFINITY })
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, id) => contained.get(`/busy/${id}`)),
  )
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(answers.flatMap(({ warnings }) => warnings)).toEqual([])
})

test('what waits when the server closes is answered', async () => {
  contained = await startContained()
  const waits = said('at last')
  const last = contained.get('/gated/last')
  await waits
  await contained.close()
  expect((await last).status).toBe(503)
})
