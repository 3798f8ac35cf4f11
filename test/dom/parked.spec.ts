/** A page that the browser keeps while the reader is elsewhere, and shows again on the way back, goes on loading. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, type Site, test } from './site.ts'

// Playwright's Chromium keeps no pages unless its own arguments are changed.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
      args: [...(launchOptions.args ?? []), '--enable-features=BackForwardCache'],
    }),
})

declare const router: { readonly pending: string | null }

// The page says itself what there is when the reader is back: the driver does not follow it into what was kept.
const script = (reports: string) => `
  window.router = browser.start(routes, { context: null })
  const report = (kept) => {
    const heading = document.querySelector('hashbang-outlet h1')?.textContent
    const body = { kept, heading, hash: location.hash, loads: app.watched.loads, pending: router.pending }
    fetch('${reports}', { method: 'POST', body: JSON.stringify(body) })
  }
  const [{ type }] = performance.getEntriesByType('navigation')
  if (type === 'back_forward') report(false)
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    // By the next task each load that was begun anew has been asked for.
    setTimeout(() => {
      if (router.pending === null) return report(true)
      router.subscribe(() => setTimeout(report, 0, true))
      window.end()
    })
  })`
const BACK = `window.addEventListener('pageshow', () => setTimeout(() => history.back()))`

interface Report {
  readonly kept: boolean
}

/** Shows a state as far as it comes, leaves for another page, and gives what there is when that has gone back. */
async function leaveAndReturn(page: Page, site: Site, hash: string, pending: string | null) {
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
    await page.evaluate((to) => {
      location.hash = to
    }, hash)
    await expect.poll(() => page.evaluate(() => router.pending), OFTEN).toBe(pending)
    await page.evaluate((other) => {
      setTimeout(() => location.assign(other))
    }, other)
    return await back
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

overHistories((rarely) => {
  for (const { what, n, pending, loads } of [
    { what: 'begins anew what was loading', n: 'held', pending: '/long/held', loads: 2 },
    { what: 'leaves alone a page that was there', n: '1', pending: null, loads: 1 },
  ]) {
    test(`${what} when the reader left`, rarely, async ({ page, site }) => {
      // A browser may let go of a page that it has kept; units hold what then comes of `pageshow`.
      let report: Report = { kept: false }
      for (let left = 5; left > 0 && !report.kept; left--)
        report = await leaveAndReturn(page, site, `#!/long/${n}`, pending)
      test.skip(!report.kept, 'the browser has kept no page')
      expect(report).toEqual({
        kept: true,
        heading: `Long ${n}`,
        hash: `#!/long/${n}`,
        loads: Array(loads).fill(n),
        pending: null,
      })
    })
  }
})
