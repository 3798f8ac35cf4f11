import type { Selector } from 'css-what'
import type { Cursor } from './tokens.ts'

/** Without commas. */
export type Complex = Selector[]

export interface Grammar {
  /** May begin with a combinator. */
  readonly relative?: boolean
  /** Skips invalid selectors. */
  readonly forgiving?: boolean
  /** Without combinators. */
  readonly compound?: boolean
  /** In an argument: no pseudo-elements. */
  readonly nested?: boolean
  /** In `:has()`, which cannot nest. */
  readonly inHas?: boolean
}

export interface Argument {
  readonly list: readonly Complex[]
  match?: (element: object) => boolean
}

/**
 * A pseudo-class for css-select. `data` goes to the function of that name in `pseudo-classes.ts`.
 */
export const pseudoClass = (name: string, data: unknown = null): Selector =>
  ({ type: 'pseudo', name, data }) as Selector

export interface Parser {
  list(cursor: Cursor, grammar: Grammar): Complex[]
  complex(cursor: Cursor, grammar: Grammar): Complex
}
