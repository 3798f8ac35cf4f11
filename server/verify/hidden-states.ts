// The states of a site that keeps them after `#` alone, for whoever compares them. In: where the app is, how its states are written.
// Out: the state that a URL means, whichever of its addresses that is; what people open for it, and what readers without script ask for.

import { toUglyUrl } from '../../src/url.ts'
import type { PageFacts } from '../crawl/facts.ts'
import { normalFacts } from '../engines/compare-state.ts'
import { readableOf } from '../site/adopted-pages.ts'
import { stateOfUrl } from '../site/state-of-url.ts'
import { type StatePrefix, stateShape } from '../site/state-shape.ts'

/** Such states. */
export interface HiddenStates {
  /** Null for what is no state of the app. @param url Absolute. */
  stateOf(url: string): string | null
  /** What people open. */
  shown(state: string): string
  /** Its ugly URL; null where it has none. */
  asked(state: string): string | null
  /** Facts of a page, with links to states written in one way. */
  normal(facts: PageFacts): PageFacts
}

/**
 * Makes it.
 *
 * @param url Of the page that shows the app.
 * @param readable What readable addresses begin with, if the site has such.
 * @throws {TypeError} When readable addresses cannot begin so.
 */
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
