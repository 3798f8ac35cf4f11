/**
 * The rules of style sheets as objects: style rules, groups, and the blocks that hold them. Rules
 * without an edit keep the text of their sheet. `at-rules.ts` has the other classes.
 * https://drafts.csswg.org/cssom/#css-rules
 */
import { HappyDOM } from '#happy-dom'
import { type InnerWindow, override, S } from '../internals.ts'
import { deleteFrom, type GroupParts, insertInto, newStyle, type RuleStyle } from './edit-rules.ts'
import { type IndexedList, type ItemSource, listClass } from './indexed-list.ts'
import { blockSources, type RuleContext, type RuleSource } from './rule-sources.ts'
import { selectorText } from './selector-text.ts'

/** A sheet or a rule. */
export interface RuleOwner {
  readonly rule: CSSRule | null
  readonly sheet: object | null
  /** Receives every change of its rules. */
  edited(): void
}

const NO_OWNER: RuleOwner = { rule: null, sheet: null, edited: () => undefined }

type RuleClass = new (key: unknown, source: RuleSource, owner: RuleOwner) => CSSRule

/** The class of each kind of rule. */
export const ruleClasses = new Map<string, RuleClass>()

export const CSSRuleList = listClass('CSSRuleList')

interface RuleEntry {
  readonly source: RuleSource
  rule?: CSSRule
}

/** Makes the objects of rules on access. */
export class RuleBlock implements ItemSource<CSSRule> {
  readonly list: IndexedList<CSSRule> = new CSSRuleList(S.illegalConstructor, this)
  readonly #owner: RuleOwner
  #entries: RuleEntry[]

  constructor(sources: readonly RuleSource[], owner: RuleOwner) {
    this.#entries = sources.map((source) => ({ source }))
    this.#owner = owner
  }

  get length(): number {
    return this.#entries.length
  }

  at(index: number): CSSRule | undefined {
    const entry = this.#entries[index]
    if (entry === undefined) return undefined
    const { source } = entry
    const Class = ruleClasses.get(source.kind) as RuleClass
    entry.rule ??= new Class(S.illegalConstructor, source, this.#owner)
    return entry.rule
  }

  /** The first source from an index on, in steps of 1 or -1, that passes a test. */
  find(from: number, step: 1 | -1, test: (source: RuleSource) => boolean): RuleSource | undefined {
    for (let index = from; index >= 0 && index < this.length; index += step) {
      const { source } = this.#entries[index] as RuleEntry
      if (test(source)) return source
    }
    return undefined
  }

  /** The current text of each rule. */
  get texts(): readonly string[] {
    return this.#entries.map(({ source, rule }) =>
      rule?.[RULE].isEdited ? rule.cssText : source.text,
    )
  }

