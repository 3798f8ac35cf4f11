/** The box model beside Chromium's layout at the same size of window. */
import { expect, type Page, test } from '@playwright/test'
import { documents, type Kind, type Measures } from '../fixtures/engine/layout.ts'
import { numRuns } from '../run/seed.ts'
import { askBoth, askThread } from './engine.ts'
import { differing, expectListed } from './listed.ts'

type Answers = Readonly<Record<string, string>>
type Boxes = Readonly<Record<string, Measures>>

const NAMES =
  'x y width height offsetLeft offsetTop offsetWidth offsetHeight clientWidth clientHeight scrollWidth scrollHeight'.split(
    ' ',
  )

const isNear: Readonly<Record<Kind, (ours: number, theirs: number) => boolean>> = {
  exact: (ours, theirs) => Math.abs(ours - theirs) <= 1,
  text: (ours, theirs) => Math.abs(ours - theirs) <= Math.max(16, Math.abs(theirs) / 4),
  natural: (ours, theirs) => Math.abs(ours - theirs) <= Math.max(8, Math.abs(theirs) / 4),
}

const DIFFERENT: Readonly<Record<string, string>> = {
  'display none, hidden, details: c': 'Chromium measures what a closed <details> does not show',
  'fieldset: a': 'a legend stands in the border; here it stands below it',
}

/** In a window of one size, after any other pages. */
async function askInWindow<T>(page: Page, path: string, name: string): Promise<[T, T]> {
  await page.setViewportSize({ width: 1280, height: 720 })
  return askBoth<T>(page, path, name)
}

test('boxes have the same place as in Chromium', async ({ browser, page }) => {
  const [ours, theirs] = await askInWindow<Boxes>(page, 'engine/layout.ts', 'measureAll')
  const kinds = new Map(documents.map(([kind, name]) => [name, kind]))
  const different = Object.entries(theirs).flatMap(([name, measures]) => {
    const near = isNear[kinds.get(name.slice(0, name.lastIndexOf(': '))) ?? 'exact']
    const faults = measures.flatMap((value, at) => {
      const mine = ours[name]?.[at] ?? Number.NaN
      return near(mine, value) ? [] : [`${NAMES[at]} ${mine} and not ${value}`]
    })
    return faults.length > 0 ? [{ name, faults: faults.join(', ') }] : []
  })
  console.log(
    `${different.length} of ${Object.keys(theirs).length} boxes of ${documents.length} documents differ from Chromium's`,
  )
  expect(documents.length).toBeGreaterThanOrEqual(60)
  expectListed(browser.version(), different, Object.keys(DIFFERENT))
})

test('views that measure sizes render the same as in Chromium', async ({ browser, page }) => {
  const [ours, theirs] = await askInWindow<Answers>(page, 'engine/layout-views.ts', 'run')
  expectListed(browser.version(), differing(ours, theirs))
})

test('content that appears on scroll is rendered, and a list that grows at its end stops', async () => {
  expect(await askThread('engine/layout-views.ts', 'runScrolled')).toEqual({
    'what scrolling would show is shown': '50 of 50',
    'a list that grows at its end stops': '8 times',
  })
})

const CHANGES = numRuns(500, 3_000)

test('a page that changes and measures in turn ends', async () => {
  // Each answer is that of a layout: 18 px of text, or the 30 declared.
  const sum = await askThread<number>('engine/layout-views.ts', 'changeAndAsk', CHANGES)
  expect(sum).toBeGreaterThanOrEqual(18 * CHANGES)
  expect(sum).toBeLessThanOrEqual(30 * CHANGES)
})
