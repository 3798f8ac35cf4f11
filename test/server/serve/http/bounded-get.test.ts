/** One request of a crawler, bounded in time and size. */
import { expect } from '@playwright/test'
import { type FetchOptions, get } from '../../../../server/serve/http/bounded-get.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('request of a crawler')

/** Responds with the pulled bytes, one at a time. */
const dripping: typeof fetch = async (_, init) => {
  const { signal } = init ?? {}
  const body = new ReadableStream<Uint8Array>({
    start: (controller) =>
      signal?.addEventListener('abort', () => controller.error(signal.reason), { once: true }),
    pull: (controller) =>
      new Promise((done) =>
        setImmediate(() => {
          if (!signal?.aborted) controller.enqueue(Buffer.from('x'))
          done()
        }),
      ),
  })
  return new Response(body)
}
const options = (over: Partial<FetchOptions>): FetchOptions => ({
  ...{ timeout: 60_000, fetch: dripping },
  ...over,
})

test('a response that drips times out', async () => {
  const reason = 'no answer in 1 ms'
  expect(await get('http://a.test/', options({ timeout: 1 }))).toEqual({ type: 'failure', reason })
})

test('a response without end is cut at the limit of bytes', async () => {
  const answer = await get('http://a.test/', options({}), 100)
  expect(answer).toMatchObject({ type: 'response', cut: true })
  expect(answer.type === 'response' && answer.body).toHaveLength(100)
})
