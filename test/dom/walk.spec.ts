/** A reader clicks, goes back and reloads: focus, announcement, scroll, anchors. */
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, test } from './site.ts'

declare const browser: typeof import('../../dist/src/browser.js')
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }
declare const checks: string[]
declare const undo: () => void

const heading = (page: Page) => page.locator('hashbang-outlet h1')
const back = (page: Page) => page.evaluate(() => history.back())
const scroll = (page: Page, y: number) => page.evaluate((y) => window.scrollTo(0, y), y)
const navigate = (page: Page, to: string, ...args: object[]) =>
  page.evaluate(([to, args]) => router.navigate(to, ...args), [to, args] as const)
const expectHash = (page: Page, hash: string) =>
  expect.poll(() => page.evaluate(() => location.hash), OFTEN).toBe(hash)
const expectScroll = (page: Page) =>
  expect.poll(() => page.evaluate(() => Math.round(window.scrollY)), OFTEN)

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await expect(heading(page)).toBeVisible()
}

/** Marks the document, to see that it is not loaded anew. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { same: true }))
const isSame = (page: Page) => page.evaluate(() => 'same' in window)

overHistories((rarely) => {
  test('focuses the new heading and announces its title', async ({ page, site }) => {
    await open(page, site.page('/'))
    await expect(heading(page)).not.toBeFocused()
    await expect(page.getByRole('status')).toHaveText('')
    await page.click('text="#!/long/1"')
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('status')).toHaveText('Long 1')
    await page.click('text="#!/form"')
    await expect(page.getByLabel('Name')).toBeFocused()
    await expect(page.getByRole('status')).toHaveText('Form')
    await back(page)
    await expect(heading(page)).toBeFocused()
    await expect(page.getByRole('status')).toHaveText('Long 1')
  })

  test('leaves the focus in a field for another query', rarely, async ({ page, site }) => {
    await open(page, site.page('/', { body: '<input id="q"><hashbang-outlet></hashbang-outlet>' }))
    await navigate(page, 'search')
    await page.focus('#q')
    await navigate(page, '#!/search?q=a', { replace: true })
    await expect(page.locator('#q')).toBeFocused()
  })

  test('scrolls to the top, and back to where the reader was', rarely, async ({ page, site }) => {
    await open(page, `${site.page('/')}#!/long/1`)
    await scroll(page, 2000)
    await navigate(page, 'long', { n: 'slow' })
    await expectScroll(page).toBe(0)
    await scroll(page, 700)
    await back(page)
    await expect(heading(page)).toHaveText('Long 1')
    await expectScroll(page).toBe(2000)
    await page.evaluate(() => history.forward())
    await expect(heading(page)).toHaveText('Long slow')
    await expectScroll(page).toBe(700)
  })

  test('scrolls to an id in the page and keeps the state', async ({ page, site }) => {
    await open(page, `${site.page('/')}#!/long/1`)
    await page.click('text="#sec"')
    await expectHash(page, '#!/long/1?~=sec')
    await expectScroll(page).toBeGreaterThan(2900)
    await expect(heading(page)).toHaveText('Long 1')
    await expect(page.locator('#sec')).toBeFocused()
    await back(page)
    await expectHash(page, '#!/long/1')
    await expectScroll(page).toBe(0)
    await page.evaluate(() => history.forward())
    await expectScroll(page).toBeGreaterThan(2900)
    await page.click('text="#top"')
    await expectScroll(page).toBe(0)
    await page.reload()
    await expect(heading(page)).toHaveText('Long 1')
  })

  test('comes to an id of a page that has to be loaded first', rarely, async ({ page, site }) => {
    await open(page, `${site.page('/')}#!/long/slow?~=sec`)
    await expectScroll(page).toBeGreaterThan(2900)
    await navigate(page, 'long', { n: '5' })
    await expectScroll(page).toBe(0)
    await navigate(page, 'long', { n: '6' }, { anchor: 'sec' })
    await expectScroll(page).toBeGreaterThan(2900)
  })

  test('goes home without a fragment and without a reload', async ({ page, site }) => {
    const body = '<a href="/">home</a><hashbang-outlet></hashbang-outlet>'
    const url = site.page('/', { body })
    await open(page, `${url}#!/form`)
    await mark(page)
    await page.click('text="home"')
    await expect(heading(page)).toHaveText('Home')
    expect(page.url()).toBe(url)
    expect(await isSame(page)).toBe(true)
  })

  test('leaves other uses of a link to the browser', rarely, async ({ page, site }) => {
    const body =
      '<a href="#!/form" target="_blank">blank</a> <a href="/other#!/form">other</a><hashbang-outlet></hashbang-outlet>'
    site.page('/other', { body: '<h1>Other</h1>', script: '' })
    await open(page, site.page('/', { body }))
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.click('text="blank"'),
    ])
    await expect(heading(opened)).toHaveText('Form')
    await opened.close()
    await expect(heading(page)).toHaveText('Home')
    await page.click('text="other"')
    await expect(page.locator('h1')).toHaveText('Other')
  })

  test('keeps the reader with unsaved work, whichever way out is taken', async ({ page, site }) => {
    await open(page, `${site.page('/')}#!/form`)
    await navigate(page, 'long', { n: '1' })
    await page.evaluate(() => {
      const checks: string[] = []
      const undo = browser.block(router as never, (state) => {
        checks.push(state)
        return false
      })
      Object.assign(window, { checks, undo })
      location.hash = '!/form'
    })
    const stays = async (...states: string[]) => {
      await expect.poll(() => page.evaluate(() => checks), OFTEN).toEqual(states)
      await expectHash(page, '#!/long/1')
    }
    await stays('/form')
    await page.click('text="#!/long/2"')
    await stays('/form', '/long/2')
    await back(page)
    await stays('/form', '/long/2', '/form')
    await page.click('text="#sec"')
    await expectHash(page, '#!/long/1?~=sec')
    await expect(heading(page)).toHaveText('Long 1')
    await page.evaluate(() => undo())
    await page.click('text="#!/form"')
    await expect(heading(page)).toHaveText('Form')
  })

  test('works under <base>, where "#!" alone would lead away', rarely, async ({ page, site }) => {
    await open(page, site.page('/', { head: '<base href="/assets/">' }))
    await page.click('text="#!/long/1"')
    await expect(heading(page)).toHaveText('Long 1')
    await page.click('text="#sec"')
    await expectHash(page, '#!/long/1?~=sec')
    await navigate(page, 'form')
    await expect(heading(page)).toHaveText('Form')
    expect(new URL(page.url()).pathname).toBe('/')
  })
})
