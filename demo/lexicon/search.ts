// What a reader typed, as an expression for FTS5.
// In: any text. Out: expressions made of quoted letters and digits, or `null` when there are none.
// Never: lets a character through that SQL or FTS5 could take for syntax, or a query without bounds.

import { firstOfQuery, foldAccents } from './terms.ts'

const MAX_TERMS = 8
const MAX_TERM = 64

export interface SearchExpressions {
  /** Every term is in the lemma, the last one perhaps unfinished. */
  readonly lemma: string
  /** Every term is in the lemma or in a gloss. */
  readonly anywhere: string
  /** The second without the first. */
  readonly glossOnly: string
}

export function searchExpressions(query: string): SearchExpressions | null {
  const terms = foldAccents(firstOfQuery(query))
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_TERMS)
  if (!terms) return null
  const anywhere = `(${terms.map((term) => `"${term.slice(0, MAX_TERM)}"`).join(' AND ')} *)`
  const lemma = `lemma : ${anywhere}`
  return { lemma, anywhere, glossOnly: `${anywhere} NOT ${lemma}` }
}
