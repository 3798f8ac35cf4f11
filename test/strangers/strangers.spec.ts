/**
 * Libraries of strangers, used as their manuals say: a snapshot holds what Chromium shows. In: the views that prepare.ts has
 * built, and `expected.json`: the views that are shown otherwise, each with a reason that a user can act on. `npm test` shows 40
 * of them, by SEED; `npm run test:all` shows all. `npx tsx test/strangers/show.ts` writes `results.md`.
 */
import { expect, test } from '@playwright/test'
import { isPrepared } from '../npm-project.ts'
import { numRuns } from '../run/seed.ts'
import { STRANGERS } from './install.ts'
import { type Corpus, openCorpus } from './run.ts'
import { EXPECTED, showViews, tell } from './show-all.ts'

let corpus: Corpus

test.beforeAll(async () => {
  test.skip(!isPrepared(STRANGERS), 'the packages of the corpus could not be installed here')
  corpus = await openCorpus()
})

test.afterAll(() => corpus?.close())

test('what views of strangers show is what Chromium shows, but for what is listed', async ({
  browser,
}) => {
  test.setTimeout(1_200_000)
  const found = await showViews(corpus, browser, '', numRuns(40, Number.MAX_SAFE_INTEGER))
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
