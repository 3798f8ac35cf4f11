// Explains a state that no route takes, where one takes it with another slash at the beginning.

import type { Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'

/** @returns The message; undefined if a route takes the state, or none takes the other spelling. */
export function nearState(routes: Table, state: string): string | undefined {
  const other = state.startsWith('/') ? state.slice(1) : `/${state}`
  const { name = '' } = (other !== '' && !routes.match(state) && routes.match(other)) || {}
  const route = routes.all.get(name)
  return route && diagnosis('HB119', state, other, name, route.pattern.source)
}
