// Derives a table with other functions in its routes, for the server's additions to an app's
// routes. The app's table stays unchanged.

import { failurePage, resolveState } from '../../src/page.ts'
import type { RunnableOptions } from '../../src/route.ts'
import type { AnyTable, Table } from '../../src/table.ts'

/**
 * Returns the replaced functions of a route. @param name The route's name; undefined for the
 * table's own views.
 */
export type Change = (
  options: RunnableOptions,
  name: string | undefined,
) => Partial<Record<keyof RunnableOptions, unknown>>

/** Creates a table that resolves states by the changed functions. */
export function deriveTable(given: Table, change: Change): Table {
  const table = given as unknown as AnyTable
  const changed = <T extends object>(options: T, name?: string): T => ({
    ...options,
    ...change(options as RunnableOptions, name),
  })
  const options = changed(table.options)
  /** The table with the route of one state, changed: a page needs one of many. */
  function of(state: string): AnyTable {
    const route = table.all.get(table.match(state)?.name ?? '')
    const chain = route?.chain.map((one) => ({ ...one, options: changed(one.options, one.name) }))
    return {
      ...table,
      options,
      all: new Map(route && [[route.name, { ...route, chain: chain ?? [] }]]),
    }
  }
  const derived: AnyTable = {
    ...table,
    options,
    resolve: (state, how) => resolveState(of(state), state, how),
    fail: (state, error) => failurePage({ ...table, options }, state, error),
  }
  return derived as unknown as Table
}