  get written(): readonly string[] {
    return Array.from(this.#entries, (_, index) => this.at(index)?.cssText ?? '')
  }

  insert(source: RuleSource, index: number): void {
    this.#entries.splice(index, 0, { source })
    this.#owner.edited()
  }

  remove(index: number): void {
    for (const { rule } of this.#entries.splice(index, 1)) leave(rule)
    this.#owner.edited()
  }

  replace(sources: readonly RuleSource[]): void {
    for (const { rule } of this.#entries) leave(rule)
    this.#entries = sources.map((source) => ({ source }))
    this.#owner.edited()
  }
}

function leave(rule: CSSRule | undefined): void {
  if (rule) rule[RULE].owner = NO_OWNER
}

/** The key of the state of a rule. */
export const RULE = Symbol('rule')

class RuleState implements RuleOwner {
  /** The proxy of the rule, if there is one. */
  rule: CSSRule
  #style: RuleStyle | undefined
  readonly sheet = null
  readonly source: RuleSource
  /** The current selector, condition or name. */
  prelude: string
  owner: RuleOwner
  isEdited = false

  constructor(rule: CSSRule, source: RuleSource, owner: RuleOwner) {
    this.rule = rule
    this.source = source
    this.prelude = source.prelude
    this.owner = owner
  }

  edited(): void {
    this.isEdited = true
    this.owner.edited()
  }

  /** The style of the declarations. @param cssText Default: the whole block. */
  style(cssText = this.source.body ?? ''): RuleStyle {
    this.#style ??= newStyle(cssText, this.rule)
    return this.#style
  }

  rename(prelude: string): void {
    this.prelude = prelude
    this.edited()
  }
}

/** Numbers of older editions, which `type` has. */
const TYPES = {
  STYLE_RULE: 1,
  CHARSET_RULE: 2,
  IMPORT_RULE: 3,
  MEDIA_RULE: 4,
  FONT_FACE_RULE: 5,
  PAGE_RULE: 6,
  MARGIN_RULE: 9,
  NAMESPACE_RULE: 10,
  KEYFRAMES_RULE: 7,
  KEYFRAME_RULE: 8,
  COUNTER_STYLE_RULE: 11,
  FONT_FEATURE_VALUES_RULE: 14,
  SUPPORTS_RULE: 12,
}

export class CSSRule {
  readonly [RULE]: RuleState

  constructor(key: unknown, source?: RuleSource, owner?: RuleOwner) {
    if (key !== S.illegalConstructor || !source || !owner)
      throw new TypeError('Illegal constructor')
    this[RULE] = new RuleState(this, source, owner)
  }

  get type(): number {
    return (
      Reflect.get(TYPES, `${this[RULE].source.kind.replaceAll('-', '_').toUpperCase()}_RULE`) ?? 0
    )
  }

  get cssText(): string {
    return this[RULE].source.text
  }

  set cssText(_: string) {
    // Browsers ignore a new text.
  }

  get parentRule(): CSSRule | null {
    return this[RULE].owner.rule
  }

  get parentStyleSheet(): object | null {
    const { rule, sheet } = this[RULE].owner
    return rule ? rule.parentStyleSheet : sheet
  }
}
for (const target of [CSSRule, CSSRule.prototype]) {
  for (const [name, value] of Object.entries(TYPES))
    Object.defineProperty(target, name, { value, enumerable: true })
}

export const blockText = (start: string, texts: readonly string[]): string =>
  `${start} {\n${texts.map((ruleText) => `  ${ruleText}\n`).join('')}}`

/** The class of rules with other rules, but for keyframes. */
export class CSSGroupingRule extends CSSRule {
  readonly #parts: GroupParts & { readonly block: RuleBlock }

  constructor(key: unknown, source?: RuleSource, owner?: RuleOwner, page?: RuleContext) {
    super(key, source, owner)
    const { kind, body, isNested } = this[RULE].source
    const context = page ?? (isNested ? 'nested' : kind === 'scope' ? 'scope' : 'group')
    const block = new RuleBlock(blockSources(body ?? '', context), this[RULE])
    this.#parts = { block, context, name: 'CSSGroupingRule' }
  }

  get cssRules(): IndexedList<CSSRule> {
    return this.#parts.block.list
  }

  override get cssText(): string {
    const { source, prelude } = this[RULE]
    const { kind } = source
    const start = prelude === '' && kind !== 'media' ? `@${kind}` : `@${kind} ${prelude}`
    return blockText(start, this.#parts.block.written)
  }

  insertRule(...args: unknown[]): number {
    return insertInto(this.#parts, args)
  }

  deleteRule(...args: unknown[]): void {
    deleteFrom(this.#parts, args)
  }
}

export class CSSConditionRule extends CSSGroupingRule {
  get conditionText(): string {
    return this[RULE].prelude
  }
}

export class CSSStyleRule extends CSSRule {
  readonly #parts: GroupParts & { readonly block: RuleBlock }
  readonly #declared: string
  #map: object | undefined

  constructor(key: unknown, source?: RuleSource, owner?: RuleOwner) {
    super(key, source, owner)
    const { body } = this[RULE].source
    const [first, ...others] = body?.includes('{') ? blockSources(body, 'nested') : []
    const isDeclared = first?.kind === 'declarations'
    const nested = isDeclared || first === undefined ? others : [first, ...others]
    this.#declared = first === undefined ? (body ?? '') : isDeclared ? first.text : ''
    const block = new RuleBlock(nested, this[RULE])
    this.#parts = { block, context: 'nested', name: 'CSSStyleRule' }
  }

  get selectorText(): string {
    return this[RULE].prelude
  }

  /** Ignores an invalid selector. */
  set selectorText(value: string) {
    const selector = selectorText(String(value), this[RULE].source.isNested ? 'nested' : 'plain')
    if (selector !== undefined) this[RULE].rename(selector)
  }

  get style(): RuleStyle {
    return this[RULE].style(this.#declared)
  }

  set style(cssText: string) {
    this.style.cssText = String(cssText)
  }

  get styleMap(): object {
    const { StylePropertyMap } = window as {
      StylePropertyMap: new (key: unknown, style: RuleStyle) => object
    }
    this.#map ??= new StylePropertyMap(S.illegalConstructor, this.style)
    return this.#map
  }

  get cssRules(): IndexedList<CSSRule> {
    return this.#parts.block.list
  }

  override get cssText(): string {
    const { cssText } = this.style
    const { block } = this.#parts
    const { prelude } = this[RULE]
    if (block.length > 0)
      return blockText(prelude, [...(cssText === '' ? [] : [cssText]), ...block.written])
    return styledText(prelude, cssText)
  }

  insertRule(...args: unknown[]): number {
    return insertInto(this.#parts, args)
  }

  deleteRule(...args: unknown[]): void {
    deleteFrom(this.#parts, args)
  }
}

/** A rule that holds declarations only. */
export const styledText = (start: string, declarations: string): string =>
  declarations === '' ? `${start} { }` : `${start} { ${declarations} }`

/** Reports the changes of the styles of rules. */
export function watchStyles(_: InnerWindow): void {
  const edited = (style: object) => {
    const { parentRule } = style as { parentRule: unknown }
    if (parentRule instanceof CSSRule) parentRule[RULE].edited()
  }
  override<CSSStyleDeclaration>(HappyDOM.CSSStyleDeclaration.prototype, {
    setProperty(...args) {
      super.setProperty(...args)
      edited(this)
    },
    removeProperty(...args) {
      const value = super.removeProperty(...args)
      edited(this)
      return value
    },
    set cssText(cssText: string) {
      super.cssText = cssText
      edited(this)
    },
  })
}
