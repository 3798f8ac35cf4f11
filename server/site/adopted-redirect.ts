// Checks a redirect of an adopted page. Returns the address of a state if it is one; otherwise an
// allowed URL, or an error that names the setting to change.

import { canonicalState } from '../../src/state.ts'
import type { StateShape } from './state-shape.ts'

/** The page that redirects. */
export interface Sender {
  /** Absolute, without a fragment. */
  readonly url: string
  readonly shape: StateShape
  /** Other origins that redirects may lead to. */
  readonly allow: ReadonlySet<string>
}

/** Resolves the redirect. @param href Absolute. */
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
