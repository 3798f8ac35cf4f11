/** What the browser breaks off without anything in its place: the page of the address comes all the same. */
import { expect, type Page, test } from '@playwright/test'
import { OFTEN, type Site, startSite } from './site.ts'

const soon = (ask: () => Promise<unknown>) => expect.poll(ask, OFTEN)

// The second begins where the first one was broken off.
const ROUNDS = 2
const SCRIPT = `
  const { defineRoutes, route, html, htmlView } = await import('hashbang-router')
  const view = async () => ({ default: htmlView(({ params }) => html\`<h1>Slow \${params.n}</h1>\`) })
  const table = defineRoutes({
    home: route('', { head: () => ({ title: 'Home' }), view: async () => ({ default: htmlView(() => html\`<h1>Home</h1>\`) }) }),
    slow: route('/slow/:n', {
      load: () => new Promise((resolve) => { window.letGo = () => resolve(undefined) }),
      head: ({ params }) => ({ title: 'Slow ' + params.n }),
      view,
    }),
  })
  window.router = browser.start(table, { context: null, pendingMs: 1 })`
const BODY = `<a id="file" href="/file">file</a> <a id="save" href="/empty" download>save</a>
  <a id="mail" href="mailto:a@example.com">mail</a> <a id="empty" href="/empty">empty</a>
  <a id="leave" href="/other">leave</a><hashbang-outlet></hashbang-outlet>`

declare const router: { navigate(to: string): Promise<string>; readonly pending: string | null }
declare const letGo: () => void

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

// The driver's own click waits for the navigation that never comes.
const clicks = (page: Page, link: string) =>
  page.evaluate((link) => document.querySelector<HTMLElement>(link)?.click(), link)

const ends: Record<string, (page: Page) => Promise<unknown>> = {
  'a download': (page) => Promise.all([page.waitForEvent('download'), page.click('#file')]),
  'an empty answer': (page) =>
    Promise.all([page.waitForResponse((one) => one.status() === 204), clicks(page, '#empty')]),
  'a mail program': (page) => page.click('#mail', { noWaitAfter: true }),
  stop: (page) => page.evaluate(() => window.stop()),
  'a leave dialog in which the reader stays': async (page) => {
    await page.evaluate(() => {
      window.onbeforeunload = (event) => event.preventDefault()
    })
    const asked = page.waitForEvent('dialog')
    const click = page.click('#leave', { noWaitAfter: true })
    await (await asked).dismiss()
    await click
    await page.evaluate(() => {
      window.onbeforeunload = null
    })
  },
}

for (const without of [false, true]) {
  const [name, details] = without
    ? ['without the Navigation API', { tag: '@nightly' }]
    : ['with the Navigation API', {}]
  test.describe(name, details, () => {
    for (const [name, end] of Object.entries(ends)) {
      test(`${name} leaves address, page and title in agreement`, async ({ page, browserName }) => {
        test.skip(
          name === 'an empty answer' && browserName === 'chromium',
          'its driver waits for a navigation that never comes',
        )
        if (without) {
          await page.addInitScript(() => {
            Object.defineProperty(window, 'navigation', { value: undefined })
          })
        }
        await page.goto(site.page('/', { body: BODY, script: SCRIPT }))
        await expect(page.locator('h1')).toHaveText('Home')
        for (let n = 0; n < ROUNDS; n++) {
          await page.evaluate((n) => {
            window.location.hash = `!/slow/${n}`
          }, n)
          await soon(() => page.evaluate(() => router.pending)).toBe(`/slow/${n}`)
          await end(page)
          await page.evaluate(() => letGo())
          await expect(page.locator('h1')).toHaveText(`Slow ${n}`)
          expect(await page.title()).toBe(`Slow ${n}`)
          expect(await page.evaluate(() => window.location.hash)).toBe(`#!/slow/${n}`)
        }
      })
    }
  })
}
