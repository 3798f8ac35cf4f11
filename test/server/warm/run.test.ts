/** Warming a server: who is asked, how often and how fast, by a clock of the test. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { warm } from '../../../server/warm/run.ts'

const test = suite('warm')

const options = (targets: readonly string[]) => ({
  ...{ server: 'http://site.test', targets, concurrency: 2, timeout: 60_000, named: 2 },
  signal: new AbortController().signal,
})

/** A server that answers so, and a clock that goes on where somebody waits. */
function serving(answer: (path: string, times: number) => Response) {
  const asked = new Map<string, number>()
  const pauses: number[] = []
  const begun: number[] = []
  const counts = { under: 0, most: 0, time: 0 }
  return {
    ...{ asked, pauses, begun, counts },
    means: {
      now: () => counts.time,
      pause: async (ms: number) => {
        pauses.push(ms)
        counts.time += ms
      },
      fetch: async (url: string | URL | Request) => {
        const { pathname } = new URL(String(url))
        const times = (asked.get(pathname) ?? 0) + 1
        asked.set(pathname, times)
        begun.push(counts.time)
        counts.most = Math.max(counts.most, ++counts.under)
        await new Promise((done) => setImmediate(done))
        counts.under -= 1
        return answer(pathname, times)
      },
    },
  }
}

test('who is busy is asked again; what fails is told, the first by name and all by number', async () => {
  const server = serving((path, times) => {
    if (path === '/busy' && times < 3)
      return new Response('', { status: 503, headers: { 'retry-after': '2' } })
    if (path.startsWith('/gone')) return new Response('gone', { status: 404 })
    if (path === '/broken') throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    return new Response('page', { status: path === '/moved' ? 301 : 200 })
  })
  const targets = ['/a', '/busy', '/moved', '/broken', '/gone1', '/gone2']
  expect(await warm(options(targets), server.means)).toEqual({
    warm: 3,
    failed: 3,
    failures: [
      { target: '/gone1', reason: 'it is answered 404' },
      { target: '/gone2', reason: 'it is answered 404' },
    ],
  })
  const times = ['/busy', '/broken'].map((path) => server.asked.get(path))
  expect(times).toEqual([3, 4])
  expect(server.pauses).toContain(2000)
  expect(server.counts.most).toBeLessThanOrEqual(2)
})

test('no more requests are begun in a second than it may', async () => {
  const server = serving(() => new Response('page'))
  const targets = Array.from({ length: 11 }, (_, id) => `/${id}`)
  await warm({ ...options(targets), concurrency: 10, rate: 50 }, server.means)
  expect(server.begun).toEqual(targets.map((_, id) => id * 20))
})
