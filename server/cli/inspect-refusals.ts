// Explains for inspect why routes refuse a state that their pattern fits.

import { readText } from '../../src/read-match.ts'
import { createRouteIndex } from '../../src/route-index.ts'
import { readState } from '../../src/state.ts'
import type { NamedRoute, Table } from '../../src/table.ts'

/** In the order of the table. */
export function routeRefusals(table: Table, state: string) {
  const taken = table.match(state)?.name
  return [...table.all.values()].flatMap((route) => {
    const refusal = route.page && route.name !== taken ? refusalOf(route, state) : undefined
    return refusal ? [{ route: route.name, pattern: route.pattern.source, ...refusal }] : []
  })
}

/**
 * @returns The key, such as `the param "id"`, and its text, or texts; undefined when a required one
 *   is missing.
 */
function refusalOf(route: NamedRoute, state: string): { key: string; value: unknown } | undefined {
  const parts = readState(state)
  const index = createRouteIndex<NamedRoute>()
  index.add({ ...route, params: {}, query: undefined, sure: true })
  const fits = index.find(state)
  if (!fits) return undefined
  for (const [name, text] of Object.entries(fits.params)) {
    if (readText(route.params[name], text as string) === undefined)
      return { key: `the param "${name}"`, value: text }
  }
  for (const [key, codec] of route.query?.codecs ?? []) {
    const texts = parts.pairs.flatMap(([name, text]) => (name === key ? [text] : []))
    const [first] = texts
    const isAbsent = first === undefined && !('repeats' in codec)
    if (isAbsent && 'fallback' in codec) continue
    const value = 'repeats' in codec ? texts : first
    if (value === undefined || readText(codec, value) === undefined)
      return { key: `the search key "${key}"`, value }
  }
  return route.query?.schemas.length
    ? { key: 'the search', value: parts.pairs.map((pair) => pair.join('=')).join('&') }
    : undefined
}
