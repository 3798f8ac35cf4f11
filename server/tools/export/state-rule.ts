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

const ESCAPE = '%(?:25)?[0-9A-F][0-9A-F]'

/**
 * The marks in the file name of a state, in the order in which rules set them. Web servers replace
 * one match of a pattern, so rules name all text: `plain` is the text between two marks, `removed`
 * and `kept` match the marked character. Canonical states write their escapes in capitals.
 */
export const MARKS = [
  { mark: '^-', removed: '[?]', kept: '', plain: '[^?]*+' },
  { mark: '^.', removed: ':', kept: '', plain: '[^:]*+' },
  { mark: '^', removed: '', kept: '[A-Z]', plain: `(?:${ESCAPE}|\\^[A-Z]|[^A-Z%])*+` },
]

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
