// The snapshot's DOM parses markup as Chromium does, in every way in which markup gets into a page.
import { expect, test } from '@playwright/test'
import { corpus } from '../fixtures/engine/corpus.ts'
import { ask, openBoth } from './engine.ts'
import { expectListed } from './listed.ts'

/** Chromium follows changes of the HTML standard of 2026 that parse5 8 does not know yet. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'bogus-comment': 'processing instructions are nodes of their own now, and were comments',
  'button-in-button': 'a button no longer closes a button that is open',
}

test('markup is parsed into the same tree as in Chromium, by every API', async ({
  browser,
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/corpus.ts')
  expect(corpus.length).toBe(81)
  for (const way of ['innerHTML', 'insertAdjacentHTML', 'template', 'DOMParser', 'shadowRoot']) {
    const [ours, theirs] = await ask<string[]>([thread, chromium], 'parseAll', way)
    const different = corpus
      .map(([name], at) => ({ name, way, ours: ours?.[at], theirs: theirs?.[at] }))
      .filter((one) => one.ours !== one.theirs)
    const isLasting = () => way === 'innerHTML'
    expectListed(browser.version(), different, Object.keys(DIFFERENT), isLasting)
  }
  await thread.close()
})
