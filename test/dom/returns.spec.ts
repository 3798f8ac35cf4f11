/** Where the reader is after a reload, and on the way back from another document. */
import { expect, type Page } from '@playwright/test'
import { overHistories, type Site, test } from './site.ts'

const TALL = '<div style="height:6000px"></div>'

/** A page that loads for some ms, with an id far below. */
const SLOW = {
  script: `const { defineRoutes, html, htmlView, route } = await import('hashbang-router')
    const view = htmlView(() => html\`<h1>List</h1><div style="height:4000px"></div><h2 id="below">Below</h2><div style="height:4000px"></div>\`)
    const table = defineRoutes({
      list: route('/list/:ms', {
        load: ({ params }) => Number(params.ms) ? new Promise((done) => setTimeout(done, params.ms)) : null,
        view: async () => ({ default: view }),
      }),
    })
    window.router = browser.start(table, {})`,
}

const heading = (page: Page) => page.locator('h1', { hasText: 'List' }).waitFor()
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const ready = (page: Page) =>
  page.evaluate(() => (window as unknown as { router: { ready: Promise<string> } }).router.ready)

async function readTo(page: Page, y: number): Promise<void> {
  await page.evaluate(
    (y) =>
      new Promise<void>((resolve) => {
        window.addEventListener('scroll', () => resolve(), { once: true })
        window.scrollTo(0, y)
      }),
    y,
  )
}

async function open(page: Page, site: Site, state: string): Promise<void> {
  await page.goto(`${site.page('/', SLOW)}#!${state}`)
  await heading(page)
  await ready(page)
}

const expectAt = (page: Page, y: number) =>
  expect.poll(() => scrolled(page), { intervals: [20] }).toBe(y)

overHistories((rarely) => {
  for (const ms of [0, 30, 300]) {
    const kind = ms === 30 ? {} : rarely
    test(`a reload keeps the position, with a loader of ${ms} ms`, kind, async ({ page, site }) => {
      await open(page, site, `/list/${ms}`)
      await readTo(page, 2500)
      await page.reload()
      await heading(page)
      await ready(page)
      await expectAt(page, 2500)
    })

    test(
      `the way back from another document keeps it, with ${ms} ms`,
      kind,
      async ({ page, site }) => {
        const other = site.page('/other', { body: `<h1>Other</h1>${TALL}`, script: '' })
        await open(page, site, `/list/${ms}`)
        await readTo(page, 2500)
        await page.goto(other)
        await readTo(page, 700)
        await page.goBack()
        await heading(page)
        await ready(page)
        await expectAt(page, 2500)
      },
    )
  }

  test('a new visit of the address begins at the top', async ({ page, site }) => {
    await open(page, site, '/list/30')
    await readTo(page, 2500)
    await page.goto('about:blank')
    await open(page, site, '/list/30')
    expect(await scrolled(page)).toBe(0)
  })

  test('an anchor is followed on the first visit, and not after a reload', async ({
    page,
    site,
  }) => {
    await open(page, site, '/list/30?~=below')
    await expect.poll(() => scrolled(page)).toBeGreaterThan(3500)
    await readTo(page, 1200)
    await page.reload()
    await heading(page)
    await ready(page)
    await expectAt(page, 1200)
  })
})
