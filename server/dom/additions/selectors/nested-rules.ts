/**
 * Replaces `&` and `:scope` in the selectors of rules, for `parse.ts`.
 * https://drafts.csswg.org/css-nesting-1/
 */
import { type Complex, pseudoClass, type SelectorPart } from './tokens.ts'

/** The parent of the rules in `@scope`. It adds no weight. */
export const SCOPE_ROOT: readonly Complex[] = [
  [pseudoClass('-any', { list: [[pseudoClass('-scope')]], isWeightless: true })],
]

export function namesScope(part: SelectorPart): boolean {
  if (part.type !== 'pseudo') return false
  const { list = [] } = (part.data ?? {}) as { list?: readonly Complex[] }
  return /^-(?:scope|nesting)$/.test(part.name) || list.some((parts) => parts.some(namesScope))
}

export const parentOf = (parent: readonly Complex[], text: string): SelectorPart =>
  pseudoClass('-any', { list: parent }, text)
