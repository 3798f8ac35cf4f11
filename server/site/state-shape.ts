// How the URLs of an adopted app hold their states: `#!/x`, `#!x`, `#/x` or `#x`. In: the beginning of such fragments; states,
// fragments. Out: the fragment of a state and back, and the address at which a server is asked for it. `#!` has its address by
// the specification; of the others the ugly URL is the only one that a server ever sees.

import type { ReadableScheme } from '../../src/readable.ts'
import { prettyUrl, toUglyUrl } from '../../src/url.ts'

/** What fragments of states begin with; others are places in a page. */
export const STATE_PREFIXES = ['#!/', '#!', '#/', '#'] as const

export type StatePrefix = (typeof STATE_PREFIXES)[number]

/** How an app writes its states. */
export interface StateShape {
  readonly prefix: StatePrefix
  /** The readable addresses of its states, where it has such. */
  readonly readable: ReadableScheme | undefined
  /** The fragment with its `#`; nothing for the empty state. */
  fragmentOf(state: string): string
  /** The state of a fragment that is given with its `#`; null for a place in a page, or nothing. */
  stateOf(fragment: string): string | null
  /** What people see. @param pageUrl Without a fragment. */
  prettyUrl(pageUrl: string, state: string): string
  /** What crawlers and links name: the pretty URL where that is `#!`, else the readable address, else the ugly URL. */
  listedUrl(pageUrl: string, state: string): string
}

/** The shape of fragments that begin so. */
export function stateShape(prefix: StatePrefix, readable?: ReadableScheme): StateShape {
  const isBang = prefix.startsWith('#!')
  const mark = isBang ? '#!' : '#'
  const fragmentOf = (state: string) => (state === '' ? '' : mark + state)
  const hidden = (pageUrl: string, state: string) =>
    readable
      ? new URL(readable.href(state), pageUrl).href
      : (toUglyUrl(`${pageUrl}#!${state}`) ?? pageUrl + fragmentOf(state))
  return {
    ...{ prefix, readable },
    fragmentOf,
    stateOf: (fragment) =>
      fragment.startsWith(prefix) && fragment.length > mark.length
        ? fragment.slice(mark.length)
        : null,
    prettyUrl: (pageUrl, state) => pageUrl + fragmentOf(state),
    listedUrl: (pageUrl, state) =>
      isBang || state === '' ? prettyUrl(pageUrl, state) : hidden(pageUrl, state),
  }
}

/** Whether a text is such a beginning. */
export const isStatePrefix = (text: unknown): text is StatePrefix =>
  STATE_PREFIXES.includes(text as StatePrefix)

/**
 * What the links of a page say of its states: the first beginning, from the clearest on, that any of them has.
 *
 * @param isPlace Whether a fragment names a place of the page itself. Any other one is a state.
 */
export const prefixOfLinks = (
  fragments: readonly string[],
  isPlace: (fragment: string) => boolean,
): StatePrefix | undefined =>
  STATE_PREFIXES.find((prefix) =>
    fragments.some(
      (one) => one.startsWith(prefix) && one.length > 1 && (prefix !== '#' || !isPlace(one)),
    ),
  )
