// The rule of a state, which apache-rules.ts and nginx-rules.ts write.

import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { ExportedSite } from './export-form.ts'

/**
 * Key: the page's part of the name, "=" and the ugly value; or ":" and a path without last slash.
 * Value: `301|URL`, `302|URL`, or `200|FILE|HEADER|…` in the order of `HEADERS`.
 */
export type StateRule = readonly [key: string, value: string]

export interface RuleOptions {
  /** The folder of the export as the web server finds it. */
  readonly served: string
  readonly pages: ExportedSite['pages']
  readonly usual: HandlerResponse['headers']
}

/** Headers that a web server cannot derive from the files. */
export const HEADERS = [
  'content-security-policy',
  'content-language',
  'x-content-type-options',
  'x-robots-tag',
]

export const shownRule = (headers: HandlerResponse['headers'], name = ''): string =>
  ['200', name, ...HEADERS.map((header) => headers[header] ?? '')].join('|')

export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
