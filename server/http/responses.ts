// The answers that a snapshot server gives, each with every header that its status asks for.
// In: what is to be said. Out: entries and response values. No text of a request is put into a header
// unescaped, and none into a body.

import { openAppScriptHash } from '../html/open-app-script.ts'
import { STORED_TAGS } from './cache-tags.ts'
import { type PreparedResponse, prepareResponse } from './prepared-response.ts'
import { headerUrl } from './request-target.ts'
import type { HandlerResponse } from './types.ts'

/** On every answer. */
const COMMON = { 'x-content-type-options': 'nosniff' }

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

/** Where a page is answered as HTML or as Markdown. */
const BY_ACCEPT = 'Accept'

// A snapshot is for reading: nothing in it may run, and a frame around it gains nobody anything.
const SNAPSHOT_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src * data:; font-src *; media-src *; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// People get into the app by what they click; forms cannot be sent, as they have no answer but the app's.
const OPENING_POLICY = SNAPSHOT_POLICY.replace(
  "script-src 'none'",
  `script-src ${openAppScriptHash}`,
)

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

/** Turns a client away until the server can do more, for `seconds` at the least. */
export const refuseForNow = (sentence: string, seconds = RETRY_AFTER): HandlerResponse =>
  refuse(503, sentence, { 'retry-after': String(seconds) })

const varying = (byAccept: boolean | undefined) => (byAccept ? { vary: BY_ACCEPT } : {})

/**
 * Sends to a pretty URL; the body says no more, as it would have to repeat the URL.
 *
 * @param byAccept Whether the page is answered as HTML or as Markdown. Default: false.
 */
export const redirectResponse = (
  status: number,
  url: string,
  byAccept?: boolean,
): PreparedResponse =>
  prepareResponse({
    status,
    headers: { ...COMMON, location: headerUrl(url), ...varying(byAccept) },
    body: Buffer.alloc(0),
  })

/** The app itself. @param byAccept As above. */
export const shellResponse = (html: string, byAccept?: boolean): PreparedResponse =>
  prepareResponse({
    status: 200,
    headers: { ...COMMON, 'content-type': HTML, ...varying(byAccept) },
    body: Buffer.from(html),
  })

/** What says that an answer is the app itself, where a snapshot was asked for and none is proven. */
export const APP_ALONE = 'x-hashbang-app-alone'

/** The app itself in the place of a snapshot. */
export const appAloneResponse = (html: string): PreparedResponse =>
  prepareResponse({
    status: 200,
    headers: { ...COMMON, 'content-type': HTML, [APP_ALONE]: '1' },
    body: Buffer.from(html),
  })

/** Sends to the app itself, where a snapshot at another address was asked for. */
export const appElsewhereResponse = (url: string): PreparedResponse =>
  prepareResponse({
    status: 302,
    headers: { ...COMMON, location: headerUrl(url), [APP_ALONE]: '1' },
    body: Buffer.alloc(0),
  })

/** What a snapshot says besides its body. */
export interface SnapshotFacts {
  readonly status: number
  readonly lang: string | undefined
  /** Undefined where the answer is that of several pages, as of all with a fragment: only the document can say it. */
  readonly canonical: string | undefined
  readonly indexable: boolean
  /** ms of the Unix clock */
  readonly lastModified: number | undefined
  /** Whether its scripts are to run. */
  readonly live: boolean
  /** Whether the only one is that which leads people into the app. Default: false. */
  readonly opensApp?: boolean | undefined
  /** See `tagHeaders`. */
  readonly tags: Readonly<Record<string, string>>
  /** Whether it is Markdown. Default: HTML. */
  readonly markdown?: boolean | undefined
  /** Where the page is in its other form, HTML or Markdown, if it has two. */
  readonly alternate?: string | undefined
}

