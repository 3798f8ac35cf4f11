/** The place where a node is written: its parent, open ancestors and depth. */
import { HTML } from '../../html/names.ts'
import { type Kind, kindOf } from '../../html/nesting.ts'

/** Chromium flattens trees deeper than 512; the shell needs a few levels too. */
export const MOST_DEPTH = 480

export interface WriterPosition {
  kind: Kind
  namespace: string
  open: number
  depth: number
}

export const TOP: WriterPosition = { kind: kindOf('div'), namespace: HTML, open: 0, depth: 0 }
