/**
 * Libraries of strangers, used as their manuals say: a snapshot holds what Chromium shows. In: the views that
 * build.setup.ts has built, and `expected.json`: the views that are shown otherwise, each with a reason that a user can act on.
 * `npx tsx test/strangers/show.ts` writes `results.md`.
 */
import { expect, test } from '@playwright/test'
import { type Corpus, openCorpus } from './run.ts'
import { EXPECTED, showViews, tell } from './show-all.ts'

let corpus: Corpus

test.beforeAll(async () => {
  corpus = await openCorpus()
})

test.afterAll(() => corpus?.close())

test('what views of strangers show is what Chromium shows, but for what is listed', async ({
  browser,
}) => {
  const found = await showViews(corpus, browser, '')
  for (const one of found) tell(one)
  const shown = new Set(found.map(({ name }) => name))
  const others = found.filter(({ verdict }) => verdict !== 'equal').map(({ name }) => name)
  expect(
    others.filter((name) => !(name in EXPECTED)),
    'shown otherwise and not listed in expected.json',
  ).toEqual([])
  expect(
    Object.entries(EXPECTED)
      .filter(
        ([name, why]) =>
          shown.has(name) && !others.includes(name) && !why.startsWith('Sometimes: '),
      )
      .map(([name]) => name),
    'listed in expected.json and shown as Chromium does: take them off the list',
  ).toEqual([])
})
