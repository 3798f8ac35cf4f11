// Where a URL keeps the state. The table writes links through a scheme, the router and the server read
// URLs through it; nothing else knows which one it is.
// In: a canonical state, or a URL. Out: a link, or the state in it, null where there is none.

import { fragmentState } from './url.ts'

/** A way to put states into URLs. */
export interface Scheme {
  /** The link to a canonical state, relative to the page. @throws {RangeError} Where it has none. */
  href(state: string): string
  /** The state in a URL, as it stands there; null when the URL holds none. */
  stateOf(url: URL): string | null
}

/** `#!state`: what a table uses when it is told nothing else. */
export const hashbang: Scheme = {
  href: (state) => `#!${state}`,
  stateOf: (url) => fragmentState(url.hash),
}

/**
 * Makes the scheme of ordinary paths, for an app that leaves `#!`: state `/a?b=c` is `base` + `a?b=c`,
 * the empty state is `base` itself. Only path-like states have a path.
 *
 * @param base The path under which the app lives. Default: `/`.
 */
export function pathScheme({ base = '/' }: { readonly base?: string } = {}): Scheme {
  const prefix = base.replace(/\/$/, '')
  return {
    href(state) {
      if (state === '') return `${prefix}/`
      if (/^\/(?!\/)./.test(state)) return prefix + state
      throw new RangeError(
        `Cannot write the state "${state}" as a path: it must begin with one "/" and not be "/" itself`,
      )
    },
    stateOf({ pathname, search }) {
      if (pathname === prefix || pathname === `${prefix}/`) return search
      return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) + search : null
    },
  }
}
