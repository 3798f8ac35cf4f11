/** Selectors mean in a snapshot's DOM what they mean in Chromium, for every method and kind of root. */
import { expect, test } from '@playwright/test'
import { openBoth } from './engine.ts'

type Answers = Readonly<Record<string, string>>

/** What differs, with the reason. */
const DIFFERENT: Readonly<Record<string, string>> = Object.fromEntries(
  ['document', 'element', 'fragment', 'shadow'].map((root) => [
    `${root} \u00a0p`,
    'in names CSS Syntax has not allowed a space that does not break since 2023; Chromium does',
  ]),
)

test('selectors select what they select in Chromium', async ({ page }) => {
  const { chromium, thread } = await openBoth(page, 'engine/selectors.ts')
  const [ours = {}, theirs = {}] = await Promise.all(
    [thread, chromium].map((side) => side.call<Answers>('run')),
  )
  await thread.close()
  const different = Object.keys(theirs).filter((name) => ours[name] !== theirs[name])
  const unexpected = different.filter((name) => !(name in DIFFERENT))
  expect(unexpected.map((name) => ({ name, ours: ours[name], theirs: theirs[name] }))).toEqual([])
  expect(different.toSorted()).toEqual(Object.keys(DIFFERENT).toSorted())
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(4 * 213)
})

test("jQuery's own selectors select what they select in Chromium", { tag: '@nightly' }, async ({
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/jquery.ts')
  const [ours = {}, theirs = {}] = await Promise.all(
    [thread, chromium].map((side) => side.call<Answers>('run')),
  )
  // Every paragraph is visible or hidden, and to ask for it is no error.
  const [sum, all] = (await thread.call<string>('visibility')).split(' ')
  await thread.close()
  expect(ours).toEqual(theirs)
  expect(sum).toBe(all)
  expect(Object.keys(theirs).length).toBeGreaterThanOrEqual(120)
  expect(ours["p:contains('blog')"]).toContain('sap')
})
