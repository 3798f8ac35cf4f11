// Reads typed params and search from the texts that a route matched. The indexes of a table find
// the route and call `readMatch`, which returns undefined when a codec refuses.

import type { Codec } from './params.ts'
import type { Capture, Pattern } from './pattern.ts'
import type { SearchCodec, StandardSchema } from './route.ts'
import type { Pair, StateParts } from './state.ts'

/** Values by name, of a match whose route is not known to the compiler. */
export type NamedValues = Readonly<Record<string, unknown>>

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)

export const NONE: NamedValues = /* @__PURE__ */ Object.freeze(new Bare())

/** The route of a state, and the values in the state. */
export interface Match<N extends string = string, P = NamedValues, S = NamedValues> {
  /** The route's full name, such as `shop.item`. */
  readonly name: N
  readonly params: P
  readonly search: S
  /** The id in the state, or null. */
  readonly anchor: string | null
  /** Pairs of the query that no codec of the route declares, in order. */
  readonly extra: readonly Pair[]
}

export interface Candidate {
  readonly name: string
  readonly pattern: Pattern
  /** Whether it takes every state that its pattern fits: it has neither codecs nor a query. */
  readonly sure: boolean
  /** Codecs by name, its own and its outer routes'; without a prototype. */
  readonly params: Readonly<Record<string, Codec<unknown> | undefined>>
  readonly query: SearchQuery | undefined
}

export interface Index<T> {
  /** Adds a route. @returns An earlier route that takes every state of this one. */
  add(route: T): T | undefined
  find(state: StateParts): Match | undefined
}

export interface SearchQuery {
  readonly codecs: readonly (readonly [key: string, codec: SearchCodec])[]
  readonly schemas: readonly StandardSchema[]
  has(key: string): boolean
  /** Reads the declared keys; the first of repeated keys counts unless the codec takes a list. */
  read(pairs: readonly Pair[]): NamedValues | undefined
  /** Writes the declared keys in order, without values that equal their fallback. */
  write(search: NamedValues): readonly Pair[]
}

export function readMatch(
  { pairs, anchor }: StateParts,
  { name, sure, params: codecs, query }: Candidate,
  names: readonly string[],
  captures: readonly Capture[],
): Match | undefined {
  const params: Record<string, unknown> = names.length ? new Bare() : NONE
  for (let index = 0; index < names.length; index++) {
    const name = names[index] as string
    const capture = captures[index] as Capture
    const value = sure ? capture : readText(codecs[name], capture)
    if (value === undefined) return undefined
    params[name] = value
  }
  const search = query ? query.read(pairs) : NONE
  const extra = query ? pairs.filter(([key]) => !query.has(key)) : pairs
  return search && { name, params, search, anchor, extra }
}

/** Reads one text, or each text of a list, by a codec; undefined if it refuses. */
export function readText(codec: Codec<unknown> | undefined, text: Capture): unknown {
  if (typeof text === 'string') return codec ? codec.parse(text) : text
  const values = text.map((one) => readText(codec, one))
  return values.includes(undefined) ? undefined : values
}
