/** Where things stand in the demo: nothing moves when a page comes, and wide screens are used. */
import { expect, type Page, test } from '@playwright/test'
import { type Demo, sharedDemo } from './server.ts'

const STATES = {
  home: '',
  'a long entry': '/word/take',
  'a short entry': '/word/ajax',
  'a letter': '/browse/a',
  'a part of speech': 'pos=verb',
  'a search': '/search?q=greek%20hero',
  about: '/about',
  'a word that is not there': '/word/recieve',
}

/** The others are laid out as one of these is. */
const REPRESENTATIVE = ['home', 'a long entry', 'a search']
const tagOf = (name: string) => (REPRESENTATIVE.includes(name) ? {} : { tag: '@nightly' })

/** Of which there is too little to fill anything. */
const SHORT = ['a word that is not there']

let demo: Demo

test.beforeAll(async () => {
  demo = await sharedDemo()
})

const urlOf = (state: string) => `${demo.origin}/${state === '' ? '' : `#!${state}`}`

declare global {
  interface Window {
    shifts: LayoutShift[]
    observer: PerformanceObserver
  }
}

/** What Chromium has for each time that something moved without the reader's doing. */
interface LayoutShift {
  readonly value: number
  readonly sources: readonly { readonly node: Element | null }[]
}

/** Runs in the page, before all of its own. */
function observeShifts(): void {
  const take = (entries: PerformanceEntryList) => {
    for (const entry of entries) window.shifts.push(entry as unknown as LayoutShift)
  }
  window.shifts = []
  window.observer = new PerformanceObserver((list) => take(list.getEntries()))
  window.observer.observe({ type: 'layout-shift', buffered: true })
}

const frames = (page: Page) =>
  page.evaluate(
    () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
  )

async function shifts(page: Page): Promise<string[]> {
  await frames(page)
  return page.evaluate(() =>
    [...window.shifts, ...(window.observer.takeRecords() as unknown as LayoutShift[])].map(
      ({ value, sources }) =>
        `${value.toFixed(4)}: ${sources.map(({ node }) => node?.nodeName).join(', ')}`,
    ),
  )
}

for (const [name, state] of Object.entries(STATES)) {
  for (const width of [360, 1350]) {
    const title = `nothing moves on a screen of ${width} px when ${name} comes after the frame`
    test(title, tagOf(name), async ({ page }) => {
      await page.setViewportSize({ width, height: 800 })
      await page.addInitScript(observeShifts)
      let painted = () => {}
      const frame = new Promise<void>((resolve) => {
        painted = resolve
      })
      await page.route('**/api/**', async (route) => {
        await frame
        await route.continue()
      })
      await page.goto(urlOf(state))
      await frames(page)
      painted()
      await expect(page.locator('hashbang-outlet h1')).toBeVisible()
      expect(await shifts(page)).toEqual([])
    })
  }
}

for (const [name, state] of Object.entries(STATES)) {
  if (SHORT.includes(name)) continue
  test(`${name} uses the right third of a wide screen`, tagOf(name), async ({ page }) => {
    await page.goto(urlOf(state))
    await expect(page.locator('hashbang-outlet h1')).toBeVisible()
    for (const width of [1280, 1920]) {
      await page.setViewportSize({ width, height: 1080 })
      // The right edge of what stands in the column, as a share of the column's width.
      const reach = await page.evaluate(() => {
        const column = document.querySelector('hashbang-outlet') as Element
        const range = document.createRange()
        range.selectNodeContents(column)
        const words = document.createTreeWalker(column, NodeFilter.SHOW_TEXT)
        const edges: number[] = []
        while (words.nextNode()) {
          range.selectNodeContents(words.currentNode)
          for (const { right, width } of range.getClientRects()) if (width > 0) edges.push(right)
        }
        const { left, width } = column.getBoundingClientRect()
        return (Math.max(...edges) - left) / width
      })
      expect(reach, `${width} px`).toBeGreaterThan(0.8)
    }
  })
}
