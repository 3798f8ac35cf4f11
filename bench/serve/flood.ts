/**
 * Requests a million states that no route has. Checks that pages in demand stay cached, and that
 * memory returns to its level.
 */
import { createHandler } from '../../dist/server/index.js'
import { embeddedConfig } from '../../test/fixtures/site/site.ts'
import { exactly } from '../harness/bars.ts'
import type { Results } from '../harness/publish.ts'

const STATES = 1_000_000
const AT_A_TIME = 64
const HOT = 200
const CAP = 8 * 2 ** 20

export async function flood(): Promise<Results> {
  const sources = new Map<string, number>()
  const site = await createHandler(
    {
      ...embeddedConfig,
      cache: { bytes: CAP, maxAge: 3_600_000 },
    },
    {
      observers: [
        (event) => {
          if (event.type === 'answered')
            sources.set(event.source, (sources.get(event.source) ?? 0) + 1)
        },
      ],
    },
  )
  const ask = (state: string) =>
    site({ method: 'GET', target: `/?_escaped_fragment_=${state}`, headers: {} })
  const hot = Array.from({ length: HOT }, (_, id) => `/items/${id}`)
  for (const state of hot) await ask(state)

  let next = 0
  let wrong = 0
  let most = 0
  const client = async (last: number) => {
    while (next < last) {
      next += 1
      const response = await ask(`/unknown/${next.toString(36)}`)
      if (response?.status !== 404) wrong += 1
      most = Math.max(most, site.cached.bytes)
    }
  }
  const clients = (last: number) =>
    Promise.all(Array.from({ length: AT_A_TIME }, () => client(last)))
  // The first half is warm-up: caches fill, code is compiled, heaps reach their limits.
  await clients(STATES / 2)
  const before = process.memoryUsage().rss
  await clients(STATES)
  const growth = process.memoryUsage().rss / before
  sources.clear()
  for (const state of hot) await ask(state)
  const hits = sources.get('hit') ?? 0
  await site.close()
  return {
    text: [
      `${STATES.toLocaleString('en')} unknown states: ${wrong} not answered 404; of ${HOT} pages in the cache before, ${hits} were answered from it after; the cache took ${((100 * most) / CAP).toFixed(0)} % of its cap at most, memory grew to ${growth.toFixed(2)}x.`,
    ],
    bars: [
      { what: 'unknown states not answered 404', value: exactly(wrong), most: 0, unit: '' },
      { what: 'kept pages that stayed', value: exactly(hits / HOT), least: 1 },
      { what: 'memory of the cache, of its cap', value: exactly(most / CAP), most: 17 / 16 },
      { what: 'memory at the end, of that before', value: exactly(growth), most: 1.25 },
    ],
  }
}
