// The answers that a snapshot server gives, each with every header that its status asks for.
// In: what is to be said. Out: entries and response values. No text of a request is put into a header
// unescaped, and none into a body.

import { createEntry, type Entry } from './entry.ts'
import type { HandlerResponse } from './message.ts'
import { headerUrl } from './target.ts'

/** On every answer. */
const COMMON = { 'x-content-type-options': 'nosniff' }

const HTML = 'text/html; charset=utf-8'

// A snapshot is for reading: nothing in it may run, and a frame around it gains nobody anything.
const SNAPSHOT_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src * data:; font-src *; media-src *; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** After how many s a client that was turned away may come again. */
const RETRY_AFTER = 2

/** Answers in a sentence that says what is wrong and what would be right. */
export function refuse(
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse {
  const body = Buffer.from(`${sentence}\n`)
  return {
    status,
    headers: {
      ...COMMON,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': String(body.length),
      ...headers,
    },
    body,
  }
}

/** Answers in a sentence that all is well. */
export const say = (sentence: string): HandlerResponse => refuse(200, sentence)

/** Turns a client away until the server can do more. */
export const refuseForNow = (sentence: string): HandlerResponse =>
  refuse(503, sentence, { 'retry-after': String(RETRY_AFTER) })

/** Sends to a pretty URL; the body says no more, as it would have to repeat the URL. */
export const redirectEntry = (status: number, url: string): Entry =>
  createEntry({
    status,
    headers: { ...COMMON, location: headerUrl(url) },
    body: Buffer.alloc(0),
  })

/** The app itself. */
export const shellEntry = (html: string): Entry =>
  createEntry({
    status: 200,
    headers: { ...COMMON, 'content-type': HTML },
    body: Buffer.from(html),
  })

/** What a snapshot says besides its body. */
export interface SnapshotFacts {
  readonly status: number
  readonly lang: string | undefined
  readonly canonical: string
  readonly indexable: boolean
  /** ms of the Unix clock */
  readonly lastModified: number | undefined
  /** Whether its scripts are to run. */
  readonly live: boolean
}

/** An HTML snapshot. */
export const snapshotEntry = (
  html: string,
  { status, lang, canonical, indexable, lastModified, live }: SnapshotFacts,
): Entry =>
  createEntry({
    status,
    headers: {
      ...COMMON,
      'content-type': HTML,
      ...(live ? {} : { 'content-security-policy': SNAPSHOT_POLICY }),
      link: `<${headerUrl(canonical)}>; rel="canonical"`,
      ...(lang !== undefined && /^[\w-]{1,35}$/.test(lang) ? { 'content-language': lang } : {}),
      ...(indexable ? {} : { 'x-robots-tag': 'noindex' }),
    },
    body: Buffer.from(html),
    // Not of the future: a clock that jumped back must not make clients keep it for longer.
    lastModified: lastModified === undefined ? undefined : Math.min(lastModified, Date.now()),
  })

// What was written last: requests of one second mostly want the same words.
const written = { fresh: -1, stale: -1, text: '' }

/** How long a client and what is between may keep an answer, of its age now; all in ms. */
export function freshness(maxAge: number, age: number, staleFor: number): string {
  // Not `s-maxage`: it forbids to answer what is stale (RFC 9111 section 5.2.2.10).
  if (maxAge < 1000) return 'no-cache'
  // Up, as a page that is fresh for a second would else never be kept by anyone.
  const fresh = Math.max(0, Math.ceil((maxAge - age) / 1000))
  const stale = Math.floor(staleFor / 1000)
  if (written.fresh === fresh && written.stale === stale) return written.text
  const text =
    stale > 0
      ? `max-age=${fresh}, stale-while-revalidate=${stale}, stale-if-error=${stale}`
      : `max-age=${fresh}`
  Object.assign(written, { fresh, stale, text })
  return text
}
