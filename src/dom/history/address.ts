// Reads and writes addresses of states, for the histories and for links. Ignores `<base>`: a state
// belongs to the document.

import { withoutCampaign, withoutResponse, withRoutedSlash } from '../../address-state.ts'
import { inFragment, type Scheme } from '../../scheme.ts'
import type { AnyTable } from '../../table.ts'
import { withoutTracking } from '../../tracking.ts'
import { fragmentOf, fragmentState, withoutFragment } from '../../url.ts'

export interface Address {
  /** Null for an id alone: the state stays. */
  readonly state: string | null
  /** The id of an element, or `''` for the top of the page. */
  readonly anchor: string | null
  /** True for an older spelling of the state's address. */
  readonly moved?: boolean
  /** True if a sign-in service has appended its response. */
  readonly hasResponse?: boolean
}

/** Returns the state of a URL in an older spelling of the app, or null. */
export type Upgrade = (url: URL) => string | null

/** Reads `#/x` as the state `/x`: for apps that had plain hash routes before `#!`. */
export const fromHash: Upgrade = ({ hash }) => (hash.startsWith('#/') ? hash.slice(1) : null)

/** Reads `#!/x` as the state `/x`: for apps that have moved on to paths. */
export const fromHashbang: Upgrade = ({ hash }) => fragmentState(hash)

export type TableScheme = Scheme & { readonly match?: AnyTable['match'] }

/** The scheme of a visit's links: readable if it began at a readable address. */
export function visitScheme({ options, scheme, match }: AnyTable): TableScheme {
  const ownScheme = scheme.among ? scheme.among(match) : scheme
  return { ...(options.readable?.from(location.pathname, ownScheme) ?? ownScheme), match }
}

export const isReadable = (scheme: TableScheme): boolean => 'prefix' in scheme

export type Addresses = ReturnType<typeof addressesOf>

export function addressesOf(scheme: TableScheme, upgrade?: Upgrade) {
  const isInFragment = inFragment(scheme)
  const { match = () => null } = scheme
  const pageUrl = () => withoutFragment(location.href)
  const absolute = (state: string, page: string) =>
    new URL(scheme.href(state), page).href.replace(/#!$/, '')
  /** @throws {RangeError} Where the scheme has no address for the state. */
  const write = (state: string) => absolute(state, pageUrl())
  const samePage = (url: string) => withoutFragment(url) === pageUrl()
  /** As `write`, without campaign parameters; null if the state has no address. */
  const url = (state: string) => {
    try {
      const [path = '', query = ''] = pageUrl().split(/\?(.*)/s)
      const ownQuery = withoutTracking(query)
      return absolute(state, path + (ownQuery && `?${ownQuery}`))
    } catch {
      return null
    }
  }
  /** Null for a URL that leads out of this document. */
  const read = (href: string): Address | null => {
    const parsed = new URL(href)
    if (parsed.origin !== location.origin) return null
    const fragment = fragmentOf(href)
    const beside = scheme.upgrade?.(parsed) ?? null
    if (isInFragment && beside === null && !samePage(href)) return null
    const other = beside ?? upgrade?.(parsed) ?? null
    const isOther = other !== null && url(other) !== null
    const rawState = isOther ? other : scheme.stateOf(parsed)
    const ownState = rawState && withoutResponse(rawState, match)
    const bare = ownState && withoutCampaign(ownState, match)
    const state = bare && withRoutedSlash(bare, match)
    const anchor = fragment === '' || isResponse(fragment) ? null : decode(fragment.slice(1))
    if (state !== null && (isOther || isInFragment)) {
      // A sign-in response stays in the address until the app has read it.
      if (ownState !== rawState) return { state, anchor: null, hasResponse: true }
      const isRespelled = state !== bare || fragment[1] === '%'
      return isOther || isRespelled ? { state, anchor: null, moved: true } : { state, anchor: null }
    }
    if (!isInFragment)
      return state === null ? null : { state, anchor, hasResponse: ownState !== rawState }
    return isResponse(fragment) ? null : { state: fragment === '' ? '' : null, anchor }
  }
  return {
    write,
    /** A state's address for replacing the current one: keeps foreign parts of the fragment. */
    replacement(state: string): string {
      const fragment = fragmentOf(location.href)
      if (isResponse(fragment)) return isInFragment ? location.href : write(state) + fragment
      return read(location.href)?.hasResponse ? location.href : write(state)
    },
    url,
    read,
    samePage,
    /** The intended target of a link: under `<base>` a link `#…` leads out of the document. */
    follow(link: Element, url: string): string {
      const href = link.getAttribute('href') ?? link.getAttribute('xlink:href')
      return href?.startsWith('#') && read(url) === null ? pageUrl() + href : url
    },
  }
}

/** A sign-in response, such as `#access_token=…`: neither id nor state, for the app to read. */
const isResponse = (fragment: string): boolean => /^#[\w.~-]+=/.test(fragment)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
