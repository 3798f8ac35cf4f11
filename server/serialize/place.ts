/**
 * Where a node is being written: in which element, what is open around that, how deep. In: nothing. Out: the place that all
 * writing begins at, and how deep it may go.
 */
import { HTML } from '../html/names.ts'
import { type Kind, kindOf } from '../html/nesting.ts'

/** Chromium flattens trees deeper than 512; the shell needs a few levels too. */
export const MOST_DEPTH = 480

/** Where a node is being written. */
export interface Place {
  kind: Kind
  namespace: string
  open: number
  depth: number
}

export const TOP: Place = { kind: kindOf('div'), namespace: HTML, open: 0, depth: 0 }
