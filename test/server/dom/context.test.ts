/** Which requests of a job count as unanswered: those that failed or took too long, and none that its own code has cancelled. */
import { expect } from '@playwright/test'
import { JobContext } from '../../../server/dom/isolation/context.ts'
import { suite } from '../../run/suite.ts'

const test = suite('context')

const URL_OF_DATA = 'http://a.test/data'

/** Never answers; fails when its signal is aborted. */
const silent: typeof fetch = (_, { signal } = {}) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))

const failing = async () => {
  throw new TypeError('fetch failed', { cause: new Error('other side closed') })
}

/** What is noted of a request that the page cancels for a reason. */
const cancelled = (reason?: unknown) => {
  const controller = new AbortController()
  return [silent, controller.signal, () => controller.abort(reason)] as const
}
const none = new AbortController().signal
const nothing = () => undefined

for (const [what, [send, signal, then], noted] of [
  ['one that fails is noted', [failing, none, nothing], /request of .*: Error: other side closed$/],
  [
    'one that took too long is noted',
    cancelled(new DOMException('late', 'TimeoutError')),
    /TimeoutError/,
  ],
  ['one that the page has cancelled is not missed', cancelled()],
  ['nor one that it has cancelled with words', cancelled('changed my mind')],
  ['nor one that it has cancelled with an error', cancelled(new Error('unmounted'))],
  ['nor one that fails when the job has ended', [failing, none, (job: JobContext) => job.end()]],
] as [string, [typeof fetch, AbortSignal, (job: JobContext) => void], RegExp?][]) {
  test(`of requests, ${what}`, async () => {
    const facts = { id: 1, state: '/a', url: 'http://a.test/' }
    const job = new JobContext(facts, new AbortController().signal, (fetch) => fetch, send)
    const answer = job.fetch(URL_OF_DATA, { signal })
    then(job)
    await answer.catch(nothing)
    expect(job.takeUnanswered()).toEqual(noted ? [expect.stringMatching(noted)] : [])
  })
}
