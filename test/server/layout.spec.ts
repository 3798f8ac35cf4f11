/**
 * The box model beside Chromium's layout at the same size of window. Declared sizes: within a px. What depends on the widths
 * of letters: within a quarter, or 16 px. Controls and fonts of the machine: within a quarter, or 8 px.
 */
import { expect, test } from '@playwright/test'
import { documents, type Kind, type Measures } from '../fixtures/engine/layout.ts'
import { bundle, openBoth, openThread } from './engine.ts'

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

/** Boxes of which something differs, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'display none, hidden, details: c': 'Chromium measures what a closed <details> does not show',
  'fieldset: a': 'a legend stands in the border; here it stands below it',
}

test('boxes are where Chromium has them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const { chromium, thread } = await openBoth(page, 'engine/layout.ts')
  const [ours = {}, theirs = {}] = await Promise.all(
    [thread, chromium].map((side) => side.call<Boxes>('measureAll')),
  )
  await thread.close()
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
  expect(different.filter(({ name }) => !(name in DIFFERENT))).toEqual([])
  expect(different.map(({ name }) => name).toSorted()).toEqual(Object.keys(DIFFERENT).toSorted())
  expect(documents.length).toBeGreaterThanOrEqual(60)
})

test('views that ask for sizes show what they show in Chromium', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 })
  const { chromium, thread } = await openBoth(page, 'engine/layout-views.ts')
  const [ours, theirs] = await Promise.all(
    [thread, chromium].map((side) => side.call<Record<string, string>>('run')),
  )
  await thread.close()
  expect(ours).toEqual(theirs)
})

test('what scrolling would show is shown, and a list that grows at its end ends', async () => {
  const thread = await openThread(await bundle('engine/layout-views.ts'))
  const shown = await thread.call<Record<string, string>>('runScrolled')
  await thread.close()
  expect(shown).toEqual({
    'what scrolling would show is shown': '50 of 50',
    'a list that grows at its end stops': '8 times',
  })
})

const CHANGES = process.env.LONG_PROPERTIES === '1' ? 3_000 : 500

test('a page that changes and asks in turn ends', async () => {
  const thread = await openThread(await bundle('engine/layout-views.ts'))
  // Each answer is that of a layout: 18 px of text, or the 30 declared.
  const sum = await thread.call<number>('changeAndAsk', CHANGES)
  await thread.close()
  expect(sum).toBeGreaterThanOrEqual(18 * CHANGES)
  expect(sum).toBeLessThanOrEqual(30 * CHANGES)
})
