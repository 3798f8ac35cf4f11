// Explains why routes refuse a state that their pattern fits. Matching does not use it.

import { readText } from '../../src/match.ts'
import { readState } from '../../src/state.ts'
import type { NamedRoute, Table } from '../../src/table.ts'
import { createTrie } from '../../src/trie.ts'

export interface Refused {
  readonly route: string
  readonly pattern: string
  /** Such as `the param "id"`. */
  readonly key: string
  /** Its text, or texts; undefined when a required one is missing. */
  readonly value: unknown
}

/** In the order of the table. */
export function refusals(table: Table, state: string): readonly Refused[] {
  const taken = table.match(state)?.name
  const found: Refused[] = []
  for (const route of table.all.values()) {
    if (!route.page || route.name === taken) continue
    const refused = refusalOf(route, state)
    if (refused) found.push({ route: route.name, pattern: route.pattern.source, ...refused })
  }
  return found
}

function refusalOf(route: NamedRoute, state: string): Pick<Refused, 'key' | 'value'> | undefined {
  const parts = readState(state)
  const trie = createTrie<NamedRoute>()
  trie.add({ ...route, params: {}, query: undefined, sure: true })
  const fits = trie.find(state)
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
    const given = 'repeats' in codec ? texts : first
    if (given === undefined || readText(codec, given) === undefined)
      return { key: `the search key "${key}"`, value: given }
  }
  return route.query?.schemas.length
    ? { key: 'the search', value: parts.pairs.map((pair) => pair.join('=')).join('&') }
    : undefined
}
