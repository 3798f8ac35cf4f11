/**
 * The methods of sheets that edit their rules, for `css-style-sheet.ts`.
 * https://drafts.csswg.org/cssom/#the-cssstylesheet-interface
 */
import { failure, needArgument } from './edit-rules.ts'
import { levelOf, oneSource, type RuleSource } from './rule-sources.ts'
import type { RuleBlock } from './rules.ts'

interface EditableSheet {
  readonly block: RuleBlock
  /** A constructed sheet has none. */
  readonly owned: { readonly isClosed?: boolean } | undefined
  replace(cssText: string): void
}

const on = (method: string): string => `'${method}' on 'CSSStyleSheet':`

export function openBlock(state: EditableSheet, method: string): EditableSheet {
  if (state.owned?.isClosed)
    throw failure(`${on(method)} Cannot access StyleSheet to ${method}`, 'SecurityError')
  return state
}

export function insertRule(state: EditableSheet, method: string, args: readonly unknown[]): number {
  needArgument(on(method), args)
  const { block, owned } = openBlock(state, method)
  const [text, given = 0] = args
  const index = Number(given) >>> 0
  if (index > block.length) throw tooLarge(method, index, block.length)
  const source = oneSource(String(text), 'sheet')
  if (source === undefined)
    throw failure(`${on(method)} Failed to parse the rule '${text}'.`, 'SyntaxError')
  if (source.kind === 'import' && !owned) {
    const reason = "Can't insert @import rules into a constructed stylesheet."
    throw failure(`${on(method)} ${reason}`, 'SyntaxError')
  }
  checkOrder(block, source, index, method)
  block.insert(source, index)
  return index
}

/** Imports come first, then namespaces. */
function checkOrder(block: RuleBlock, source: RuleSource, index: number, method: string): void {
  const level = levelOf(source)
  if (level === undefined) return
  const levelFrom = (index: number, step: 1 | -1) => {
    const other = block.find(index, step, (source) => levelOf(source) !== undefined)
    return other && levelOf(other)
  }
  if (source.kind === 'namespace' && levelFrom(block.length - 1, -1) === 2)
    throw failure(`${on(method)} Failed to insert the rule`, 'InvalidStateError')
  if ((levelFrom(index - 1, -1) ?? 0) > level || (levelFrom(index, 1) ?? 2) < level)
    throw failure(`${on(method)} Failed to insert the rule.`, 'HierarchyRequestError')
}

export function deleteRule(state: EditableSheet, method: string, args: readonly unknown[]): void {
  needArgument(on(method), args)
  const { block } = openBlock(state, method)
  const index = Number(args[0]) >>> 0
  if (index >= block.length) throw tooLarge(method, index, block.length - 1)
  block.remove(index)
}

const tooLarge = (method: string, index: number, most: number): DOMException =>
  failure(
    `${on(method)} The index provided (${index}) is larger than the maximum index (${most}).`,
    'IndexSizeError',
  )

export function replaceText(state: EditableSheet, method: string, cssText: unknown): void {
  if (state.owned) {
    const reason = `Can't call ${method} on non-constructed CSSStyleSheets.`
    throw failure(`${on(method)} ${reason}`, 'NotAllowedError')
  }
  state.replace(String(cssText))
}
