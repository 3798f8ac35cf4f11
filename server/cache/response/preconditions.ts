// Evaluates the preconditions of a request for an answer with status 200.
// RFC 9110 sections 13.1 (their meanings) and 13.2.2 (their order)

import type { HandlerRequest } from './http-values.ts'
import { refuse } from './refuse.ts'

export interface Validators {
  /** A strong entity tag. */
  readonly tag: string
  /** Time of the last change, in ms of the Unix clock, if known. */
  readonly lastModified: number | undefined
}

/** The client's copy is current (304), or it expects another answer (412); undefined: neither. */
export function failedPrecondition(
  { headers }: Pick<HandlerRequest, 'headers'>,
  { tag, lastModified = Number.NaN }: Validators,
): 304 | 412 | undefined {
  // Dates in headers have whole seconds only. A comparison with NaN is false.
  const changed = Math.floor(lastModified / 1000) * 1000
  const expected = headers['if-match']
  if (expected === undefined) {
    if (changed > dateOf(headers['if-unmodified-since'])) return 412
  } else if (!hasTag(String(expected), tag, false)) return 412
  const known = headers['if-none-match']
  if (known !== undefined)
    return known === tag || hasTag(String(known), tag, true) ? 304 : undefined
  return changed <= dateOf(headers['if-modified-since']) ? 304 : undefined
}

const dateOf = (header: HandlerRequest['headers'][string]): number =>
  header === undefined ? Number.NaN : Date.parse(String(header))

/** Searches a list of tags; an invalid list ends at its first fault. */
function hasTag(list: string, tag: string, isWeak: boolean): boolean {
  if (list.trim() === '*') return true
  const item = /[\s,]*(W\/)?("[^"]*")\s*(?=,|$)/y
  for (let found = item.exec(list); found !== null; found = item.exec(list))
    if (found[2] === tag && (isWeak || found[1] === undefined)) return true
  return false
}

export const CHANGED = refuse(412, 'It has changed: it is not what If-Match or a date expects.')
