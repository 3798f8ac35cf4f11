// Creates the responses of a snapshot server, with the headers of their status. Request text enters
// headers only escaped, and never a body. The handler and the renderer call it.

import { isForPeople, type PageForm } from '../../cache/cache-key.ts'
import { AT_FAULT } from '../../cache/response/http-semantics.ts'
import {
  COMMON,
  type HandlerRequest,
  type HandlerResponse,
  textResponse,
} from '../../cache/response/http-values.ts'
import { type PreparedResponse, prepareResponse } from '../../cache/response/prepared-response.ts'
import { openAppScriptHash } from '../../html/inline-scripts.ts'
import type { Snapshot } from '../../snapshot/pool/protocol.ts'

const HTML = 'text/html; charset=utf-8'
const MARKDOWN = 'text/markdown; charset=utf-8'

const BY_ACCEPT = 'Accept'

/** The header of navigations. Old browsers and plain HTTP don't send it. */
const NAVIGATION = 'Sec-Fetch-Mode'

/**
 * Whether a request may get declared shadow trees: other readers don't know them.
 * https://w3c.github.io/webappsec-fetch-metadata/#sec-fetch-mode-header
 */
export const isNavigation = ({ headers }: Pick<HandlerRequest, 'headers'>): boolean =>
  headers['sec-fetch-mode'] === 'navigate'

// A snapshot runs no script, and no frame may show it.
const SNAPSHOT_POLICY =
  "default-src 'none'; script-src 'none'; style-src 'self' 'unsafe-inline'; img-src * data:; font-src *; media-src *; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// A click opens the app; only the app could answer a form.
const OPENING_POLICY = SNAPSHOT_POLICY.replace(
  "script-src 'none'",
  `script-src ${openAppScriptHash}`,
)

/** ASCII, without line ends. */
const headerUrl = (url: string): string =>
  url.toWellFormed().replace(/[^!#-;=?-~]+/g, (run) => encodeURIComponent(run))

/** The headers of a request that choose the response. */
interface Choice {
  /** Whether Accept chooses HTML or Markdown. */
  readonly byAccept?: boolean | undefined
  /** See `isNavigation`. */
  readonly byNavigation?: boolean | undefined
}

function varying({ byAccept, byNavigation }: Choice): { vary?: string } {
  const names = [...(byAccept ? [BY_ACCEPT] : []), ...(byNavigation ? [NAVIGATION] : [])]
  return names.length > 0 ? { vary: names.join(', ') } : {}
}

/** Navigations get declared shadow trees, other readers trees in place. */
export const variesByNavigation = ({ headers }: Pick<PreparedResponse, 'headers'>): boolean =>
  headers.vary?.endsWith(NAVIGATION) === true

const redirect = (status: number, url: string, headers: Record<string, string>) =>
  prepareResponse({
    status,
    headers: { ...COMMON, location: headerUrl(url), ...headers },
    body: Buffer.alloc(0),
  })

const app = (html: string, headers: Record<string, string>) =>
  prepareResponse({
    status: 200,
    headers: { ...COMMON, 'content-type': HTML, ...headers },
    body: Buffer.from(html),
  })

export const redirectResponse = (
  status: number,
  url: string,
  choice: Choice = {},
): PreparedResponse => redirect(status, url, varying(choice))

/** Leads to a folder with its last slash, on this server. */
export function folderResponse(path: string, query: string): HandlerResponse {
  const folder = path.replace(/^[\\/]+/, '/')
  const location = headerUrl(`${folder}/${query && `?${query}`}`)
  return textResponse(301, `The folder is at ${location}.`, { location })
}

export const shellResponse = (html: string, choice: Choice): PreparedResponse =>
  app(html, varying(choice))

/** Marks the app in place of a snapshot that is not proven. */
export const APP_ALONE = 'x-hashbang-app-alone'

export const appAloneResponse = (html: string): PreparedResponse => app(html, { [APP_ALONE]: '1' })

/** Leads to the app, which knows the state at its own address alone. */
export const appElsewhereResponse = (url: string): PreparedResponse =>
  redirect(302, url, { [APP_ALONE]: '1' })

export const TOO_LARGE_FOR_MARKDOWN = 'The page is too large for Markdown.'

export interface SnapshotFacts
  extends Pick<Snapshot, 'status' | 'lang' | 'canonical' | 'indexable' | 'fault'>,
    Pick<Choice, 'byNavigation'> {
  readonly lastModified: number | undefined
  readonly form: PageForm
  /** Whether its only script opens the app. Default: false. */
  readonly opensApp?: boolean | undefined
  readonly tags: Readonly<Record<string, string>>
  /** The URL of the page's other form, HTML or Markdown. */
  readonly alternate?: string | undefined
}

function ownHeaders({
  form,
  opensApp,
}: Pick<SnapshotFacts, 'form' | 'opensApp'>): Readonly<Record<string, string>> {
  const runs = isForPeople(form) && !opensApp
  return {
    ...COMMON,
    'content-type': form === 'markdown' ? MARKDOWN : HTML,
    ...(!runs && { 'content-security-policy': opensApp ? OPENING_POLICY : SNAPSHOT_POLICY }),
  }
}

/** RFC 8288 */
function linkHeader(links: readonly (readonly [url: string | undefined, what: string])[]) {
  const values = links.flatMap(([url, what]) =>
    url === undefined ? [] : [`<${headerUrl(url)}>; ${what}`],
  )
  return values.length > 0 ? { link: values.join(', ') } : {}
}

export const snapshotResponse = (
  body: Buffer,
  { status, lang, alternate, lastModified, byNavigation, ...facts }: SnapshotFacts,
): PreparedResponse =>
  prepareResponse({
    status,
    headers: {
      ...ownHeaders(facts),
      ...varying({ byAccept: alternate !== undefined, byNavigation }),
      ...linkHeader([
        [facts.canonical, 'rel="canonical"'],
        [
          alternate,
          `rel="alternate"; type="text/${facts.form === 'markdown' ? 'html' : 'markdown'}"`,
        ],
      ]),
      ...(lang !== undefined && /^[\w-]{1,35}$/.test(lang) ? { 'content-language': lang } : {}),
      ...(facts.indexable ? {} : { 'x-robots-tag': 'noindex' }),
      ...(facts.fault !== 'none' && { [AT_FAULT]: facts.fault }),
      ...facts.tags,
    },
    body,
    lastModified: notInFuture(lastModified),
  })

/** A clock that jumped back may have set a time in the future. */
const notInFuture = (time: number | undefined): number | undefined =>
  time === undefined ? undefined : Math.min(time, Date.now())
