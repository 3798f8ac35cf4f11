/**
 * A navigation that `block` takes back: address and page agree after it, and no entry beside it
 * opens the blocked state.
 */
import { expect, type Page } from '@playwright/test'
import { OFTEN, overHistories, test } from './site.ts'

declare const browser: typeof import('../../dist/src/browser.js')
declare const router: { navigate(to: string, ...args: object[]): Promise<string> }
/** The browser's Navigation API, also where the router is not to find one. */
declare const entries: Navigation
declare const checks: string[]
declare const undo: () => void

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

/**
 * The position of the reader among the entries of a history that began at home, and the text before
 * it.
 */
const PLACES = [
  { place: 'the last entry', here: '#!/long/3', before: '#!/long/2' },
  { place: 'an entry with one after it', here: '#!/long/2', before: '#!/long/1' },
  { place: 'an entry with two after it', here: '#!/long/1', before: '' },
  { place: 'the first entry, with three after it', here: '', before: null },
]

const seen = (page: Page) =>
  page.evaluate(() => [location.hash, document.querySelector('hashbang-outlet h1')?.textContent])
const textOf = (hash: string) => (hash === '' ? 'Home' : `Long ${hash.at(-1)}`)
const expectPage = (page: Page, hash: string) =>
  expect.poll(() => seen(page), OFTEN).toEqual([hash, textOf(hash)])
const entryOf = (page: Page) => page.evaluate(() => entries.currentEntry?.index)
const go = (page: Page, delta: number) => page.evaluate((delta) => history.go(delta), delta)

overHistories((rarely, without) => {
  for (const [back, { place, here, before }] of PLACES.entries()) {
    // Where an entry comes after, the two histories differ most.
    test(`in ${place}`, without && back > 1 ? {} : rarely, async ({ context, site }) => {
      for (const [way, take] of Object.entries(WAYS)) {
        await test.step(way, async () => {
          const page = await context.newPage()
          await page.goto(site.page('/'))
          await expectPage(page, '')
          for (const n of ['1', '2', '3'])
            await page.evaluate((n) => router.navigate('long', { n }), n)
          if (back > 0) await go(page, -back)
          await expectPage(page, here)
          const entry = await entryOf(page)
          // Blocks all that comes; the first question fails.
          await page.evaluate(() => {
            const checks: string[] = []
            const undo = browser.block(router as never, async (state) => {
              await new Promise((resolve) => setTimeout(resolve))
              if (checks.push(state) === 1) throw new Error('cannot be asked')
              return false
            })
            Object.assign(window, { checks, undo })
          })
          for (const count of [1, 2]) {
            await page.evaluate(take)
            await expect.poll(() => page.evaluate(() => checks.length), OFTEN).toBe(count)
            // The address is right at once; the step back to the entry takes longer. From the first
            // entry none is dared without the API: the one before may be another document's.
            if (!without || before !== null)
              await expect.poll(() => entryOf(page), OFTEN).toBe(entry)
            await expectPage(page, here)
          }
          await page.evaluate(() => undo())
          if (before !== null) {
            await go(page, -1)
            await expectPage(page, before)
            await go(page, 1)
            await expectPage(page, here)
          }
          await page.evaluate(async () => {
            if (entries.canGoForward) await entries.forward().finished
          })
          // The next state is not blocked, or its page would not be shown.
          await expect
            .poll(async () => {
              const [hash = '', shown] = await seen(page)
              return hash?.includes('form') ? hash : shown === textOf(hash ?? '')
            }, OFTEN)
            .toBe(true)
          await page.close()
        })
      }
    })
  }
})
