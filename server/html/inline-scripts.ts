// Writes the inline scripts of pages: data as JSON, and the scripts of home pages and of readable
// pages.

import { createHash } from 'node:crypto'
import { HOME_PAGE, OPEN_APP } from '#inline-programs'
import type { Page } from '../../src/page.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import { SENT_DATA } from '../../src/sent-mark.ts'
import { escapeAttribute } from './escape.ts'

/**
 * Removes the page's own content when its URL has a state. If the app does not load, a link leads
 * to the readable address.
 */
export const homeScript = (prefix: string): string =>
  `<script data-prefix="${prefix}">${HOME_PAGE}</script>`

export const homeNotice = (scheme: Pick<ReadableScheme, 'href'>): string =>
  `<noscript><p>Without scripts, a <code>#!</code> link opens this page. The same page is at <code>${scheme.href('/name')}</code>.</p></noscript>`

/**
 * Leads people into the app at a gesture, so that crawlers that run script see the page unchanged.
 * @param app The page's path and state prefix. @param at This state in the app.
 */
export const openAppScript = (app: string, at: string): string =>
  `<script data-app="${escapeAttribute(app)}" data-at="${escapeAttribute(at)}">${OPEN_APP}</script>`

export const openAppScriptHash = `'sha256-${createHash('sha256').update(OPEN_APP).digest('base64')}'`

/** Most characters; the browser loads larger data itself. */
const MOST_DATA = 65_536

const MOST_DEPTH = 32

/** The loaders' data for the first view; empty if it is no JSON or too large. */
export function pageData(page: Pick<Page, 'state' | 'levels'>): string {
  try {
    return dataScript(page)
  } catch {
    return ''
  }
}

function dataScript({ state, levels }: Pick<Page, 'state' | 'levels'>): string {
  const loaded = levels.filter(({ data }) => data !== undefined)
  if (loaded.length === 0 || !loaded.every(({ data }) => isJson(data, MOST_DEPTH))) return ''
  const data = Object.fromEntries(loaded.map(({ name, data }) => [name, data]))
  const script = jsonScript(SENT_DATA, { state, data })
  return script.length > MOST_DATA ? '' : script
}

/** No dates, maps, classes, cycles. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  return (
    !('toJSON' in value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.entries(value).every(
      ([key, item]) => key !== '__proto__' && (item === undefined || isJson(item, depth - 1)),
    )
  )
}

export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
