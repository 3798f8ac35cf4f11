// Explains a state that no route takes, although a route takes it with a slash more or less.

import { hint } from './hint-texts.ts'
import type { NamedRoute, Table } from './table.ts'

/** The hint for a state that has a route with a slash more or less. */
export function nearState(
  routes: Pick<Table, 'all'> & { match(state: string): { readonly name: string } | null },
  state: string,
): string | undefined {
  if (routes.match(state)) return undefined
  const inner = [...state.matchAll(/(?!^)\//g)].map(({ index }) => cut(state, index))
  const first = state.startsWith('/') ? cut(state, 0) : `/${state}`
  for (const other of [first, ...inner]) {
    const route = routes.all.get((other !== '' && routes.match(other)?.name) || '')
    if (route && (other === first || isJoined(routes, route)))
      return hint('HB119', state, other, route.name, route.pattern.source)
  }
  return undefined
}

const cut = (text: string, index: number): string => text.slice(0, index) + text.slice(index + 1)

const isJoined = ({ all }: Pick<Table, 'all'>, { chain }: NamedRoute): boolean => {
  const sources = chain.map(({ name }) => all.get(name)?.pattern.source ?? '')
  return sources.some((whole, at) => at > 0 && /^[^/&]/.test(whole.slice(sources[at - 1]?.length)))
}
