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
      const path = state === '' || state[0] === '?' ? `/${state}` : state
      const href = prefix + path
      // Whatever a browser would read as another path, or as another host, is not the path of a state.
      const { pathname, search, host } = new URL(href, 'http://a.test')
      if (
        state === '/' ||
        path[0] !== '/' ||
        path[1] === '/' ||
        pathname + search !== href ||
        host !== 'a.test'
      )
        throw new RangeError(
          `Cannot write the state "${state}" as a path: expected one that begins with a single "/", goes on, and has no ".." in it`,
        )
      return href
    },
    stateOf({ pathname, search }) {
      if (pathname === prefix || pathname === `${prefix}/`) return search
      return pathname.startsWith(`${prefix}/`) ? pathname.slice(prefix.length) + search : null
    },
  }
}
