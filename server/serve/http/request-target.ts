// Splits a request target into path and query, and refuses text that no page or file can have. `new
// URL` would read `//host` and `/\host` as other sites.
// RFC 9112, 3.2 (origin-form and absolute-form)

import { readToken } from '../../../src/url.ts'
import { type HandlerResponse, textResponse } from '../../cache/response/http-values.ts'
import { MOST_BYTES, type TextFault, textFault } from '../../site/served-text.ts'

const AUTHORITY = /^https?:\/\/[^/?#]*/i

export const isTarget = (target: string): boolean =>
  (target[0] === '/' || AUTHORITY.test(target)) && !target.includes('#')

/** Decodes nothing. @returns Null for an invalid target. */
export function splitTarget(target: string) {
  if (!isTarget(target)) return null
  // `http://host?query` has an empty path.
  const originForm = target.replace(AUTHORITY, '').replace(/^(?!\/)/, '/')
  const mark = originForm.indexOf('?')
  return mark < 0
    ? { path: originForm, query: '' }
    : { path: originForm.slice(0, mark), query: originForm.slice(mark + 1) }
}

type Refusals = Readonly<Record<TextFault, HandlerResponse>>

const refusals = (what: keyof typeof MOST_BYTES): Refusals => ({
  malformed: textResponse(400, `The ${what} is not percent-encoded UTF-8: write "%" as "%25".`),
  controls: textResponse(400, `The ${what} holds control characters.`),
  tooLong: textResponse(414, `The ${what} is too long: ${MOST_BYTES[what]} bytes are the most.`),
})

const REFUSALS = {
  path: refusals('path'),
  query: refusals('query'),
  state: refusals('state'),
}

/** Decodes the text once. @returns Undefined if it is valid. */
export function targetRefusal(
  text: string,
  what: keyof typeof REFUSALS,
): HandlerResponse | undefined {
  const fault = textFault(text, what)
  return fault && REFUSALS[what][fault]
}

export function refusedPath(target: string): HandlerResponse | undefined {
  const cut = splitTarget(target)
  return cut === null ? INVALID : targetRefusal(cut.path, 'path')
}

export const INVALID = textResponse(400, 'The request target must be a path, without "#".')

/** Node passes bytes beyond ASCII as Latin-1. */
export const escapeQuery = (query: string): string =>
  query.replace(
    /[^!$-;=?-~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

export const isUgly = (target = ''): boolean => {
  const query = target.indexOf('?')
  return query >= 0 && readToken(target.slice(query + 1)).use !== 'none'
}
