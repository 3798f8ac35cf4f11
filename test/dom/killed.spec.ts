/**
 * Navigations that the browser breaks off without a replacement: the page of the address still
 * comes.
 */
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, test } from './site.ts'

declare const router: { readonly pending: string | null }
declare const end: () => void

const BODY = `<a id="file" href="/file">file</a> <a id="mail" href="mailto:a@example.com">mail</a>
  <a id="empty" href="/empty">empty</a> <a id="leave" href="/other">leave</a><hashbang-outlet></hashbang-outlet>`

// The driver's own click waits for the navigation that never comes.
const clicks = (page: Page, link: string) =>
  page.evaluate((link) => document.querySelector<HTMLElement>(link)?.click(), link)

const ENDS: Record<string, (page: Page) => Promise<unknown>> = {
  'a download': (page) => Promise.all([page.waitForEvent('download'), page.click('#file')]),
  'an empty answer': (page) =>
    Promise.all([page.waitForResponse((one) => one.status() === 204), clicks(page, '#empty')]),
  'a mail program': (page) => page.click('#mail', { noWaitAfter: true }),
  stop: (page) => page.evaluate(() => window.stop()),
  'a leave dialog in which the reader stays': async (page) => {
    await page.evaluate(() => {
      window.onbeforeunload = (event) => event.preventDefault()
    })
    const dialog = page.waitForEvent('dialog')
    const click = page.click('#leave', { noWaitAfter: true })
    await (await dialog).dismiss()
    await click
    await page.evaluate(() => {
      window.onbeforeunload = null
    })
  },
}

overHistories((rarely) => {
  for (const [name, breakOff] of Object.entries(ENDS)) {
    test(
      `${name} leaves address, page and title in agreement`,
      rarely,
      async ({ page, site, browserName }) => {
        test.skip(
          name === 'an empty answer' && browserName === 'chromium',
          'its driver waits for a navigation that never comes',
        )
        await page.goto(site.page('/', { body: BODY }))
        await expect(page.locator('h1')).toHaveText('Home')
        // The second begins where the first one was broken off.
        for (const n of ['held', 'held-again']) {
          await page.evaluate((n) => {
            location.hash = `!/long/${n}`
          }, n)
          await expect.poll(() => page.evaluate(() => router.pending), OFTEN).toBe(`/long/${n}`)
          await breakOff(page)
          await page.evaluate(() => end())
          await expect(page.locator('h1')).toHaveText(`Long ${n}`)
          expect(await page.title()).toBe(`Long ${n}`)
          expect(await page.evaluate(() => location.hash)).toBe(`#!/long/${n}`)
        }
      },
    )
  }
})