const ownHeaders = ({
  live,
  markdown,
  opensApp,
}: Pick<SnapshotFacts, 'live' | 'markdown' | 'opensApp'>): Readonly<Record<string, string>> => ({
  ...COMMON,
  'content-type': markdown ? MARKDOWN : HTML,
  ...(opensApp
    ? { 'content-security-policy': OPENING_POLICY }
    : live && !markdown
      ? {}
      : { 'content-security-policy': SNAPSHOT_POLICY }),
})

/** The header of links; none where there are none. RFC 8288 */
function linkHeader(links: readonly (readonly [url: string | undefined, what: string])[]) {
  const values = links.flatMap(([url, what]) =>
    url === undefined ? [] : [`<${headerUrl(url)}>; ${what}`],
  )
  return values.length > 0 ? { link: values.join(', ') } : {}
}

/** A snapshot, HTML or Markdown. */
export const snapshotResponse = (
  text: string,
  {
    status,
    lang,
    canonical,
    indexable,
    lastModified,
    live,
    opensApp,
    tags,
    markdown,
    alternate,
  }: SnapshotFacts,
): PreparedResponse =>
  prepareResponse({
    status,
    headers: {
      ...ownHeaders({ live, markdown, opensApp }),
      ...varying(alternate !== undefined),
      ...linkHeader([
        [canonical, 'rel="canonical"'],
        [alternate, `rel="alternate"; type="text/${markdown ? 'html' : 'markdown'}"`],
      ]),
      ...(lang !== undefined && /^[\w-]{1,35}$/.test(lang) ? { 'content-language': lang } : {}),
      ...(indexable ? {} : { 'x-robots-tag': 'noindex' }),
      ...tags,
    },
    body: Buffer.from(text),
    // Not of the future: a clock that jumped back must not make clients keep it for longer.
    lastModified: lastModified === undefined ? undefined : Math.min(lastModified, Date.now()),
  })

/** The headers of an answer that may come from beyond this process, and what each may say. */
const STORED: Readonly<Record<string, RegExp>> = {
  link: /^(?=<)(?:<https?:[!#-;=?-~]{1,8192}>; rel="canonical"(?:, (?=<)|$))?(?:<https?:[!#-;=?-~]{1,8192}>; rel="alternate"; type="text\/(?:html|markdown)")?$/,
  vary: /^Accept$/,
  'content-security-policy': new RegExp(`^${OPENING_POLICY.replace(/[*+/]/g, '\\$&')}$`),
  'content-language': /^[\w-]{1,35}$/,
  'x-robots-tag': /^noindex$/,
  ...STORED_TAGS,
}
const STORED_LOCATION = /^https?:[!#-;=?-~]{1,8192}$/

/**
 * An answer that was kept beyond this process. What protects readers is put there anew, and what differs
 * by page is taken only where it is as this server writes it.
 *
 * @returns undefined when the answer is none that this server gives.
 */
export function storedResponse({
  status,
  headers,
  body,
  lastModified,
  live,
  markdown,
}: Pick<PreparedResponse, 'status' | 'headers' | 'body' | 'lastModified'> &
  Pick<SnapshotFacts, 'live' | 'markdown'>): PreparedResponse | undefined {
  if (status === 301 || status === 302) {
    const { location = '', vary } = headers
    return body.length === 0 && STORED_LOCATION.test(location)
      ? redirectResponse(status, location, vary === BY_ACCEPT)
      : undefined
  }
  // Statuses without a body, or with a meaning that is not a page's, are none of a snapshot.
  if (!Number.isInteger(status) || status < 200 || status > 399) return undefined
  if ([204, 205, 206, 304].includes(status)) return undefined
  const own = Object.entries(STORED).flatMap(([name, pattern]) => {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    return value !== undefined && pattern.test(value) ? [[name, value] as const] : []
  })
  return prepareResponse({
    status,
    headers: {
      ...ownHeaders({ live, markdown }),
      ...Object.fromEntries(own),
    },
    body,
    lastModified: lastModified === undefined ? undefined : Math.min(lastModified, Date.now()),
  })
}
