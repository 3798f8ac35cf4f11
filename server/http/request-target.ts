// The request target: which path, which query, in the text as it came.
// In: the target of a request line, of anyone. Out: its parts, or null for what is no target of a page.
// Never decodes, never asks `new URL`: it reads `//host` and `/\host` as other sites.
//
// RFC 9112 section 3.2: origin-form `/path?query`, absolute-form `http://host/path?query`.

/** The parts of a request target. */
export interface Target {
  /** Begins with `/`. */
  readonly path: string
  /** Without its `?`; `''` when there is none. */
  readonly query: string
}

const AUTHORITY = /^https?:\/\/[^/?#]*/i

/** Whether a target is of these forms, and holds nothing that may not be in one. */
export const isTarget = (target: string): boolean =>
  (target[0] === '/' || AUTHORITY.test(target)) && !target.includes('#')

/** Cuts a target; null when it is none. */
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

/** Escapes what may not stand in a query of a URL; bytes beyond ASCII come as Latin-1 from Node. */
export const escapeQuery = (query: string): string =>
  query.replace(
    /[^!$-;=?-~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

/** Makes a URL fit for a header: ASCII, and nothing that would end it there. */
export const headerUrl = (url: string): string =>
  url.toWellFormed().replace(/[^!#-;=?-~]+/g, (run) => encodeURIComponent(run))
