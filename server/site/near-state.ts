// Explains a state that no route takes, where one takes it with another slash before a pattern.

import type { NamedRoute, Table } from '../../src/table.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'

/** @returns The message; undefined if a route takes the state, or none takes the other spelling. */
export function nearState(routes: Table, state: string): string | undefined {
  if (routes.match(state)) return undefined
  const inner = [...state.matchAll(/(?!^)\//g)].map(({ index }) => cut(state, index))
  const first = state.startsWith('/') ? cut(state, 0) : `/${state}`
  for (const other of [first, ...inner]) {
    const route = routes.all.get((other !== '' && routes.match(other)?.name) || '')
    if (route && (other === first || isJoined(routes, route)))
      return diagnosis('HB119', state, other, route.name, route.pattern.source)
  }
  return undefined
}

const cut = (text: string, index: number): string => text.slice(0, index) + text.slice(index + 1)

/** Whether the pattern of a level goes on without a slash. */
const isJoined = ({ all }: Table, { chain }: NamedRoute): boolean => {
  const sources = chain.map(({ name }) => all.get(name)?.pattern.source ?? '')
  return sources.some((whole, at) => at > 0 && /^[^/&]/.test(whole.slice(sources[at - 1]?.length)))
}
