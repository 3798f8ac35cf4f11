/** A page that the browser keeps while the reader is elsewhere, and shows again on the way back, goes on loading. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'
import { OFTEN, type Site, startSite } from './site.ts'

const soon = (ask: () => Promise<unknown>) => expect.poll(ask, OFTEN)

// Playwright's Chromium keeps no pages unless its own arguments are changed.
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({
        ...launchOptions,
        ignoreDefaultArgs: ['--disable-back-forward-cache'],
        args: [...(launchOptions.args ?? []), '--enable-features=BackForwardCache'],
      }),
    { scope: 'worker' },
  ],
})

/** What the page says of itself when the reader is back; the driver does not follow it into what was kept. */
interface Report {
  readonly kept: boolean
  readonly heading: string
  readonly hash: string
  readonly loads: readonly string[]
  readonly pending: string | null
}

// The first load never ends, as one whose request the browser has ended with the leave.
const script = (reports: string) => `
  const { defineRoutes, route, html, htmlView } = await import('hashbang-router')
  const says = (text) => async () => ({ default: htmlView(() => html\`<h1>\${text}</h1>\`) })
  const loads = []
  const load = ({ params }) => {
    loads.push(params.n)
    return loads.length > 1 ? undefined : new Promise(() => {})
  }
  const table = defineRoutes({
    home: route('', { view: says('Home') }),
    slow: route('/slow/:n', { load, view: says('Slow') }),
    still: route('/still/:n', { load: ({ params }) => void loads.push(params.n), view: says('Still') }),
  })
  window.router = browser.start(table, { context: null, pendingMs: 1 })
  const report = (kept) => {
    const heading = document.querySelector('hashbang-outlet h1')?.textContent
    const { hash } = location
    fetch('${reports}', { method: 'POST', body: JSON.stringify({ kept, heading, hash, loads, pending: router.pending }) })
  }
  const [{ type }] = performance.getEntriesByType('navigation')
  if (type === 'back_forward') report(false)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // By the next task each load that was begun anew has been asked for.
    setTimeout(() => {
      if (router.pending === null) return report(true)
      router.subscribe(() => setTimeout(report, 0, true))
      setTimeout(report, 3000, true)
    })
  })`
const BACK = `window.addEventListener('pageshow', () => setTimeout(() => history.back()))`

declare const router: { navigate(to: string): Promise<string>; readonly pending: string | null }

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

/** A browser may let go of a page that it has kept: leaves again until one was kept. */
async function leaveAndReturn(page: Page, state: string, pending: string | null): Promise<Report> {
  for (let left = 5; ; left--) {
    const report = await leaveOnce(page, state, pending)
    if (report.kept || left === 1) return report
    // The way back was a load: it ends before the next one begins.
    await page.waitForURL(({ pathname }) => pathname === '/')
  }
}

/** Shows a state as far as it comes, leaves for another page, and gives what there is when that has gone back. */
async function leaveOnce(page: Page, state: string, pending: string | null): Promise<Report> {
  let told = (_: Report) => {}
  const back = new Promise<Report>((resolve) => {
    told = resolve
  })
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(204, { 'access-control-allow-origin': '*' }).end()
    told(JSON.parse(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const reports = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const other = site.page('/other', { body: `<script>${BACK}</script>`, script: '' })
  try {
    await page.goto(site.page('/', { script: script(reports), kept: true }))
    await expect(page.locator('h1')).toHaveText('Home')
    await page.evaluate((state) => {
      window.location.hash = `!${state}`
    }, state)
    await soon(() => page.evaluate(() => router.pending)).toBe(pending)
    await page.evaluate((other) => {
      setTimeout(() => window.location.assign(other))
    }, other)
    return await back
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

for (const without of [false, true]) {
  const [name, details] = without
    ? ['without the Navigation API', { tag: '@nightly' }]
    : ['with the Navigation API', {}]
  test.describe(name, details, () => {
    test.beforeEach(async ({ page }) => {
      if (!without) return
      await page.addInitScript(() => {
        Object.defineProperty(window, 'navigation', { value: undefined })
      })
    })

    test('begins anew what was loading when the reader left', async ({ page }) => {
      expect(await leaveAndReturn(page, '/slow/1', '/slow/1')).toEqual({
        kept: true,
        heading: 'Slow',
        hash: '#!/slow/1',
        loads: ['1', '1'],
        pending: null,
      })
    })

    test('leaves alone a page that was there', async ({ page }) => {
      expect(await leaveAndReturn(page, '/still/1', null)).toEqual({
        kept: true,
        heading: 'Still',
        hash: '#!/still/1',
        loads: ['1'],
        pending: null,
      })
    })
  })
}
