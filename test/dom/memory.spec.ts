/** A thousand navigations in one page leave no more behind than ten. */
import { expect } from '@playwright/test'
import { overHistories, test } from './site.ts'

test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium tells')

declare const browser: typeof import('../../dist/src/browser.js')
declare const app: { watched: { mounted: number } }
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }

/**
 * The bytes that one navigation may leave on the heap: a few hundred would be an object kept for
 * each.
 */
const BYTES = 262

overHistories((rarely, without) => {
  test('heap, listeners and nodes do not grow', rarely, async ({ page, site }) => {
    const rounds = without ? 800 : 1500
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
    const measure = async () => {
      // Weak references are let go of one turn after the collection that found them.
      for (let round = 0; round < 3; round++) await session.send('HeapProfiler.collectGarbage')
      const { metrics } = await session.send('Performance.getMetrics')
      return (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN
    }
    await walk(500)
    const before = await measure()
    await walk(rounds)
    const after = await measure()
    const grown = (name: string) => after(name) - before(name)
    expect(grown('JSHeapUsedSize')).toBeLessThan(rounds * BYTES)
    expect(grown('JSEventListeners')).toBeLessThanOrEqual(0)
    expect(grown('Nodes')).toBeLessThanOrEqual(10)
    expect(await page.evaluate(() => app.watched.mounted)).toBeLessThanOrEqual(1)
  })
})
