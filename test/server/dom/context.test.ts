/** Which requests of a job count as unanswered: those that failed or took too long, and none that its own code has cancelled. */
import { expect } from '@playwright/test'
import { JobContext } from '../../../server/dom/isolation/context.ts'
import { suite } from '../../run/suite.ts'

const test = suite('context')

const URL_OF_DATA = 'http://a.test/data'

/** Asks, as its code would, and gives what was noted. */
async function unanswered(
  send: typeof fetch,
  signal?: AbortSignal,
  end = (_: JobContext) => {},
): Promise<string[]> {
  const facts = { id: 1, state: '/a', url: 'http://a.test/' }
  const job = new JobContext(facts, new AbortController().signal, (fetch) => fetch, send)
  const answer = job.fetch(URL_OF_DATA, signal ? { signal } : {})
  end(job)
  await answer.catch(() => undefined)
  return job.takeUnanswered()
}

/** Never answers; fails when its signal is aborted. */
const silent: typeof fetch = (_, { signal } = {}) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const failing = async () => {
  throw new TypeError('fetch failed', { cause: new Error('other side closed') })
}

test('a request that fails is noted with its cause', async () => {
  expect(await unanswered(failing)).toEqual([
    `no answer came to a request of ${URL_OF_DATA}: Error: other side closed`,
  ])
})

test('one that took too long for the page is noted', async () => {
  expect(await unanswered(silent, AbortSignal.timeout(1))).toEqual([
    expect.stringContaining('TimeoutError'),
  ])
})

test('one that the page has cancelled is not missed, whatever it gives as the reason', async () => {
  for (const reason of [undefined, 'changed my mind', new Error('unmounted')]) {
    const controller = new AbortController()
    const asked = unanswered(silent, controller.signal)
    controller.abort(reason)
    expect(await asked).toEqual([])
  }
})

test('one that fails when the job has ended is not missed', async () => {
  expect(await unanswered(failing, undefined, (job) => job.end())).toEqual([])
})
