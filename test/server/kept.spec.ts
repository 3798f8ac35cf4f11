/**
 * A view of a framework is in its first snapshot as in Chromium, and has the same bytes after any
 * page of the same worker. The views are those of the corpus of strangers, whose own spec tests all
 * libraries each night.
 */
import { expect, test } from '@playwright/test'
import { changedAgain } from '../strangers/again.ts'
import { buildWithoutInstall } from '../strangers/install.ts'
import { type Corpus, openCorpus } from '../strangers/run.ts'
import { showViews } from '../strangers/show-all.ts'

let corpus: Corpus

test.beforeAll(async () => {
  corpus = await openCorpus(await buildWithoutInstall(['lit.ts', 'react.tsx', 'vue.ts']))
})
test.afterAll(() => corpus?.close())

// Elements with shadow trees, and a virtual DOM.
for (const library of ['lit', 'react']) {
  test(`each view of ${library} is the same in a snapshot as in Chromium`, async ({ browser }) => {
    const found = await showViews(corpus, browser, `${library}/`)
    expect(found.length).toBeGreaterThan(5)
    for (const { name, status, warnings, chromium, snapshot } of found) {
      expect(status, warnings.join('\n')).toBe(200)
      expect({ name, ...snapshot }, warnings.join('\n')).toEqual({ name, ...chromium })
    }
  })
}

// Three ways to hold state: hooks, reactive objects, elements.
for (const library of ['react', 'vue', 'lit']) {
  test(`no page of ${library} changes a later one`, async () => {
    const views = corpus.names.filter((name) => name.startsWith(`${library}/`))
    expect(await changedAgain(corpus, library, views)).toEqual([])
    expect(corpus.replaced.filter((why) => !why.includes('without end'))).toEqual([])
  })
}
