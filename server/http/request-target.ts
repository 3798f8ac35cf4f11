// Splits a request target into path and query, undecoded. Null if it is not a page's. Avoids `new
// URL`, which reads `//host` and `/\host` as other sites.
// RFC 9112 section 3.2: origin-form `/path?query`, absolute-form `http://host/path?query`.

export interface Target {
  readonly path: string
  /** Without its `?`; `''` when there is none. */
  readonly query: string
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i

/** Whether a target has a valid form and only valid characters. */
export const isTarget = (target: string): boolean =>
  (target[0] === '/' || AUTHORITY.test(target)) && !target.includes('#')

/** Splits a target; null if it is invalid. */
export function splitTarget(target: string): Target | null {
  if (!isTarget(target)) return null
  const own = target[0] === '/' ? target : withoutAuthority(target)
  const mark = own.indexOf('?')
  return mark < 0
    ? { path: own, query: '' }
    : { path: own.slice(0, mark), query: own.slice(mark + 1) }
}

function withoutAuthority(target: string): string {
  const rest = target.replace(AUTHORITY, '')
  return rest[0] === '/' ? rest : `/${rest}`
}

/** Escapes what a URL's query may not hold; Node passes bytes beyond ASCII as Latin-1. */
export const escapeQuery = (query: string): string =>
  query.replace(
    /[^!$-;=?-~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

/** Makes a URL safe for a header: ASCII, without line ends. */
export const headerUrl = (url: string): string =>
  url.toWellFormed().replace(/[^!#-;=?-~]+/g, (run) => encodeURIComponent(run))
