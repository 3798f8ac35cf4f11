// Writes the loaders' data of a page as a `<script>` of JSON, for the first view in the browser.
// Writes nothing if JSON cannot represent the data, or if it is too large.

import type { Page } from '../../src/resolution.ts'
import { jsonScript } from './json-script.ts'

/** Most characters of the script; the browser loads larger data itself. */
const MOST = 65_536

/** Most levels of nesting. */
const DEPTH = 32

export function pageData({ state, levels }: Pick<Page, 'state' | 'levels'>): string {
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
