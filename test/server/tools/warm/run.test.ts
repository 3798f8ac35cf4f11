/** Warming a server: which pages are requested, and how often. */
import { expect } from '@playwright/test'
import { warm } from '../../../../server/tools/warm/run.ts'
import { suite } from '../../../run/suite.ts'

const test = suite('warm')

const options = (targets: readonly string[]) => ({
  ...{ server: 'http://site.test', targets, concurrency: 2, timeout: 60_000, named: 2 },
  signal: new AbortController().signal,
})

/** A server that answers so, without a wait. */
function serving(answer: (path: string, times: number) => Response) {
  const asked = new Map<string, number>()
  const pauses: number[] = []
  const counts = { under: 0, most: 0 }
  return {
    ...{ asked, pauses, counts },
    means: {
      pause: async (ms: number) => {
        pauses.push(ms)
      },
      fetch: async (url: string | URL | Request) => {
        const { pathname } = new URL(String(url))
        const times = (asked.get(pathname) ?? 0) + 1
        asked.set(pathname, times)
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
      { target: '/gone1', reason: 'its status is 404' },
      { target: '/gone2', reason: 'its status is 404' },
    ],
  })
  const times = ['/busy', '/broken'].map((path) => server.asked.get(path))
  expect(times).toEqual([3, 4])
  expect(server.pauses).toContain(2000)
  expect(server.counts.most).toBeLessThanOrEqual(2)
})
