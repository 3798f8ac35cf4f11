// Which URLs are states of this document, and which are ids in it.
// In: the document's window, a scheme. Out: readings of URLs, and addresses of states, absolute.
// Never resolves against `<base>`: a state belongs to the document, wherever its other links lead.

import type { Scheme } from '../../scheme.ts'
import { fragmentOf, withoutFragment } from '../../url.ts'

/** Where a URL leads within this document. */
export interface Place {
  /** Null for an id alone: whatever state is shown stays. */
  readonly state: string | null
  /** The id of an element, `''` for the top of the page; null when the URL holds none. */
  readonly anchor: string | null
  /** True when the URL is an older spelling of the state's address. */
  readonly moved?: boolean
}

/** Reads and writes the addresses of states. */
export interface Addresses {
  /** Null when the URL leads out of this document. */
  read(url: string): Place | null
  /** @throws {RangeError} Where the scheme has no address for the state. */
  write(state: string): string
  /** The same, or null where the scheme has no address for the state. */
  url(state: string): string | null
  /** The address of a state in the place of the one that is there: what is not ours in the fragment stays. */
  instead(state: string): string
  /** Whether a URL is the document's, but for the fragment. */
  samePage(url: string): boolean
  /** What a link was meant to lead to: under `<base>` a link `#…` leads out of the document. */
  follow(link: Element, url: string): string
}

/** Gives the state of a URL in a spelling that the app has left; null when it is none. */
export type Upgrade = (url: URL) => string | null

/** Reads and writes by a scheme. */
export function addresses(
  { location }: Pick<Window, 'location'>,
  scheme: Scheme,
  upgrade?: Upgrade,
): Addresses {
  const inFragment = scheme.href('').startsWith('#')
  const write = (state: string) =>
    new URL(scheme.href(state), withoutFragment(location.href)).href.replace(/#!$/, '')
  const samePage = (url: string) => withoutFragment(url) === withoutFragment(location.href)
  const url = (state: string) => {
    try {
      return write(state)
    } catch {
      return null
    }
  }
  const read = (text: string): Place | null => {
    const parsed = new URL(text)
    if (parsed.origin !== location.origin) return null
    const fragment = fragmentOf(text)
    const beside = scheme.upgrade?.(parsed) ?? null
    if (inFragment && beside === null && !samePage(text)) return null
    const moved = beside ?? upgrade?.(parsed) ?? null
    if (moved !== null && url(moved) !== null) return { state: moved, anchor: null, moved: true }
    const state = scheme.stateOf(parsed)
    const anchor = fragment === '' || isResponse(fragment) ? null : decode(fragment.slice(1))
    if (!inFragment) return state === null ? null : { state, anchor }
    if (state !== null) return { state, anchor: null }
    return isResponse(fragment) ? null : { state: fragment === '' ? '' : null, anchor }
  }
  return {
    write,
    instead(state) {
      const fragment = fragmentOf(location.href)
      if (!isResponse(fragment)) return write(state)
      return inFragment ? location.href : write(state) + fragment
    },
    url,
    read,
    samePage,
    follow(link, url) {
      const href = link.getAttribute('href') ?? link.getAttribute('xlink:href')
      return href?.startsWith('#') && read(url) === null
        ? withoutFragment(location.href) + href
        : url
    },
  }
}

/** What a sign-in service has sent, such as `#access_token=…`: no id and no state, and the app's own to read. */
const isResponse = (fragment: string): boolean => /^#[\w.~-]+=/.test(fragment)

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
