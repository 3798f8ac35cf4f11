// Where a page of an adopted site may send its readers. In: an address that it goes to. Out: the address that readers are sent to:
// that of a state where it is one; or an error that says what to allow.

import { canonicalState } from '../../src/state.ts'
import type { StateShape } from './state-shape.ts'

/** The page that sends. */
export interface Sender {
  /** Absolute, without a fragment. */
  readonly url: string
  readonly shape: StateShape
  /** Other origins that readers may be sent to. */
  readonly allow: ReadonlySet<string>
}

/** Finds it. @param href Absolute. */
export function redirectTo(
  href: string,
  { url, shape, allow }: Sender,
): { location: string } | Error {
  const { origin } = new URL(url)
  const to = new URL(href)
  if (to.origin !== origin && !allow.has(to.origin)) {
    return new Error(
      `The page sends its readers to ${href}: a snapshot redirects to ${[origin, ...allow].join(', ')} only. Add "${to.origin}" to "allowFetch"`,
    )
  }
  const state = href.split('#')[0] === url ? shape.stateOf(to.hash) : null
  return { location: state === null ? href : shape.listedUrl(url, canonicalState(state)) }
}
