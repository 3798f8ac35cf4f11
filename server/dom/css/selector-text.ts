/** Parses selectors for the rules of style sheets, and writes them as Chromium does. */
import { parse } from '../additions/selectors/parse.ts'
import { type Complex, InvalidSelector, SCOPE_ROOT, textOf } from '../additions/selectors/tokens.ts'

/** `nested`: relative to `&`, in a style rule. `scoped`: may begin with a combinator. */
export type SelectorContext = 'plain' | 'nested' | 'scoped'

/** The rules around a selector. Which rule it is makes no difference to the text. */
const PARENTS: Readonly<Record<SelectorContext, readonly Complex[] | undefined>> = {
  plain: undefined,
  nested: [],
  scoped: SCOPE_ROOT,
}

/** @returns Undefined for an invalid selector. */
export function selectorText(
  selector: string,
  context: SelectorContext = 'plain',
): string | undefined {
  const list = selectorList(selector, PARENTS[context])
  return list && textOf(list)
}

/**
 * @param parent The selectors of the rule around it.
 * @returns Undefined for an invalid selector.
 */
export function selectorList(selector: string, parent?: readonly Complex[]): Complex[] | undefined {
  try {
    return parse(selector, parent)
  } catch (error) {
    if (error instanceof InvalidSelector) return undefined
    throw error
  }
}
