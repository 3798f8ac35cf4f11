// The answers that a snapshot server gives, each with every header that its status asks for.
// In: what is to be said. Out: response values. No text of a request is put into a header unescaped,
// and none into a body.

import { createHash } from 'node:crypto'
import type { HandlerRequest, HandlerResponse } from './message.ts'

/** On every answer. */
const COMMON = { 'x-content-type-options': 'nosniff' }

const HTML = 'text/html; charset=utf-8'

// A snapshot is for reading: nothing in it may run, and a frame around it gains nobody anything.
const SNAPSHOT_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src * data:; font-src *; media-src *; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Answers in a sentence that says what is wrong and what would be right. */
export const refuse = (
  status: number,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): HandlerResponse => ({
  status,
  headers: {
    ...COMMON,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  },
  body: Buffer.from(`${sentence}\n`),
})

/** Sends to a pretty URL; the body says no more, as it would have to repeat the URL. */
export const redirectTo = (status: number, url: string): HandlerResponse => ({
  status,
  headers: { ...COMMON, location: url, 'cache-control': 'max-age=300' },
  body: Buffer.alloc(0),
})

/** The app itself. */
export const shellResponse = (html: Buffer): HandlerResponse => ({
  status: 200,
  headers: { ...COMMON, 'content-type': HTML, 'cache-control': 'no-cache', etag: etagOf(html) },
  body: html,
})

/** What a snapshot response says besides its body. */
export interface SnapshotFacts {
  readonly status: number
  readonly lang: string | undefined
  readonly canonical: string
  readonly indexable: boolean
  /** ms */
  readonly maxAge: number
}

/** An HTML snapshot. */
export const snapshotResponse = (
  body: Buffer,
  { status, lang, canonical, indexable, maxAge }: SnapshotFacts,
): HandlerResponse => ({
  status,
  headers: {
    ...COMMON,
    'content-type': HTML,
    'content-security-policy': SNAPSHOT_POLICY,
    link: `<${canonical}>; rel="canonical"`,
    'cache-control': status === 200 ? `max-age=${Math.floor(maxAge / 1000)}` : 'no-store',
    etag: etagOf(body),
    ...(lang === undefined ? {} : { 'content-language': lang }),
    ...(indexable ? {} : { 'x-robots-tag': 'noindex' }),
  },
  body,
})

const etagOf = (body: Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`

/** Makes an answer fit its request: HEAD has no body, and what the client has already is not sent again. */
export function conclude(request: HandlerRequest, response: HandlerResponse): HandlerResponse {
  const { etag } = response.headers
  const known = String(request.headers['if-none-match'] ?? '')
  // RFC 9110 13.2.1: preconditions count only where the answer would be a success.
  if (response.status === 200 && etag && (known === '*' || known.includes(etag))) {
    const { 'content-type': _, ...headers } = response.headers
    return { status: 304, headers, body: Buffer.alloc(0) }
  }
  const headers = { ...response.headers, 'content-length': String(response.body.length) }
  return { ...response, headers, body: request.method === 'HEAD' ? Buffer.alloc(0) : response.body }
}
