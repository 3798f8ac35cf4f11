// Schemes: where a URL keeps the state. Tables, router and server use one.

import { fragmentState } from './url.ts'

/** A way to put states into URLs. */
export interface Scheme {
  /** The link to a canonical state. @throws {RangeError} Where it has none. */
  href(state: string): string
  /** The state in a URL, as it stands there; null when the URL holds none. */
  stateOf(url: URL): string | null
  /** The state in a URL of another spelling, which the router rewrites, or null. */
  upgrade?(url: URL): string | null
  /** The scheme for a router; `match` gives null for a state without a route. */
  among?(match: (state: string) => object | null): Scheme
  /** Whether the loaders' data is sent with a page. Default: false. */
  readonly data?: boolean
}

/** `#!state`: the default of a table. */
export const hashbang: Scheme = {
  href: (state) => `#!${state}`,
  stateOf: (url) => fragmentState(url.hash),
}

export const inFragment = (scheme: Scheme): boolean => scheme.href('').startsWith('#')

/** Settings of addresses that are paths. */
export interface PathOptions {
  /** The path under which the app lives. Default: `/`. */
  readonly base?: string
  /** Send the loaders' data with a page, so that the first view has it. Default: true. */
  readonly data?: boolean
}

/**
 * Makes the scheme of ordinary paths, for an app that leaves `#!`: state `/a?b=c` is `base` +
 * `a?b=c`, the empty state is `base` itself. A router takes off what a host of files adds to a
 * path, "/" or "/index.html".
 *
 * @throws {RangeError} If `base` is not a path.
 */
export function pathScheme({ base = '/', data = true }: PathOptions = {}): Scheme {
  if (!/^(?:\/(?!\/)[^?#\s]*)?$/.test(base))
    throw new RangeError(
      `Cannot use the base "${base}" of pathScheme: expected a path from the root of the site, such as "/docs/"`,
    )
  const prefix = base.replace(/\/$/, '')
  const scheme: Scheme = {
    data,
    href(state) {
      const path = state === '' || state[0] === '?' ? `/${state}` : state
      const href = prefix + path
      // Rejects text that a browser would read as another path or host.
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
    among: (match) => ({
      ...scheme,
      upgrade(url) {
        const state = scheme.stateOf(url) ?? ''
        const bare = state.replace(/^([^?]*)\/(?:index\.html)?(?=\?|$)/, '$1')
        return bare === state || match(state) || !match(bare) ? null : bare
      },
    }),
  }
  return scheme
}
