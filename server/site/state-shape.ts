// Converts between an adopted app's states and its fragments: `#!/x`, `#!x`, `#/x` or `#x`.
// Fragments with `#!` have a server address by the specification; servers see the others only as
// ugly URLs.

import type { ReadableScheme } from '../../src/readable.ts'
import { prettyUrl, toUglyUrl } from '../../src/url.ts'

/** Prefixes of state fragments; other fragments are places in a page. */
export const STATE_PREFIXES = ['#!/', '#!', '#/', '#'] as const

export type StatePrefix = (typeof STATE_PREFIXES)[number]

/** The URL format of an app's states. */
export interface StateShape {
  readonly prefix: StatePrefix
  /** The readable addresses of its states, if any. */
  readonly readable: ReadableScheme | undefined
  /** The fragment with its `#`; `''` for the empty state. */
  fragmentOf(state: string): string
  /** The state of a fragment with its `#`; null for a place in a page, or an empty fragment. */
  stateOf(fragment: string): string | null
  /**
   * The state in the form that has an address: without campaign parameters. Where all states begin
   * with "/", that alone is the empty state. Routers show the same page for both, and some replace
   * one by the other.
   */
  own(state: string): string
  /** The URL in the browser. @param pageUrl Without a fragment. */
  prettyUrl(pageUrl: string, state: string): string
  /**
   * The URL for crawlers and links: the pretty URL for `#!`, else the readable address, else the
   * ugly URL.
   */
  listedUrl(pageUrl: string, state: string): string
}

/** Names that no app uses for keys of its own. An adopted app declares none. */
const CAMPAIGN = /^(?:utm_\w+|(?:dc|fb|g|tt|tw|y)clid|msclkid|[gw]braid)=/

/** The state of an adopted app without the campaign parameters of its query. */
export function withoutCampaign(state: string): string {
  const [path, ...query] = state.split('?')
  const pairs = query.join('?').split('&')
  const own = pairs.filter((pair) => !CAMPAIGN.test(pair))
  return own.length === pairs.length ? state : [path, own.join('&')].filter(Boolean).join('?')
}

/** Returns the shape of a prefix. */
export function stateShape(prefix: StatePrefix, readable?: ReadableScheme): StateShape {
  const isBang = prefix.startsWith('#!')
  const mark = isBang ? '#!' : '#'
  const own = (text: string) => {
    const state = withoutCampaign(text)
    return state === '/' && prefix.endsWith('/') ? '' : state
  }
  const fragmentOf = (state: string) => (state === '' ? '' : mark + state)
  const hidden = (pageUrl: string, state: string) =>
    readable
      ? new URL(readable.href(state), pageUrl).href
      : (toUglyUrl(`${pageUrl}#!${state}`) ?? pageUrl + fragmentOf(state))
  return {
    ...{ prefix, readable },
    fragmentOf,
    own,
    stateOf: (fragment) =>
      fragment.startsWith(prefix) && fragment.length > mark.length
        ? own(fragment.slice(mark.length))
        : null,
    prettyUrl: (pageUrl, state) => pageUrl + fragmentOf(state),
    listedUrl: (pageUrl, state) =>
      isBang || state === '' ? prettyUrl(pageUrl, state) : hidden(pageUrl, state),
  }
}

export const isStatePrefix = (text: unknown): text is StatePrefix =>
  STATE_PREFIXES.includes(text as StatePrefix)

/**
 * Finds the prefix of a page's links: the least ambiguous one that any link has.
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
