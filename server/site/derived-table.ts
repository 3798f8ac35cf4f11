// Derives a table with other functions in its routes, without a change of the app's. Workers and
// the listing call it.

import { failurePage, resolveState } from '../../src/resolve-state.ts'
import type { RunnableOptions } from '../../src/route.ts'
import type { AnyTable, Table } from '../../src/table.ts'

/** @param name Undefined for the table's own views. */
export type Change = (
  options: RunnableOptions,
  name: string | undefined,
) => Partial<Record<keyof RunnableOptions, unknown>>

export function deriveTable(original: Table, change: Change): Table {
  const table = original as unknown as AnyTable
  const changed = <T extends object>(options: T, name?: string): T => ({
    ...options,
    ...change(options as RunnableOptions, name),
  })
  const options = changed(table.options)
  /** A table with the route of one state alone. */
  function tableOf(state: string): AnyTable {
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
    resolve: (state, how) => resolveState(tableOf(state), state, how),
    fail: (state, error) => failurePage({ ...table, options }, state, error),
  }
  return derived as unknown as Table
}
