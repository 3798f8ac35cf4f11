// Writes data of a page as scripts of JSON.

import type { Page } from '../../src/resolution.ts'

/** Most characters of the script; the browser loads larger data itself. */
const MOST = 65_536

const DEPTH = 32

/**
 * The loaders' data, for the first view in the browser; empty if JSON cannot represent it, if a
 * getter of it throws, or if it is too large.
 */
export function pageData(page: Pick<Page, 'state' | 'levels'>): string {
  try {
    return written(page)
  } catch {
    return ''
  }
}

function written({ state, levels }: Pick<Page, 'state' | 'levels'>): string {
  const loaded = levels.filter(({ data }) => data !== undefined)
  if (loaded.length === 0 || !loaded.every(({ data }) => isJson(data, DEPTH))) return ''
  const data = Object.fromEntries(loaded.map(({ name, data }) => [name, data]))
  const script = jsonScript('hashbang-data', { state, data })
  return script.length > MOST ? '' : script
}

/** Whether a value survives JSON: no dates, maps, classes, cycles. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  // An undefined property reads like a missing one.
  return (
    !('toJSON' in value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.entries(value).every(
      ([key, item]) => key !== '__proto__' && (item === undefined || isJson(item, depth - 1)),
    )
  )
}

/** Its text holds no end tag, no comment, and no line end of old parsers. */
export function jsonScript(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `<script type="application/json" id="${id}">${json}</script>`
}
