// What matching hands from step to step, as values. In: a route as its table knows it. Out: what the trie may
// capture, what a match says, and the reading of one text by one codec. It imports nothing that matches.

import type { Codec } from './params.ts'
import type { Capture, Pattern } from './pattern.ts'
import type { Query } from './search.ts'
import type { Pair } from './state.ts'

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
  /** Whether it takes every state that its pattern fits: it has neither codecs nor a query. */
  readonly sure: boolean
  /** Its own codecs and those of the routes around it, by name; without a prototype. */
  readonly params: Readonly<Record<string, Codec<unknown> | undefined>>
  /** What it declares of its search; undefined: nothing. */
  readonly query: Query | undefined
}

/** Reads text, or each of a list of texts, by a codec; undefined when that refuses. */
export function readText(codec: Codec<unknown> | undefined, text: Capture): unknown {
  if (typeof text === 'string') return codec ? codec.parse(text) : text
  const values = text.map((one) => readText(codec, one))
  return values.includes(undefined) ? undefined : values
}
