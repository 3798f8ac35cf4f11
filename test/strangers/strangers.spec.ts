/**
 * Third-party libraries, used as their manuals say: a snapshot holds the content that Chromium
 * shows, and has the same bytes after other pages.
 */
import { expect, test } from '@playwright/test'
import { expectListed } from '../server/listed.ts'
import { changedAgain } from './again.ts'
import { type Corpus, openCorpus } from './run.ts'
import { EXPECTED, showViews, tell } from './show-all.ts'

let corpus: Corpus

test.beforeAll(async () => {
  corpus = await openCorpus()
})

test.afterAll(() => corpus?.close())

test('snapshots of other libraries match Chromium, but for the listed ones', async ({
  browser,
}) => {
  const found = await showViews(corpus, browser, '')
  for (const one of found) tell(one)
  const shown = new Set(found.map(({ name }) => name))
  const others = found.filter(({ verdict }) => verdict !== 'equal')
  expectListed(
    browser.version(),
    others.map(({ name, verdict }) => ({ name, verdict })),
    Object.keys(EXPECTED).filter((name) => shown.has(name)),
    (name) => !EXPECTED[name]?.startsWith('Sometimes: '),
  )
})

// The renderers that a worker evaluates once.
for (const library of 'angular lit preact react rxjs solid svelte vue'.split(' ')) {
  test(`no page of ${library} changes a later one`, async () => {
    const views = corpus.names.filter((name) => name.startsWith(`${library}/`))
    const before = corpus.replaced.length
    expect(await changedAgain(corpus, library, views)).toEqual([])
    const replaced = corpus.replaced.slice(before)
    expect(replaced.filter((why) => !why.includes('without end'))).toEqual([])
  })
}
