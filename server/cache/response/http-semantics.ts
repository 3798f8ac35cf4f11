// The HTTP semantics of a stored response: codings and forms by Accept headers, preconditions,
// Cache-Control for its age, and the mark of a page at fault. The handler and the cache call it.

import Negotiator from 'negotiator'
import { remembered } from '../../diagnostics/runtime/remembered.ts'
import { type HandlerRequest, type HandlerResponse, refuse } from './http-values.ts'

// Accept-Encoding and Accept: RFC 9110, 12.5.3 and 12.5.1; RFC 7763 (text/markdown)

export type Coding = 'br' | 'gzip' | 'identity'

type Codings = readonly [Coding, ...Coding[]]

const IDENTITY: Codings = ['identity']
const CODINGS: Coding[] = ['br', 'gzip', 'identity']
const MARKDOWN = 'text/markdown;charset=utf-8'
/** The first form wins a tie. */
const FORMS = ['text/html;charset=utf-8', MARKDOWN]

/** Characters of a header that are read, and headers whose results are remembered. */
const MOST_CHARACTERS = 1024
const MOST_REMEMBERED = 100

/** Clients repeat the same few headers. */
function remembering<T>(choose: (header: string) => T): (header: string) => T {
  const known = remembered(MOST_REMEMBERED, (start) => choose(start.toLowerCase()))
  return (header) => known(header.slice(0, MOST_CHARACTERS))
}

/** Its types lack the order of preference. */
interface Preferring {
  encodings(available: string[], options: { preferred: string[] }): string[]
}

const codingsOf = remembering((header): Codings => {
  const negotiator: Preferring = new Negotiator({ headers: { 'accept-encoding': header } })
  const [first = 'identity', ...others] = negotiator.encodings(CODINGS, { preferred: CODINGS })
  return [first, ...others] as unknown as Codings
})

/** The codings that a client accepts, the best first. Brotli wins a tie. */
export const acceptedCodings = (header: string | readonly string[] | undefined): Codings =>
  header === undefined || header === '' ? IDENTITY : codingsOf(String(header))

const isMarkdownFirst = remembering(
  (accept) => new Negotiator({ headers: { accept } }).mediaType(FORMS) === MARKDOWN,
)

/** Whether a client prefers Markdown. HTML wins if the header names neither. */
export const prefersMarkdown = (header: string | readonly string[] | undefined): boolean =>
  header !== undefined && isMarkdownFirst(String(header))

// Preconditions: RFC 9110, 13.1 (their meanings) and 13.2.2 (their order)

export interface Validators {
  /** A strong entity tag. */
  readonly tag: string
  /** Time of the last change, in ms of the Unix clock, if known. */
  readonly lastModified: number | undefined
}

/** 304: the client's copy is current. 412: it expects another response. */
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

/** Searches a list of tags. An invalid list ends at its first fault. */
function hasTag(list: string, tag: string, isWeak: boolean): boolean {
  if (list.trim() === '*') return true
  const item = /[\s,]*(W\/)?("[^"]*")\s*(?=,|$)/y
  for (let match = item.exec(list); match !== null; match = item.exec(list))
    if (match[2] === tag && (isWeak || match[1] === undefined)) return true
  return false
}

export const CHANGED = refuse(412, 'It has changed: it is not what If-Match or a date expects.')

// Cache-Control: RFC 9111, 5.2.2; RFC 5861, 3 and 4

/**
 * How long caches may keep a response of this age. Times are in ms. Writes the remaining time
 * instead of `Age`, which some caches ignore, such as nginx's.
 */
export function freshness(maxAge: number, age: number, staleFor: number): string {
  // Not `s-maxage`: it forbids stale responses (RFC 9111, 5.2.2.10).
  if (maxAge < 1000) return 'no-cache'
  // Rounds up, or no cache would keep a page that is fresh for a second.
  const fresh = Math.max(0, Math.ceil((maxAge - age) / 1000))
  // Without the stale time already used, which each cache on the way would add again.
  const stale = Math.max(0, Math.floor((staleFor - Math.max(0, age - maxAge)) / 1000))
  return stale > 0
    ? `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
    : `max-age=${fresh}`
}

/** The header with the fault of a page, if any. */
export const AT_FAULT = 'x-hashbang-at-fault'

/** Whether a page threw, lacks a response or was not ready: an export keeps its last file. */
export const isFailed = (headers: Readonly<Record<string, unknown>>): boolean =>
  headers[AT_FAULT] === 'failed'

/** How long an expired page may be served, in ms. A page at fault is never served stale. */
export const staleTime = (
  { headers }: Pick<HandlerResponse, 'headers'>,
  staleFor: number,
): number => (headers[AT_FAULT] === undefined ? staleFor : 0)
