// Evaluates the text of a route table, as a reader types it or pastes it from a guide.

import * as core from 'virtual:explained-router'

const OWN_IMPORT = /^[ \t]*import\s[^'"]*?from\s*['"]hashbang-router['"];?/gm
const OTHER_IMPORT = /^[ \t]*import\s[^'"]*?['"]([^'"]+)['"]/m
const EXPORT = /^[ \t]*export\s+const\s+(\w+)/m

/** @throws The error of the text. */
export function buildTable(text: string): core.AnyTable {
  const own = text.replace(OWN_IMPORT, '')
  const other = OTHER_IMPORT.exec(own)?.[1]
  if (other !== undefined)
    throw new Error(`Cannot import "${other}": the playground has hashbang-router alone.`)
  const name = EXPORT.exec(own)?.[1]
  const code = name ? `${own.replace(/^([ \t]*)export\s/gm, '$1')}\nreturn ${name}` : own
  const exported = Object.entries(core)
  const names = exported.map(([name]) => name)
  // In a function of its own, so that a variable of the reader may have a name of the package.
  const make = new Function(...names, `'use strict'; return (() => {${code}\n})()`)
  const table = make(...exported.map(([, value]) => value))
  if (!(table?.all instanceof Map))
    throw new TypeError(
      'The text makes no route table. Write: export const routes = defineRoutes({ … })',
    )
  return table
}
