// What the states of a route may be made of, as a value that every route brings along: a table is sent the code of what its routes
// can use, and of nothing else. In: a pattern, what a route says of its search. Out: what reads and writes them.

import type { Candidate } from './candidate.ts'
import { createKeyIndex } from './key-index.ts'
import { type Pattern, parsePattern } from './pattern.ts'
import type { SearchShape } from './route-types.ts'
import { createQuery, type Query } from './search.ts'
import type { Index } from './trie.ts'

/** A syntax of states. */
export interface Grammar {
  /** @throws {PatternError} When a pattern is outside of the syntax. */
  parse(source: string, codecs: Readonly<Record<string, unknown>>): Pattern
  /** Reads and writes what the levels of a route say about their search; at least one does. Without it no route has one. */
  query?(searches: readonly SearchShape[]): Query
  /** Makes the index of key=value patterns. Without it there are none. */
  keys?<T extends Candidate>(): Index<T>
}

/** All of it. */
export const grammar: Grammar = { parse: parsePattern, query: createQuery, keys: createKeyIndex }
