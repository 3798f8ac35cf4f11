// What a state says to the route that it belongs to: typed params and search.
// In: what the trie captured, and the state's query. Out: a match, or undefined when a codec refuses.

import type { Codec } from './params.ts'
import type { Pattern } from './pattern.ts'
import { Bare, readSearch } from './search.ts'
import type { Pair, StateParts } from './state.ts'
import type { Captures } from './trie.ts'
import type { SearchCodecs, StandardSchema } from './values.ts'

/** Values by name, of a match whose route is not known to the compiler. */
export type Values = Readonly<Record<string, unknown>>

/** The route that a state belongs to, and what it says. */
export interface Match<N extends string = string, P = Values, S = Values> {
  readonly name: N
  readonly params: P
  readonly search: S
  readonly anchor: string | null
  /** Pairs of the query that no codec of the route declares, in their order. */
  readonly extra: readonly Pair[]
}

/** What is to be known of a route to read a state by it, and to write one. */
export interface Candidate {
  readonly name: string
  readonly pattern: Pattern
  /** Its own codecs and those of the routes around it. */
  readonly params: Readonly<Record<string, Codec<unknown>>>
  readonly search: SearchCodecs
  readonly schemas: readonly StandardSchema[]
}

/** Reads a state that the route's pattern fits. */
export function readMatch(
  route: Candidate,
  captures: Captures,
  { pairs, anchor }: StateParts,
): Match | undefined {
  const { name, pattern, params: codecs } = route
  const params = new Bare()
  for (const [key, capture] of captures) {
    const codec = Object.hasOwn(codecs, key) ? codecs[key] : undefined
    const value = !codec
      ? capture
      : typeof capture === 'string'
        ? codec.parse(capture)
        : capture.map((text) => codec.parse(text))
    if (value === undefined || (Array.isArray(value) && value.includes(undefined))) return undefined
    params[key] = value
  }
  const search = readSearch(route, pairs)
  if (search === undefined) return undefined
  const keys = pattern.keyed ? pattern.parts.map((part) => part.key) : []
  const extra = pairs.filter(([key]) => !Object.hasOwn(route.search, key) && !keys.includes(key))
  return { name, params, search, anchor, extra }
}
