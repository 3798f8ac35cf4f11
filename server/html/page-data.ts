// What the loaders of a page gave, as text that travels with the page, for the first view in the browser. In: levels of a
// page. Out: a `<script>` of JSON, or nothing where JSON cannot say the data as it is, or there is too much of it.

import type { Page } from '../../src/page.ts'

/** How many characters of JSON are sent with a page; of more the browser asks for itself. */
const MOST = 65_536

/** How deep data may be. */
const DEPTH = 32

/** Writes the data of a page. */
export function pageData({ state, levels }: Pick<Page, 'state' | 'levels'>): string {
  const loaded = levels.filter(({ data }) => data !== undefined)
  if (loaded.length === 0 || !loaded.every(({ data }) => isJson(data, DEPTH))) return ''
  const data = Object.fromEntries(loaded.map(({ name, data }) => [name, data]))
  // As in a script: no end tag, no comment, and no sign that old parsers take for a line's end.
  const json = JSON.stringify({ state, data }).replace(
    /[<\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return json.length > MOST
    ? ''
    : `<script type="application/json" id="hashbang-data">${json}</script>`
}

/** Whether reading the JSON of a value gives back the same: no dates, maps, classes, cycles. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (typeof value !== 'object' || depth === 0) return false
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth - 1))
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
  // A property that is undefined reads the same as one that is not there.
  return (
    !('toJSON' in value) &&
    Object.getOwnPropertySymbols(value).length === 0 &&
    Object.entries(value).every(
      ([key, item]) => key !== '__proto__' && (item === undefined || isJson(item, depth - 1)),
    )
  )
}
