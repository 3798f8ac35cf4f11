// Readable addresses: a unique path for every state, for clients that cut fragments off URLs.
// Reading never throws. No path ends in `.md`, which is for Markdown.

import { fault } from './diagnostics.ts'
import type { Scheme } from './scheme.ts'
import { canonicalState, joinState, splitState } from './state.ts'
import { withoutTracking } from './tracking.ts'
import { fragmentState } from './url.ts'

/** Settings of readable addresses. */
export interface ReadableOptions {
  /** The path of the app's page. Default: the folder of the prefix. */
  readonly page?: string
  /** Answer the page itself with the snapshot of the empty state. Default: true. */
  readonly home?: boolean
  /** Send the loaders' data with a page, for the first view. Default: true. */
  readonly data?: boolean
  /** Answer with Markdown at the address with `.md`, or by `Accept`. Default: true. */
  readonly markdown?: boolean
  /** `readable`: all visits get readable addresses. `visit` (default): a visit keeps its kind. */
  readonly addressBar?: 'readable' | 'visit'
  /**
   * For a host of files without rules. `true`: folders with an index.html, whose addresses end in
   * "/". `html`: files such as `ajax.html`, at addresses without a slash. Default: false.
   */
  readonly files?: boolean | 'html'
}

/** A scheme beside `#!`, for clients that cut fragments. */
export interface ReadableScheme extends Scheme {
  /** Begins all addresses but that of the empty state. */
  readonly prefix: string
  readonly page: string
  readonly home: boolean
  readonly data: boolean
  readonly markdown: boolean
  readonly files: boolean | 'html'
  /** Reads the app's pretty URLs too; null for others. */
  upgrade(url: URL): string | null
  /** The scheme of a visit that begins at this path: this one, or `other`. Both read both. */
  from(pathname: string, other: Scheme): Scheme
}

// Characters to escape: those that a server might normalise, and names that some disks refuse:
// control characters, a final dot, Windows devices, a folder's index.
const IN_PATH =
  /[^\w\-.~$&()*+,;=:@/%]|%(?=2F|5C|[01][\dA-F]|7F)|(?<=^|\/)(?:\.\.?(?=\/|$)|\/|(?:[cC][oO][nN]|[pP][rR][nN]|[aA][uU][xX]|[nN][uU][lL]|(?:[cC][oO][mM]|[lL][pP][tT])\d)(?=[./]|$)|index(?=\.html(?:\/|$)))|\/$|\.(?=md$|\/|$)/g
const IN_QUERY = /[^\w\-.~$&()*,;=:@/%?]|(?<=^|&)_(?=escaped_fragment_=)/g

export const escapeSign = (sign: string): string =>
  `!${sign.charCodeAt(0).toString(16).toUpperCase()}`

const escaped = (text: string, pattern: RegExp): string =>
  text.replace(pattern, (run) => run.replace(/./gs, escapeSign))

const unescaped = (text: string): string =>
  text.replace(/!([2-7][\dA-F])/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))

/**
 * Creates readable addresses, for the option `readable` of a table: state `/a?b=c` is at
 * `/s/a?b=c`, a state without "/" below `/s/!/`, the empty state at the page itself. Characters
 * that a server might normalise become `!` and two hex digits: `/a/../b` is at `/s/a/!2E!2E/b`.
 *
 * @param prefix The folder of all addresses but that of the empty state. Default: `/s/`.
 * @param options Settings.
 * @throws {TypeError} When the prefix is no path between two "/".
 */
export function readableScheme(
  prefix = '/s/',
  {
    page = prefix.replace(/[^/]+\/$/, ''),
    home = true,
    data = true,
    markdown = true,
    addressBar = 'visit',
    files = false,
  }: ReadableOptions = {},
): ReadableScheme {
  if (!/^(?:\/[\w\-~]+)+\/$/.test(prefix)) throw fault('HB016', [prefix])
  const scheme: ReadableScheme = {
    prefix,
    page,
    home,
    data,
    markdown,
    files,
    href(text) {
      const state = canonicalState(text)
      if (state === '') return page
      // A server may drop an empty query: its "?" stays with the path.
      const [, path = '', query = ''] = /^([^?]*(?:\?$)?)(\?.*)?$/s.exec(state) ?? []
      const within =
        path[0] === '/'
          ? escaped(path.slice(1), IN_PATH) || '!'
          : path && `!/${escaped(path, IN_PATH)}`
      const end = files === true && within !== '' ? '/' : ''
      return prefix + within + end + query.slice(0, 1) + escaped(query.slice(1), IN_QUERY)
    },
    stateOf({ pathname, search }) {
      if (pathname === page) return ''
      if (!pathname.startsWith(prefix) || /\.md$/.test(pathname)) return null
      // File hosts add "/" to a folder's address.
      const within = pathname.slice(prefix.length).replace(/(?<!\/)\/$/, '')
      const path = within.startsWith('!/')
        ? unescaped(within.slice(2))
        : within && `/${within === '!' ? '' : unescaped(within)}`
      return path + unescaped(search.replaceAll('+', '%20'))
    },
    upgrade: ({ pathname, search, hash }) =>
      (pathname === page && withoutTracking(search.slice(1)) === '') || pathname.startsWith(prefix)
        ? fragmentState(hash)
        : null,
    from: (path, other) =>
      addressBar === 'readable' || path.startsWith(prefix)
        ? scheme
        : {
            ...other,
            upgrade: (url) => (url.pathname.startsWith(prefix) ? scheme.stateOf(url) : null),
          },
  }
  return scheme
}

/** Returns the readable address of a state, for `navigator.share` and copy buttons. */
export function readableHref(scheme: ReadableScheme, state: string): string {
  const parts = splitState(canonicalState(state))
  if (parts.anchor === null) return scheme.href(state)
  const href = scheme.href(joinState({ ...parts, anchor: null }))
  return `${href}#${encodeURIComponent(parts.anchor)}`
}
