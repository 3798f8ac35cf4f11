// Finds the parameter of a state that only names a place in its page, such as docsify's `?id=`.
// The page proves it: one of its headings links to this state, with its own id as the value.

import { canonicalState, readState } from '../../../src/state.ts'
import { type StateShape, withoutParam } from '../../site/adopted-urls.ts'
import { isSameFile } from './adopted-destination.ts'

export interface AnchorParam {
  readonly name: string
  /** The state without it. */
  readonly page: string
}

/** @param state Canonical. */
export function anchorParam(
  document: Document,
  shape: StateShape,
  state: string,
): AnchorParam | undefined {
  // With this prefix, `#id` would be a state.
  if (shape.prefix === '#') return undefined
  for (const link of document.querySelectorAll(':is(h1,h2,h3,h4,h5,h6)[id] a[href*="?"]')) {
    const href = link.getAttribute('href') ?? ''
    if (!URL.canParse(href, document.baseURI)) continue
    const url = new URL(href, document.baseURI)
    const linked = isSameFile(url.href, location.href) ? shape.stateOf(url.hash) : null
    for (const [name] of readState(linked ?? '').pairs) {
      const anchor = { name, page: shape.own(withoutParam(state, name)) }
      const id = placeOf(canonicalState(linked ?? ''), anchor, shape)
      // An item of a list may have its id in its link; only a heading is a place of its page.
      if (id && link.closest('h1,h2,h3,h4,h5,h6')?.id === id) return anchor
    }
  }
  return undefined
}

/** The id that a link to a place of the page names. */
export function placeOf(
  linked: string,
  { name, page }: AnchorParam,
  { own }: StateShape,
): string | undefined {
  const id = readState(linked).pairs.find(([key]) => key === name)?.[1]
  return id && own(withoutParam(linked, name)) === page ? id : undefined
}
