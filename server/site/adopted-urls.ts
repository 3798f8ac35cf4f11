// Converts between the states of an adopted app and their URLs: fragments `#!/x`, `#!x`, `#/x` or
// `#x`, readable addresses and ugly URLs. The server, workers and tools call it.

import type { ReadableScheme } from '../../src/readable.ts'
import { canonicalState } from '../../src/state.ts'
import {
  fragmentOf,
  fragmentState,
  prettyUrl,
  toPrettyUrl,
  toUglyUrl,
  withoutFragment,
} from '../../src/url.ts'

/** The starts of fragments that are states. Other fragments are places in a page. */
export const STATE_PREFIXES = ['#!/', '#!', '#/', '#'] as const

/** The text before the states of an adopted app. */
export type StatePrefix = (typeof STATE_PREFIXES)[number]

/** The URL format of an app's states. */
export type StateShape = ReturnType<typeof stateShape>

/** Parameters that no app uses for itself. */
const CAMPAIGN = /^(?:utm_\w+|(?:dc|fb|g|tt|tw|y)clid|msclkid|[gw]braid)=/

export const withoutAdoptedCampaign = (state: string): string =>
  withoutPairs(state, (pair) => CAMPAIGN.test(pair))

export const withoutParam = (state: string, name: string): string =>
  withoutPairs(state, (pair) => pair.startsWith(`${name}=`))

function withoutPairs(state: string, isOut: (pair: string) => boolean): string {
  const [path, ...query] = state.split('?')
  const pairs = query.join('?').split('&')
  const kept = pairs.filter((pair) => !isOut(pair))
  return kept.length === pairs.length ? state : [path, kept.join('&')].filter(Boolean).join('?')
}

export function stateShape(prefix: StatePrefix, readable?: ReadableScheme) {
  const isBang = prefix.startsWith('#!')
  const mark = isBang ? '#!' : '#'
  /** Drops campaign parameters. "/" is the empty state where all states begin with "/". */
  const own = (spelling: string): string => {
    const state = withoutAdoptedCampaign(spelling)
    return state === '/' && prefix.endsWith('/') ? '' : state
  }
  /** The fragment of a state with its `#`; `''` for the empty state. */
  const fragmentOf = (state: string): string => (state === '' ? '' : mark + state)
  /** The URL for browsers. @param pageUrl Without a fragment. */
  const fragmentUrl = (pageUrl: string, state: string): string => pageUrl + fragmentOf(state)
  /** The URL for servers, which see no fragment. */
  const serverUrl = (pageUrl: string, state: string) =>
    readable
      ? new URL(readable.href(state), pageUrl).href
      : (toUglyUrl(prettyUrl(pageUrl, state)) ?? fragmentUrl(pageUrl, state))
  return {
    prefix,
    readable,
    fragmentOf,
    own,
    /** @returns Null for a place in a page, or an empty fragment. */
    stateOf: (fragment: string): string | null =>
      fragment.startsWith(prefix) && fragment.length > mark.length
        ? own(fragment.slice(mark.length))
        : null,
    fragmentUrl,
    /** The URL for crawlers: pretty with `#!`, else readable, else ugly. */
    listedUrl: (pageUrl: string, state: string): string =>
      isBang || state === '' ? fragmentUrl(pageUrl, state) : serverUrl(pageUrl, state),
  }
}

export const isStatePrefix = (text: unknown): text is StatePrefix =>
  STATE_PREFIXES.includes(text as StatePrefix)

/**
 * The least ambiguous prefix of a page's links.
 * @param isPlace Whether a fragment is a place of the page, not a state.
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

/** @param pageUrl Without query or fragment. @returns Null for URLs of no state. */
export function stateOfUrl(url: string, pageUrl: string, shape: StateShape): string | null {
  const fragment = fragmentOf(url)
  const { readable } = shape
  if (readable && URL.canParse(url) && url.startsWith(new URL(readable.prefix, pageUrl).href)) {
    const state = readable.stateOf(new URL(url))
    return state === null ? null : shape.own(canonicalState(state))
  }
  const pretty = fragment === '' ? prettyOf(url) : null
  if (withoutFragment(pretty ?? url) !== pageUrl) return null
  // Links have the ugly URL where a server would not see the state.
  const state = pretty === null ? shape.stateOf(fragment) : fragmentState(fragmentOf(pretty))
  return state === null ? null : shape.own(canonicalState(state))
}

/** @returns Null for a URL that is not ugly. */
export function prettyOf(url: string): string | null {
  try {
    return toPrettyUrl(url)
  } catch {
    return null
  }
}

export interface RedirectingPage {
  /** Absolute, without a fragment. */
  readonly url: string
  readonly shape: StateShape
  /** The other origins that it may redirect to. */
  readonly allow: ReadonlySet<string>
}

/**
 * Resolves a redirect of an adopted page. @param href Absolute.
 * @returns A state's address, an allowed URL, or an error that names the setting.
 */
export function redirectTo(
  href: string,
  { url, shape, allow }: RedirectingPage,
): { location: string } | Error {
  const { origin } = new URL(url)
  const to = new URL(href)
  if (to.origin !== origin && !allow.has(to.origin))
    return new Error(
      `The page sends its readers to ${href}: a snapshot redirects to ${[origin, ...allow].join(', ')} only. Add "${to.origin}" to "allowFetch"`,
    )
  const state = href.split('#')[0] === url ? shape.stateOf(to.hash) : null
  return { location: state === null ? href : shape.listedUrl(url, canonicalState(state)) }
}

/**
 * Names states that differ only in their last part, such as `/#/phones/*`: the same code renders
 * them.
 */
export function groupOf({ page, state }: Readonly<Record<'page' | 'state', string>>): string {
  if (state === '') return `${page}#`
  const path = state.split(/[?&]/, 1)[0] ?? ''
  return `${page}#${path.slice(0, path.lastIndexOf('/') + 1)}*`
}
