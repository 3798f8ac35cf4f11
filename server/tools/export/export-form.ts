// The form of an export: which files a state has, and their content from the server's answer.
// site-form.ts and snapshot-form.ts implement it.

import { escapeHtml } from '../../../src/html.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { Readables } from '../../html/readable-links.ts'
import { APP_ALONE } from '../../serve/http/responses.ts'
import type { Config } from '../../site/config.ts'
import type { ImportedApp, SiteState } from '../../site/site-states.ts'

export interface ExportedSite
  extends Pick<Config, 'origin' | 'pages' | 'base' | 'assets' | 'followLinks'> {
  readonly apps: readonly Pick<ImportedApp, 'page' | 'routes'>[]
  readonly readables: Readables
}

export type ExportedState = Pick<SiteState, 'page' | 'state'>

export type Fetch = (address: string) => Promise<HandlerResponse | null>

export interface Client {
  readonly folder: string
  /** Path below the folder of the form: `''`, or with "/" at its end. */
  readonly into: string
  /** Files that are not copied. */
  readonly without: readonly string[]
  readonly followLinks?: boolean | undefined
}

export interface Form {
  readonly name: string
  readonly folder: string
  readonly clients?: readonly Client[]
  filesOf(state: ExportedState): readonly StateFile[]
  lastFiles?(fetch: Fetch): Promise<Readonly<Record<string, LastFile>>>
}

export type LastFile = string | Buffer | FileFault

export interface StateFile {
  /** Path below the folder, with `/`; or why there can be no file. */
  readonly file: string | FileFault
  /** The request target. */
  readonly address: string
  /** @returns Undefined if the state needs no such file. */
  contentOf(answer: HandlerResponse): Buffer | FileFault | undefined
  /** Files beside it. An empty one is not written. */
  readonly sides?: {
    readonly files: readonly string[]
    contentsOf(answer: HandlerResponse): readonly string[]
  }
}

/** The last good version of a failed file stays. No host can have an omitted file. */
export interface FileFault {
  readonly kind: 'failed' | 'omitted'
  readonly reason: string
}

export const failedFile = (reason: string): FileFault => ({ kind: 'failed', reason })
export const omitted = (reason: string): FileFault => ({ kind: 'omitted', reason })

/** The file of a page. Files have no status, so a page with a refresh replaces a redirect. */
export function pageOf(answer: HandlerResponse): Buffer | FileFault {
  const { status, body, headers } = answer
  if (headers[APP_ALONE] !== undefined) return failedFile('no snapshot of it could be made')
  if (isRedirect(answer)) return movedPage(headers.location)
  if (status !== 200) return failedFile(`its status is ${status}`)
  return isFailed(headers) ? failedFile('it threw, or lacks an answer') : body
}

export const isRedirect = ({ status, headers }: HandlerResponse): boolean =>
  (status === 301 || status === 302) && headers.location !== undefined

export function movedPage(location = ''): Buffer {
  const url = escapeHtml(location)
  return Buffer.from(
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">${url}</a></body></html>\n`,
  )
}
