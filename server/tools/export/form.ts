// A form of an export: which files a state has, and what the server's answer becomes there.

import { escapeHtml } from '../../../src/html.ts'
import { isFailed } from '../../cache/response/http-semantics.ts'
import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { Readables } from '../../html/readable-links.ts'
import { APP_ALONE } from '../../serve/http/responses.ts'
import type { Config } from '../../site/config.ts'
import type { ImportedApp, SiteState } from '../../site/site-states.ts'

/** The site that is exported. */
export interface ExportedSite
  extends Pick<Config, 'origin' | 'pages' | 'base' | 'assets' | 'followLinks'> {
  readonly apps: readonly Pick<ImportedApp, 'page' | 'routes'>[]
  /** The readable addresses, by page. */
  readonly readables: Readables
}

export type State = Pick<SiteState, 'page' | 'state'>

export type Ask = (address: string) => Promise<HandlerResponse | null>

/** A folder of the site's own files. */
export interface Client {
  readonly folder: string
  /** Where they go, below the folder of the form: `''`, or a path with "/" at its end. */
  readonly into: string
  /** Those that are not copied. */
  readonly without: readonly string[]
  /** Whether symbolic links may lead out of it. Default: no. */
  readonly followLinks?: boolean | undefined
}

export interface Form {
  readonly name: string
  readonly folder: string
  /** Folders whose files are copied first. */
  readonly clients?: readonly Client[]
  filesOf(state: State): readonly StateFile[]
  /** Files of no state, by their names. They are made last. */
  lastFiles?(ask: Ask): Promise<Readonly<Record<string, LastFile>>>
}

export type LastFile = string | Buffer | Fault

export interface StateFile {
  /** Path below the folder, with `/`; or why there can be no file. */
  readonly file: string | Fault
  /** The request target. */
  readonly address: string
  /** Undefined for no file, which is as it should be. */
  contentOf(answer: HandlerResponse): Buffer | Fault | undefined
  /** Files beside it; an empty one is none. */
  readonly sides?: {
    readonly files: readonly string[]
    contentsOf(answer: HandlerResponse): readonly string[]
  }
}

/** Of a failed file, the last good one stays. No host can have an omitted one. */
export interface Fault {
  readonly kind: 'failed' | 'omitted'
  readonly reason: string
}

export const failed = (reason: string): Fault => ({ kind: 'failed', reason })
export const omitted = (reason: string): Fault => ({ kind: 'omitted', reason })

/** The page. As files have no status, a page that redirects stands for a redirect. */
export function pageOf(answer: HandlerResponse): Buffer | Fault {
  const { status, body, headers } = answer
  if (headers[APP_ALONE] !== undefined) return failed('no snapshot of it could be made')
  if (isRedirect(answer)) return movedPage(headers.location)
  if (status !== 200) return failed(`its status is ${status}`)
  return isFailed(headers) ? failed('it threw, or lacks an answer') : body
}

export const isRedirect = ({ status, headers }: HandlerResponse): boolean =>
  (status === 301 || status === 302) && headers.location !== undefined

/** Redirects without a script, and names the target as canonical. */
export function movedPage(location = ''): Buffer {
  const url = escapeHtml(location)
  return Buffer.from(
    `<!doctype html>\n<html><head><meta charset="utf-8"><title>Moved</title><link rel="canonical" href="${url}"><meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">${url}</a></body></html>\n`,
  )
}
