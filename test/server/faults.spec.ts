/**
 * Failures in views, in loaders and through many requests at once: each has one response, and the
 * server goes on.
 */
import { expect, test } from '@playwright/test'
import {
  type Backend,
  type StartedSite,
  startBackend,
  startSite,
  uglyUrl,
} from '../fixtures/site/site.ts'

let backend: Backend
let site: StartedSite
let brief: StartedSite
let fresh = 0

test.beforeAll(async () => {
  backend = await startBackend()
  site = await startSite({ workers: 2, limits: { queue: 300 } })
  brief = await startSite({ limits: { deadline: 2000, queue: 300 } })
})
test.afterAll(async () => {
  await Promise.all([site.stop(), brief.stop()])
  await backend.close()
})

/**
 * Waits for an answer other than 503: a busy machine may miss a deadline, and then says when to
 * come again.
 */
async function answered(ask: () => Promise<Response>): Promise<Response> {
  let answer = Response.error()
  const status = async () => {
    answer = await ask()
    return answer.status
  }
  await expect.poll(status).not.toBe(503)
  return answer
}

const ask = (at: StartedSite) => at.snapshot(`/items/fresh${fresh++}`)

/** That the server goes on as if nothing had been. */
async function goesOn(request = ask(site)) {
  const answer = await request
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<h1')
}

const failing = ['throw', 'throw-undefined', 'throw-frozen', 'throw-trap', 'deep'] as const
for (const name of failing) {
  test(`a view that fails by ${name} is a 500 without details, and is rendered again`, async () => {
    const before = site.renders
    for (const _ of [1, 2]) {
      const answer = await site.snapshot(`/fault/${name}`)
      expect(answer.status).toBe(500)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const body = await answer.text()
      expect(body).not.toMatch(/secret|\bat .*:\d+:\d+|getter|conversion/)
    }
    expect(site.renders - before).toBe(2)
    await goesOn()
  })
}

const ending = [
  { name: 'loop' },
  // Their effect on a worker is in both runs: pool.spec.ts.
  { name: 'microtasks', tag: '@nightly' },
  { name: 'memory', tag: '@nightly' },
  { name: 'exit' },
]
for (const { name, ...details } of ending) {
  test(
    `a view that ends its worker by ${name} is refused for now, while cached pages are answered`,
    details,
    async () => {
      const kept = () => brief.snapshot('/items/kept')
      expect((await answered(kept)).status).toBe(200)
      const answer = brief.snapshot(`/ending/${name}`)
      for (let beat = 0; beat < 20; beat++) expect((await kept()).status).toBe(200)
      const { status, headers } = await answer
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
        503,
        // For a moment.
        expect.stringMatching(/^\d+$/),
        'no-store',
      ])
      // It is not rendered again before it is worth it: each time would cost a worker.
      const before = brief.renders
      expect((await brief.snapshot(`/ending/${name}`)).status).toBe(503)
      expect(brief.renders).toBe(before)
      await goesOn(answered(() => ask(brief)))
    },
  )
}

test('a snapshot beyond the limit is refused and not cached', async () => {
  const answer = await site.snapshot('/fault/huge')
  expect([answer.status, await answer.text()]).toEqual([500, 'The snapshot is too large.\n'])
  await goesOn()
})

for (const name of ['rejection', 'late-timer', 'interval']) {
  test(`a leftover ${name} of a view disturbs neither it nor later pages`, async () => {
    const answer = await site.snapshot(`/fault/${name}`)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('shown')
    await goesOn()
  })
}

test('all requests for a loader that never ends fail at the deadline, and the queue is free again', async () => {
  const before = brief.renders
  const answers = await Promise.all(Array.from({ length: 20 }, () => brief.snapshot('/never/all')))
  for (const { status, headers } of answers)
    expect([status, headers.get('retry-after')]).toEqual([503, '2'])
  expect(brief.renders - before).toBe(1)
  expect(brief.site.pending).toBe(0)
})

test('200 requests for a slow page cost one load, and delay no other page', async () => {
  backend.answer('/asked/slow', { hold: true })
  await site.snapshot('/items/kept')
  const answers = Array.from({ length: 200 }, () => site.snapshot('/asked/slow'))
  await backend.asked('/asked/slow')
  expect((await site.snapshot('/items/kept')).status).toBe(200)
  expect((await ask(site)).status).toBe(200)
  backend.release('/asked/slow')
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
  expect(backend.count('/asked/slow')).toBe(1)
})

test('a cached redirect stays the same, and is one step of a ring only', async () => {
  const before = site.renders
  for (const _ of [1, 2]) {
    const answer = await site.snapshot('/old')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      301,
      'http://a.test/#!/items/1',
    ])
    const ring = await site.snapshot('/ring/a')
    expect([ring.status, ring.headers.get('location')]).toEqual([301, 'http://a.test/#!/ring/b'])
  }
  expect(site.renders - before).toBe(2)
})

test('a client that leaves during a render affects no other client', async () => {
  backend.answer('/asked/left', { hold: true })
  const leaving = new AbortController()
  const left = fetch(`${site.url}/?_escaped_fragment_=/asked/left`, { signal: leaving.signal })
  await backend.asked('/asked/left')
  const stays = site.snapshot('/asked/left')
  leaving.abort()
  await expect(left).rejects.toThrow('aborted')
  backend.release('/asked/left')
  expect((await stays).status).toBe(200)
  expect(backend.count('/asked/left')).toBe(1)
  expect(site.site.pending).toBe(0)
})

test('a full queue refuses new states at once, but no cached page, robots.txt or sitemap', async () => {
  const full = await startSite({ workers: 2, limits: { queue: 2 } })
  await full.snapshot('/items/kept')
  for (const id of [1, 2]) backend.answer(`/asked/full${id}`, { hold: true })
  const under = [1, 2].map((id) => full.snapshot(`/asked/full${id}`))
  await Promise.all([1, 2].map((id) => backend.asked(`/asked/full${id}`)))
  const before = full.events.length
  for (let id = 0; id < 20; id++) {
    const { status, headers } = await full.snapshot(`/items/more${id}`)
    expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([
      503,
      '2',
      'no-store',
    ])
  }
  // A flood costs no event each: one warning, and a counter.
  expect(full.site.shed).toBe(20)
  const events = full.events.slice(before)
  expect(events.map(({ type }) => type)).toEqual(['warning'])
  expect((await full.snapshot('/items/kept')).status).toBe(200)
  // A path that is no page is not refused: it may belong to another middleware.
  expect((await fetch(uglyUrl(`${full.url}/other`, '/items/1'))).status).toBe(404)
  for (const path of ['/robots.txt', '/sitemap.xml', '/healthz', '/']) {
    expect((await answered(() => fetch(full.url + path))).status).toBe(200)
  }
  for (const id of [1, 2]) backend.release(`/asked/full${id}`)
  expect((await Promise.all(under)).map(({ status }) => status)).toEqual([200, 200])
  expect((await full.snapshot('/items/more1')).status).toBe(200)
  await full.stop()
})
