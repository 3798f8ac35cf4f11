// Schemes put states into URLs. Tables, router and server use one.

import { fragmentState } from './url.ts'

/** Puts states into URLs. */
export interface Scheme {
  /** Returns the link to a canonical state. @throws {RangeError} If it has none. */
  href(state: string): string
  /** Returns the state in a URL as written, or null. */
  stateOf(url: URL): string | null
  /** Returns the state in a URL of another spelling, which the router rewrites, or null. */
  upgrade?(url: URL): string | null
  /** Returns the scheme for a router; `match` returns null for a state without a route. */
  among?(match: (state: string) => object | null): Scheme
  /** Whether the server sends the loaders' data with a page. Default: false. */
  readonly data?: boolean
}

/** `#!state`: the default of a table. */
export const hashbangScheme: Scheme = {
  href: (state) => `#!${state}`,
  stateOf: (url) => fragmentState(url.hash),
}

export const inFragment = (scheme: Scheme): boolean => scheme.href('').startsWith('#')

/** Settings of `pathScheme`. */
export interface PathOptions {
  /** The path of the app. Default: `/`. */
  readonly base?: string
  /** Send the loaders' data with a page, for the first view. Default: true. */
  readonly data?: boolean
}

/**
 * Creates the scheme of ordinary paths, for an app that leaves `#!`: state `/a?b=c` is `base` +
 * `a?b=c`, the empty state is `base`. A router removes "/" and "/index.html", which hosts of files
 * add.
 *
 * @param options Settings.
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
