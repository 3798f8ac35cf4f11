// What a state says to the route that it belongs to: typed params and search.
// In: what the trie captured, and the state's query. Out: a match, or undefined when a codec refuses.

import type { Codec } from './params.ts'
import type { Pattern } from './pattern.ts'
import { readSearch } from './search.ts'
import type { Pair, StateParts } from './state.ts'
import type { Capture } from './trie.ts'
import type { SearchCodec, StandardSchema } from './values.ts'

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
  /** Its own codecs and those of the routes around it, by name; without a prototype. */
  readonly params: Readonly<Record<string, Codec<unknown> | undefined>>
  readonly search: readonly (readonly [key: string, codec: SearchCodec])[]
  readonly schemas: readonly StandardSchema[]
}

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)

/** Reads text, or each of a list of texts, by a codec; undefined when that refuses. */
export function readText(codec: Codec<unknown> | undefined, text: Capture): unknown {
  if (typeof text === 'string') return codec ? codec.parse(text) : text
  const values = text.map((one) => readText(codec, one))
  return values.includes(undefined) ? undefined : values
}

/** Reads a state that the route's pattern fits. */
export function readMatch(
  { pairs, anchor }: StateParts,
  route: Candidate,
  names: readonly string[],
  captures: readonly Capture[],
): Match | undefined {
  const params = new Bare()
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    params[name] = readText(route.params[name], captures[index] as Capture)
    if (params[name] === undefined) return undefined
  }
  const search = readSearch(route, pairs)
  const extra = pairs.length ? undeclared(route, pairs) : pairs
  return search && { name: route.name, params, search, anchor, extra }
}

const undeclared = ({ search, pattern: { keyed, parts } }: Candidate, pairs: readonly Pair[]) =>
  pairs.filter(
    ([key]) =>
      !search.some(([one]) => one === key) && !(keyed && parts.some((part) => part.key === key)),
  )
