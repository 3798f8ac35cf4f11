/** A thousand navigations in one page leave no more behind than ten. */
import { type CDPSession, expect, test } from '@playwright/test'
import { type Site, startSite } from './site.ts'

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium tells')

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

interface Measures {
  readonly heapBytes: number
  readonly listeners: number
  readonly nodes: number
}

async function measure(session: CDPSession): Promise<Measures> {
  // Weak references are let go of one turn after the collection that found them.
  for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
  const { metrics } = await session.send('Performance.getMetrics')
  const read = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
  return {
    heapBytes: read('JSHeapUsedSize'),
    listeners: read('JSEventListeners'),
    nodes: read('Nodes'),
  }
}

declare const browser: typeof import('../../dist/src/browser.js')
declare const app: { routes: never; watched: { mounted: number } }
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }

/** What one navigation may leave on the heap: a few hundred bytes would be something kept for each. */
const BYTES = 262

for (const { without, rounds } of [
  { without: false, rounds: 1500 },
  { without: true, rounds: 800 },
]) {
  test(`heap, listeners and nodes ${without ? 'without' : 'with'} the Navigation API`, async ({
    page,
  }) => {
    if (without) {
      await page.addInitScript(() => {
        Object.defineProperty(window, 'navigation', { value: undefined })
      })
    }
    await page.goto(
      site.page('/', { body: '<a href="#!/form">form</a><hashbang-outlet></hashbang-outlet>' }),
    )
    await page.evaluate(() =>
      Object.assign(window, {
        extras: [browser.markLinks, browser.preload].map((add) => add(router as never)),
      }),
    )
    const walk = (rounds: number) =>
      page.evaluate(async (rounds) => {
        const names = ['place', 'counted', 'shop.item', 'search']
        for (let round = 0; round < rounds; round++) {
          const name = names[round % names.length] as string
          const params = { name: String(round), n: String(round), id: String(round % 9) }
          await router.navigate(name, params, { replace: round % 4 !== 0 })
        }
      }, rounds)
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable')
    await walk(500)
    const before = await measure(session)
    await walk(rounds)
    const after = await measure(session)
    const grown = after.heapBytes - before.heapBytes
    console.log(
      `${rounds} navigations: heap ${(grown / 1024).toFixed(0)} KiB, listeners ${after.listeners - before.listeners}, nodes ${after.nodes - before.nodes}`,
    )
    expect(grown).toBeLessThan(rounds * BYTES)
    expect(after.listeners - before.listeners).toBeLessThanOrEqual(0)
    expect(after.nodes - before.nodes).toBeLessThanOrEqual(10)
    expect(await page.evaluate(() => app.watched.mounted)).toBeLessThanOrEqual(1)
  })
}
