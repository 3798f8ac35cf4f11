// The values that the steps of matching share. Imports no matching code.

import type { Codec } from './params.ts'
import type { Capture, Pattern } from './pattern.ts'
import type { SearchCodec, StandardSchema } from './route-types.ts'
import type { Pair, StateParts } from './state.ts'

/** Values by name, of a match whose route is not known to the compiler. */
export type Values = Readonly<Record<string, unknown>>

/** An object without a prototype: `__proto__` and `constructor` are ordinary keys in it. */
export const Bare = function Bare() {} as unknown as new () => Record<string, unknown>
Bare.prototype = Object.create(null)

/** The route that a state belongs to, and what it says. */
export interface Match<N extends string = string, P = Values, S = Values> {
  readonly name: N
  readonly params: P
  readonly search: S
  readonly anchor: string | null
  /** Pairs of the query that no codec of the route declares, in their order. */
  readonly extra: readonly Pair[]
}

export interface Candidate {
  readonly name: string
  readonly pattern: Pattern
  /** Whether it takes every state that its pattern fits: it has neither codecs nor a query. */
  readonly sure: boolean
  /** Codecs by name, its own and its outer routes'; without a prototype. */
  readonly params: Readonly<Record<string, Codec<unknown> | undefined>>
  readonly query: Query | undefined
}

/** Reads one text, or each text of a list, by a codec; undefined if it refuses. */
export function readText(codec: Codec<unknown> | undefined, text: Capture): unknown {
  if (typeof text === 'string') return codec ? codec.parse(text) : text
  const values = text.map((one) => readText(codec, one))
  return values.includes(undefined) ? undefined : values
}

export interface Index<T> {
  /** Adds a route. @returns An earlier route that takes every state of this one. */
  add(route: T): T | undefined
  find(state: StateParts): Match | undefined
}

export interface Query {
  readonly codecs: readonly (readonly [key: string, codec: SearchCodec])[]
  readonly schemas: readonly StandardSchema[]
  has(key: string): boolean
  /** Reads the declared keys; the first of repeated keys counts unless the codec takes a list. */
  read(pairs: readonly Pair[]): Values | undefined
  /** Writes the declared keys in order, without values that equal their fallback. */
  write(search: Values): readonly Pair[]
}
