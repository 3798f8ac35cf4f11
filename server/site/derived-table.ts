// A table like another, with other functions in its routes: the server's additions to what an app's routes do. In: an app's
// table, a change of options. Out: a table that resolves by the changed options. The app's own table is not touched.

import type { AnyTable, NamedRoute, Table } from '../../src/define-routes.ts'
import { failurePage, resolveState } from '../../src/page.ts'
import type { RunnableOptions } from '../../src/route.ts'

/** Which functions take the place of a route's. @param name The route's; undefined for the table's own views. */
export type Change = (
  options: RunnableOptions,
  name: string | undefined,
) => Partial<Record<keyof RunnableOptions, unknown>>

/** Makes the table. */
export function deriveTable(table: Table, change: Change): Table {
  const known = new Map<object, object>()

  function changed<T extends object>(options: T, name?: string): T {
    let made = known.get(options) as T | undefined
    if (made === undefined) {
      made = { ...options, ...change(options as RunnableOptions, name) }
      known.set(options, made)
    }
    return made
  }

  const all = new Map<string, NamedRoute>()
  for (const [name, route] of table.all) {
    const chain = route.chain.map((level) => ({
      ...level,
      options: changed(level.options, level.name),
    }))
    all.set(name, { ...route, chain })
  }
  const derived: AnyTable = {
    ...(table as unknown as AnyTable),
    options: changed(table.options),
    all,
    resolve: (state, options) => resolveState(derived, state, options),
    fail: (state, error) => failurePage(derived, state, error),
  }
  return derived as unknown as Table
}
