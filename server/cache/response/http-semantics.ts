// The HTTP semantics of a stored response: Accept headers, preconditions, Cache-Control, and the
// mark of a page at fault. The handler and the cache call it.

import Negotiator from 'negotiator'
import { memoized } from '../../diagnostics/runtime/memoized.ts'
import { type HandlerRequest, type HandlerResponse, textResponse } from './http-values.ts'

// RFC 9110, 12.5.1 and 12.5.3; RFC 7763

export type Coding = 'br' | 'gzip' | 'identity'

type Codings = readonly [Coding, ...Coding[]]

const IDENTITY: Codings = ['identity']
const CODINGS: Coding[] = ['br', 'gzip', 'identity']
const MARKDOWN = 'text/markdown;charset=utf-8'
/** The first form wins a tie. */
const FORMS = ['text/html;charset=utf-8', MARKDOWN]

const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

/** Clients repeat the same few headers. */
function remembering<T>(choose: (header: string) => T): (header: string) => T {
  const remembered = memoized(MOST_REMEMBERED, (start) => choose(start.toLowerCase()))
  return (header) => remembered(header.slice(0, MOST_CHARACTERS))
}

interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

const codingsOf = remembering((header): Codings => {
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': header } })
  const [first = 'identity', ...others] = negotiator.encodings(CODINGS, { preferred: CODINGS })
  return [first, ...others] as unknown as Codings
})

/** The best first. Brotli wins a tie. */
export const acceptedCodings = (header: string | readonly string[] | undefined): Codings =>
  header === undefined || header === '' ? IDENTITY : codingsOf(String(header))

const isMarkdownFirst = remembering(
  (accept) => new Negotiator({ headers: { accept } }).mediaType(FORMS) === MARKDOWN,
)

/** HTML wins if the header names neither. */
export const prefersMarkdown = (header: string | readonly string[] | undefined): boolean =>
  header !== undefined && isMarkdownFirst(String(header))

// RFC 9110, 13.1 and 13.2.2

export interface Validators {
  /** A strong entity tag. */
  readonly tag: string
  /** Unix ms. */
  readonly lastModified: number | undefined
}

/** 304: the client's copy is current. 412: it expects another. */
export function failedPrecondition(
  { headers }: Pick<HandlerRequest, 'headers'>,
  { tag, lastModified = Number.NaN }: Validators,
): 304 | 412 | undefined {
  // Headers have whole seconds. A comparison with NaN is false.
  const changed = Math.floor(lastModified / 1000) * 1000
  const expected = headers['if-match']
  if (expected === undefined) {
    if (changed > dateOf(headers['if-unmodified-since'])) return 412
  } else if (!hasTag(String(expected), tag, 'strong')) return 412
  const cached = headers['if-none-match']
  if (cached !== undefined)
    return cached === tag || hasTag(String(cached), tag, 'weak') ? 304 : undefined
  return changed <= dateOf(headers['if-modified-since']) ? 304 : undefined
}

const dateOf = (header: HandlerRequest['headers'][string]): number =>
  header === undefined ? Number.NaN : Date.parse(String(header))

/** Compares each tag of a list, up to its first fault (8.8.3.2). */
function hasTag(list: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (list.trim() === '*') return true
  const item = /[\s,]*(W\/)?("[^"]*")\s*(?=,|$)/y
  for (let match = item.exec(list); match !== null; match = item.exec(list))
    if (match[2] === tag && (comparison === 'weak' || match[1] === undefined)) return true
  return false
}

export const CHANGED = textResponse(
  412,
  'It has changed: it is not what If-Match or a date expects.',
)

// RFC 9111, 5.2.2; RFC 5861, 3 and 4

/**
 * Cache-Control of a response, with the remaining time, as some caches ignore `Age`. Times are in
 * ms.
 */
export function freshness(maxAge: number, age: number, staleFor: number): string {
  // `s-maxage` would forbid stale responses (RFC 9111, 5.2.2.10).
  if (maxAge < 1000) return 'no-cache'
  // Rounds up: a page that is fresh for a second would never be cached.
  const fresh = Math.max(0, Math.ceil((maxAge - age) / 1000))
  // The stale time that is left.
  const stale = Math.max(0, Math.floor((staleFor - Math.max(0, age - maxAge)) / 1000))
  return stale > 0
    ? `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
    : `max-age=${fresh}`
}

/** The header with a page's fault. */
export const AT_FAULT = 'x-hashbang-at-fault'

/** Whether a page threw or lacks a response: an export keeps its last file. */
export const isFailed = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[AT_FAULT] === 'failed'

/** How long an expired page may be served, in ms. A page at fault: never. */
export const staleTime = (
  { headers }: Pick<HandlerResponse, 'headers'>,
  staleFor: number,
): number => (headers[AT_FAULT] === undefined ? staleFor : 0)
