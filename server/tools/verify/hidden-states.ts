// Addresses of a site whose states follow a bare `#`: the URL for people, and the URL for readers
// without script.

import { toUglyUrl } from '../../../src/url.ts'
import { normalFacts } from '../../adopted/compare/compare-state.ts'
import { readableOf } from '../../site/adopted-pages.ts'
import { stateOfUrl } from '../../site/state-of-url.ts'
import { type StatePrefix, stateShape } from '../../site/state-shape.ts'
import type { PageFacts } from '../crawl/facts.ts'

export interface HiddenStates {
  /** The state of any of its addresses; null for another URL. @param url Absolute. */
  stateOf(url: string): string | null
  shown(state: string): string
  /** Its ugly URL; null if it has none. */
  asked(state: string): string | null
  /** Facts of a page, with links to states in one form. */
  normal(facts: PageFacts): PageFacts
}

/** @param url The page that shows the app. @throws {TypeError} When `readable` is no prefix. */
export function hiddenStates(
  url: string,
  prefix: StatePrefix,
  readable: string | undefined,
): HiddenStates {
  const { origin, pathname } = new URL(url)
  const pageUrl = origin + pathname
  const shape = stateShape(
    prefix,
    readable === undefined ? undefined : readableOf(pathname, readable),
  )
  return {
    stateOf: (one) => (one === pageUrl ? '' : stateOfUrl(one, pageUrl, shape)),
    shown: (state) => shape.prettyUrl(pageUrl, state),
    asked: (state) => toUglyUrl(`${pageUrl}#!${state}`),
    normal: (facts) => normalFacts(facts, pageUrl, shape),
  }
}
