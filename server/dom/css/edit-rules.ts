/**
 * Inserts and deletes the rules in rules, for `rules.ts`, and makes the styles of rules.
 * https://drafts.csswg.org/cssom/#insert-a-css-rule
 */
import { HappyDOM } from '#happy-dom'
import { S } from '../internals.ts'
import { blockSources, oneSource, type RuleContext, type RuleSource } from './rule-sources.ts'

export const failure = (doing: string, name: string): DOMException =>
  new DOMException(`Failed to execute ${doing}`, name)

export function needArgument(doing: string, args: readonly unknown[]): void {
  if (args.length === 0)
    throw new TypeError(`Failed to execute ${doing} 1 argument required, but only 0 present.`)
}

interface EditableBlock {
  readonly length: number
  insert(source: RuleSource, index: number): void
  remove(index: number): void
}

export interface GroupParts {
  readonly block: EditableBlock
  readonly context: RuleContext
  /** The class that messages name. */
  readonly name: string
}

export function insertInto({ block, context, name }: GroupParts, args: readonly unknown[]): number {
  const doing = `'insertRule' on '${name}':`
  needArgument(doing, args)
  const [text, given = 0] = args
  const index = Number(given) >>> 0
  if (index > block.length) {
    throw failure(
      `${doing} the index ${index} must be less than or equal to the length of the rule list.`,
      'IndexSizeError',
    )
  }
  const rule = String(text)
  const source = oneSource(rule, context) ?? declarationsOf(rule, context)
  if (source) {
    block.insert(source, index)
    return index
  }
  const { kind } = oneSource(rule, 'sheet') ?? {}
  if (kind === undefined)
    throw failure(`${doing} the rule '${rule}' is invalid and cannot be parsed.`, 'SyntaxError')
  throw failure(
    context === 'nested'
      ? `${doing} Only conditional nested group rules, style rules, @scope rules,@apply rules, @private rules, and nested declaration rules may be nested.`
      : `${doing} '@${kind}' rules cannot be inserted inside a group rule.`,
    'HierarchyRequestError',
  )
}

/** Declarations are a rule, if a style rule is around them. */
function declarationsOf(cssText: string, context: RuleContext): RuleSource | undefined {
  if (context !== 'nested') return undefined
  const [source, ...more] = blockSources(cssText, context)
  const isOne = source?.kind === 'declarations' && more.length === 0
  return isOne && newStyle(cssText).cssText !== '' ? source : undefined
}

export function deleteFrom({ block, name }: GroupParts, args: readonly unknown[]): void {
  const doing = `'deleteRule' on '${name}':`
  needArgument(doing, args)
  const index = Number(args[0]) >>> 0
  if (index >= block.length) {
    throw failure(
      `${doing} the index ${index} is greated than the length of the rule list.`,
      'IndexSizeError',
    )
  }
  block.remove(index)
}

export type RuleStyle = Omit<CSSStyleDeclaration, 'parentRule'> & { parentRule: unknown }

export function newStyle(cssText: string, parentRule: object | null = null): RuleStyle {
  const Declaration = HappyDOM.CSSStyleDeclaration as new (...args: readonly unknown[]) => RuleStyle
  const style = new Declaration(S.illegalConstructor, window)
  style.cssText = cssText
  style.parentRule = parentRule
  return style
}
