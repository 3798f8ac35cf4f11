/** Writes selectors as Chromium does, for the rules of style sheets. */
import { SCOPE_ROOT } from '../additions/selectors/nested-rules.ts'
import { parse } from '../additions/selectors/parse.ts'
import { type Complex, InvalidSelector, textOf } from '../additions/selectors/tokens.ts'

/** `nested`: relative to `&`, in a style rule. `scoped`: may begin with a combinator. */
export type SelectorContext = 'plain' | 'nested' | 'scoped'

/** The text does not depend on the rule around it. */
const PARENTS: Readonly<Record<SelectorContext, readonly Complex[] | undefined>> = {
  plain: undefined,
  nested: [],
  scoped: SCOPE_ROOT,
}

/** @returns Undefined for an invalid selector. */
export function selectorText(text: string, context: SelectorContext = 'plain'): string | undefined {
  try {
    return textOf(parse(text, PARENTS[context]))
  } catch (error) {
    if (error instanceof InvalidSelector) return undefined
    throw error
  }
}
