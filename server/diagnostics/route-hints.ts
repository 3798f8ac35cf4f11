// Explains mistakes in routes: a missing slash, and tags that no document shows. Workers and
// `hashbang inspect` call it.

import { meant } from '../../src/closest.ts'
import type { NamedRoute, Table } from '../../src/table.ts'
import { show } from '../../src/texts.ts'
import { diagnosis } from './diagnosis.ts'

/** The hint for a state that has a route with a slash more or less. */
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

const isJoined = ({ all }: Table, { chain }: NamedRoute): boolean => {
  const sources = chain.map(({ name }) => all.get(name)?.pattern.source ?? '')
  return sources.some((whole, at) => at > 0 && /^[^/&]/.test(whole.slice(sources[at - 1]?.length)))
}

const KEYS = 'title description lang robots image canonical meta link'.split(' ')

/** `isNew && { … }` leaves `false` in a list. */
const isNoRecord = (one: unknown): boolean => Boolean(one) && Object(one) !== one

export function headHints(name = '', head: unknown): string[] {
  if (head == null) return []
  if (Object.prototype.toString.call(head) !== '[object Object]')
    return [diagnosis('HB122', name, `is ${show(head)}`)]
  return Object.entries(head as object).flatMap(([key, value]) => {
    if (!KEYS.includes(key)) return [diagnosis('HB122', name, `has "${key}"${meant(key, KEYS)}`)]
    const isWrong = /^(?:meta|link)$/.test(key) && [value ?? []].flat().some(isNoRecord)
    return isWrong ? [diagnosis('HB122', name, `has ${show(value)} as "${key}"`)] : []
  })
}
