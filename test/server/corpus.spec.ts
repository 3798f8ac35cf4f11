/**
 * What the snapshot's DOM makes of markup is what Chromium makes of it, by every way in which markup gets into a page. The
 * cases that differ are named here with the reason; a case that no longer differs must leave the list.
 */
import { expect, test } from '@playwright/test'
import { corpus } from '../fixtures/engine/corpus.ts'
import { openBoth } from './engine.ts'

/** Chromium follows changes of the HTML standard of 2026 that parse5 8 does not know yet. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'bogus-comment': 'processing instructions are nodes of their own now, and were comments',
  'button-in-button': 'a button no longer closes a button that is open',
}

const WAYS = ['innerHTML', 'insertAdjacentHTML', 'template', 'DOMParser', 'shadowRoot']

test('markup makes the tree of Chromium, by every way in which it gets into a page', async ({
  page,
}) => {
  const { chromium, thread } = await openBoth(page, 'engine/corpus.ts')
  expect(corpus.length).toBe(81)
  for (const way of WAYS) {
    const [ours, theirs] = await Promise.all(
      [thread, chromium].map((side) => side.call<string[]>('parseAll', way)),
    )
    const different = corpus
      .map(([name], index) => ({ name, ours: ours?.[index], theirs: theirs?.[index] }))
      .filter(({ ours, theirs }) => ours !== theirs)
    expect(
      different.filter(({ name }) => !(name in DIFFERENT)),
      way,
    ).toEqual([])
    if (way === 'innerHTML') {
      expect(different.map(({ name }) => name)).toEqual(Object.keys(DIFFERENT))
    }
  }
  await thread.close()
})
