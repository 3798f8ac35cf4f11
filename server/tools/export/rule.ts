// What the rules of nginx and Apache share.

import type { HandlerResponse } from '../../cache/response/http-values.ts'
import type { ExportedSite } from './form.ts'

/**
 * The key is the page's part of the name, "=" and the ugly value; or ":" and a path without a
 * slash at its end. The value is `301|URL`, `302|URL`, or `200|FILE|HEADER|…` by `KEPT`.
 */
export type Rule = readonly [key: string, value: string]

export interface RuleOptions {
  /** The folder of the export as the web server finds it. */
  readonly served: string
  readonly pages: ExportedSite['pages']
  /** The headers of most states. */
  readonly usual: HandlerResponse['headers']
}

/** Headers that a web server cannot derive from the files. */
export const KEPT = [
  'content-security-policy',
  'content-language',
  'x-content-type-options',
  'x-robots-tag',
]

export const shownRule = (headers: HandlerResponse['headers'], name = ''): string =>
  ['200', name, ...KEPT.map((header) => headers[header] ?? '')].join('|')

/** Escapes a text for an expression of either server. */
export const literally = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
