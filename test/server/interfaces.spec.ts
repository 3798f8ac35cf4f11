/** Interfaces and their objects are the same as in Chromium. */
import { expect, test } from '@playwright/test'
import { interfaceTable } from '../../dist/server/dom/bundle/interface-table.js'
import { ask, openBoth } from './engine.ts'
import { differing, expectListed } from './listed.ts'

type Answers = Readonly<Record<string, string>>

const NODES = 'is Node’s, as loaders hand it on to pages'
const ARRAY = 'happy-dom’s is an Array or a Set, and is read as one'
const DEAF = 'tells nobody anything, so it is no event target'
const INNER = 'shares a class with another, which pages see above it'
const SPECIFICATION = 'is what the specification says'
const WRAPPED =
  'is wrapped, so that what it makes is of the page; it is still what its objects are instances of'

/** Differences for these reasons in one version of Node or Chromium may be absent in another. */
const VERSIONED: ReadonlySet<string> = new Set([NODES, SPECIFICATION])

const INTERFACES: Readonly<Record<string, readonly string[]>> = {
  [NODES]: ['FormData', 'MessageChannel', 'MessagePort', 'TextDecoderStream', 'TextEncoderStream'],
  [ARRAY]: ['CustomStateSet', 'DataTransferItemList', 'TextTrackCueList'],
  [DEAF]: ['Clipboard', 'OffscreenCanvas'],
  [INNER]: ['IntersectionObserver', 'NodeIterator', 'ResizeObserver', 'TreeWalker'],
  [SPECIFICATION]: ['CSSStyleRule', 'Range'],
  [WRAPPED]: ['PerformanceObserver', 'Request'],
}
const OBJECTS: Readonly<Record<string, readonly string[]>> = {
  [NODES]: [
    ...['performance', 'performance.timing', 'new FormData', 'the signal of a controller'],
    ...['new MessageChannel', 'a port of a channel'],
  ],
  [ARRAY]: ['the states of an element'],
  [DEAF]: ['navigator.clipboard'],
  [INNER]: [
    ...['TreeWalker', 'NodeIterator'],
    ...['new ResizeObserver', 'new IntersectionObserver'],
  ],
  [SPECIFICATION]: ['range', 'new Range', 'a rule of style'],
  'happy-dom lets anyone construct it': ['new BeforeUnloadEvent'],
}

test('interfaces and objects have the same shape as in Chromium', async ({ browser, page }) => {
  const [table, { chromium, thread }] = await Promise.all([
    interfaceTable(),
    openBoth(page, 'engine/interfaces.ts'),
  ])
  const sides = [thread, chromium]
  const named = await ask<Answers>(sides, 'interfaces', Object.keys(table))
  const [ours = {}, theirs = {}] = named
  // An answer names only interfaces that both sides have: others are those of names.spec.ts.
  const shared = Object.keys(theirs).filter((name) => name in ours)
  const kinds = await ask<Answers>(sides, 'kinds', shared)
  await thread.close()
  for (const [[ours = {}, theirs = {}], reasons, least] of [
    [named, INTERFACES, 400],
    [kinds, OBJECTS, 160],
  ] as const) {
    const different = differing(ours, theirs).filter((one) => one.ours !== undefined)
    const changing = Object.entries(reasons).flatMap(([why, all]) =>
      VERSIONED.has(why) ? all : [],
    )
    const isLasting = (name: string) => !changing.includes(name)
    expectListed(browser.version(), different, Object.values(reasons).flat(), isLasting)
    expect(Object.keys(theirs).filter((name) => name in ours).length).toBeGreaterThan(least)
  }
})
