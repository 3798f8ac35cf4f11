/**
 * Libraries of strangers, used as their manuals say: what a snapshot holds is what Chromium shows. In: the views of the
 * project, `expected.json`: those that are shown otherwise, each with a reason that a user can act on. Out: `results.md`.
 * `STRANGERS=react/portal npm test -- strangers` shows one view or one library, and both sides of it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildProject, installPackages } from './install.ts'
import { tableOf } from './results.ts'
import { type Compared, type Corpus, openCorpus, type Snapshot } from './run.ts'

const EXPECTED: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'expected.json'), 'utf8'),
)
const ONLY = process.env.STRANGERS
const TABS = 6

let corpus: Corpus

test.beforeAll(async () => {
  test.setTimeout(600_000)
  test.skip(ONLY === undefined, 'takes minutes: STRANGERS= npm test -- strangers/strangers')
  const failure = installPackages()
  if (failure !== null && process.env.CI) throw new Error(failure)
  test.skip(failure !== null, `the packages of the corpus cannot be installed here: ${failure}`)
  buildProject()
  corpus = await openCorpus()
})

test.afterAll(() => corpus?.close())

test('what views of strangers show is what Chromium shows, but for what is listed', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const names = (await corpus.names(browser)).filter((name) => !ONLY || name.startsWith(ONLY))
  const made: Snapshot[] = []
  // One after another, so that what a page leaves behind does not depend on chance.
  for (const name of names) made.push(await corpus.snapshot(name))
  const found: Compared[] = []
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const page = await browser.newPage()
      for (let one = made.shift(); one !== undefined; one = made.shift()) {
        found.push(await corpus.compare(page, one))
      }
      await page.close()
    }),
  )
  found.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const one of found) tell(one)
  if (!ONLY) writeFileSync(join(import.meta.dirname, 'results.md'), tableOf(found, EXPECTED))
  const others = found.filter(({ verdict }) => verdict !== 'equal').map(({ name }) => name)
  const listed = Object.keys(EXPECTED).filter((name) => !ONLY || name.startsWith(ONLY))
  expect(
    others.filter((name) => !(name in EXPECTED)),
    'shown otherwise and not listed in expected.json',
  ).toEqual([])
  expect(
    listed.filter((name) => !others.includes(name)),
    'listed in expected.json and shown as Chromium does: take them off the list',
  ).toEqual([])
})

function tell({ name, verdict, status, warnings, chromium, snapshot }: Compared): void {
  if (verdict === 'equal') return
  console.log(
    `${name}: ${verdict} (${status})${warnings.map((one) => `\n    ${one.split('\n')[0]}`).join('')}`,
  )
  if (!ONLY) return
  console.log(
    `--- Chromium\n${chromium.head}\n${chromium.tree}\n--- snapshot\n${snapshot.head}\n${snapshot.tree}`,
  )
}
