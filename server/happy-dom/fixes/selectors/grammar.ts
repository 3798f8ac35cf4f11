/** What the readers of selectors share: how a list is read, and what they give to css-select. */
import type { Selector } from 'css-what'

/** One selector without commas: what css-select compiles. */
export type Complex = Selector[]

/** How the selectors of a list are read. */
export interface Grammar {
  /** Each may begin with a combinator. */
  readonly relative?: boolean
  /** What cannot be read is left out. */
  readonly forgiving?: boolean
  /** Without combinators. */
  readonly compound?: boolean
  /** In an argument: without pseudo-elements. */
  readonly nested?: boolean
  /** In an argument of `:has()`, which cannot hold another. */
  readonly inHas?: boolean
}

/** Selectors in an argument, compiled when they are first asked for. */
export interface Argument {
  readonly list: readonly Complex[]
  match?: (element: object) => boolean
}

/** A pseudo-class for css-select. `data` goes to the function of that name in `pseudo-classes.ts`. */
export const pseudoClass = (name: string, data: unknown = null): Selector =>
  ({ type: 'pseudo', name, data }) as Selector
