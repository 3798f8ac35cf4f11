/** A navigation that `block` takes back: address and page agree after it, and no entry beside it opens the blocked state. */
import { expect, type Page, test } from '@playwright/test'
import { OFTEN, type Site, startSite } from './site.ts'

declare const browser: typeof import('../../dist/src/browser.js')
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }
/** The browser's Navigation API, also where the router is not to find one. */
declare const entries: Navigation

/** Ways to a state. */
const WAYS = {
  'location.hash': () => {
    location.hash = '!/form'
  },
  'location.replace()': () => location.replace('#!/form'),
  navigate: () => void router.navigate('form'),
  'navigate, replacing': () => void router.navigate('form', {}, { replace: true }),
  'a click': () => {
    const link = document.createElement('a')
    link.href = '#!/form'
    document.body.append(link)
    link.click()
    link.remove()
  },
}

/** Where the reader is, of entries of a history that began at home. */
const PLACES: Readonly<Record<string, { readonly back: number; readonly before: string | null }>> =
  {
    'the last entry': { back: 0, before: '#!/long/2' },
    'an entry with one after it': { back: 1, before: '#!/long/1' },
    'an entry with two after it': { back: 2, before: '' },
    'the first entry, with three after it': { back: 3, before: null },
  }

let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site?.close())

/** The address, the page of the address, and the page that is shown. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const [, n] = /^#!\/long\/(\d)$/.exec(location.hash) ?? []
    const wanted = n ? `Long ${n}` : location.hash === '' ? 'Home' : '?'
    return [location.hash, wanted, document.querySelector('hashbang-outlet h1')?.textContent]
  })

const expectPage = (page: Page, hash: string) => {
  const text = hash === '' ? 'Home' : `Long ${hash.at(-1)}`
  return expect.poll(() => seen(page), OFTEN).toEqual([hash, text, text])
}

/** Which entry of the history the reader is at. */
const entryOf = (page: Page) => page.evaluate(() => entries.currentEntry?.index)

async function go(page: Page, delta: number): Promise<void> {
  await page.evaluate((delta) => history.go(delta), delta)
}

/** Goes through three states from home, and some entries back. @returns Where that is. */
async function walk(page: Page, back: number): Promise<string> {
  await page.goto('about:blank')
  await page.goto(site.page('/'))
  await expectPage(page, '')
  for (const n of ['1', '2', '3']) await page.evaluate((n) => router.navigate('long', { n }), n)
  const here = ['#!/long/3', '#!/long/2', '#!/long/1', ''][back] ?? ''
  if (back > 0) await go(page, -back)
  await expectPage(page, here)
  return here
}

/** Blocks all that comes; the first question fails. */
const block = (page: Page) =>
  page.evaluate(() => {
    const asked: string[] = []
    const undo = browser.block(router as never, async (state) => {
      await new Promise((resolve) => setTimeout(resolve))
      if (asked.push(state) === 1) throw new Error('cannot be asked')
      return false
    })
    Object.assign(window, { asked, undo })
  })
const undo = (page: Page) => page.evaluate(() => (window as unknown as { undo(): void }).undo())
const expectAsked = (page: Page, count: number) =>
  expect
    .poll(() => page.evaluate(() => (window as unknown as { asked: string[] }).asked.length), OFTEN)
    .toBe(count)

for (const without of [false, true]) {
  test.describe(without ? 'without the Navigation API' : 'with the Navigation API', () => {
    test.skip(({ browserName }) => without && browserName !== 'chromium', 'taken away in Chromium')
    for (const [place, { back, before }] of Object.entries(PLACES)) {
      // Where an entry comes after, the two histories differ most.
      const rarely = without && back < 2 ? {} : { tag: '@nightly' }
      test(`in ${place}`, rarely, async ({ browser }) => {
        const context = await browser.newContext()
        await context.addInitScript((without) => {
          Object.assign(window, { entries: window.navigation })
          if (without) Object.defineProperty(window, 'navigation', { value: undefined })
        }, without)
        for (const [way, take] of Object.entries(WAYS)) {
          await test.step(way, async () => {
            const page = await context.newPage()
            const here = await walk(page, back)
            const entry = await entryOf(page)
            await block(page)
            for (const count of [1, 2]) {
              await page.evaluate(take)
              await expectAsked(page, count)
              // The address is right at once; the step back to the entry takes longer. From the first entry none is dared
              // without the API: the one before may be another document's.
              if (!without || before !== null)
                await expect.poll(() => entryOf(page), OFTEN).toBe(entry)
              await expectPage(page, here)
            }
            await undo(page)
            if (before !== null) {
              await go(page, -1)
              await expectPage(page, before)
              await go(page, 1)
              await expectPage(page, here)
            }
            await page.evaluate(() => {
              if (entries.canGoForward) return entries.forward().finished?.then(() => undefined)
            })
            await expect
              .poll(async () => {
                const [hash, wanted, shown] = await seen(page)
                return hash?.includes('form') ? hash : shown === wanted
              }, OFTEN)
              .toBe(true)
          })
        }
        await context.close()
      })
    }
  })
}
