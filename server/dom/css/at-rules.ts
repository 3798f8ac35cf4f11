/**
 * The classes of at-rules, for `rules.ts`, which makes their objects, and for the window.
 * https://drafts.csswg.org/cssom/#css-rules
 */
import { S } from '../internals.ts'
import { importedSheet } from './css-style-sheet.ts'
import { readDeclarations } from './declarations.ts'
import {
  addStyle,
  CSSCounterStyleRule,
  CSSFontFaceRule,
  CSSFontPaletteValuesRule,
  CSSMarginRule,
  CSSPositionTryRule,
  CSSPropertyRule,
  CSSViewTransitionRule,
  descriptorsOf,
} from './descriptor-rules.ts'
import { descriptorText } from './descriptors.ts'
import type { RuleStyle } from './edit-rules.ts'
import { type IndexedList, withIndexes } from './indexed-list.ts'
import { MediaList } from './media-list.ts'
import {
  blockSources,
  type ImportParts,
  importParts,
  keyText,
  oneSource,
  type RuleSource,
} from './rule-sources.ts'
import {
  blockText,
  CSSConditionRule,
  CSSGroupingRule,
  CSSRule,
  CSSStyleRule,
  RULE,
  RuleBlock,
  type RuleOwner,
  ruleClasses,
  styledText,
} from './rules.ts'
import { unescaped, unquoted } from './split-text.ts'

type Parts = [key: unknown, source?: RuleSource, owner?: RuleOwner]

class CSSMediaRule extends CSSConditionRule {
  readonly #media: MediaList

  constructor(...args: Parts) {
    super(...args)
    const state = this[RULE]
    this.#media = new MediaList(S.illegalConstructor, state.prelude, () =>
      state.rename(this.#media.mediaText),
    )
  }

  get media(): MediaList {
    return this.#media
  }

  set media(mediaText: string) {
    this.#media.mediaText = mediaText
  }
}

class CSSSupportsRule extends CSSConditionRule {}

class CSSContainerRule extends CSSConditionRule {
  get containerName(): string {
    return /^(?!not\b)[^\s(]+(?=\s|$)/.exec(this.conditionText)?.[0] ?? ''
  }

  get containerQuery(): string {
    return this.conditionText.slice(this.containerName.length).trim()
  }
}

class CSSLayerBlockRule extends CSSGroupingRule {
  get name(): string {
    return this[RULE].source.prelude
  }
}

class CSSScopeRule extends CSSGroupingRule {
  get start(): string | null {
    return /^\((.*?)\)(?: to |$)/.exec(this[RULE].source.prelude)?.[1] ?? null
  }

  get end(): string | null {
    return /(?:^|\) )to \((.*)\)$/.exec(this[RULE].source.prelude)?.[1] ?? null
  }
}

class CSSStartingStyleRule extends CSSGroupingRule {}

class CSSNestedDeclarations extends CSSRule {
  override get cssText(): string {
    return this[RULE].style().cssText
  }
}
addStyle(CSSNestedDeclarations, (rule) => rule[RULE].style())

class CSSLayerStatementRule extends CSSRule {
  readonly #names = Object.freeze(this[RULE].source.prelude.split(', '))

  get nameList(): readonly string[] {
    return this.#names
  }

  override get cssText(): string {
    return `@layer ${this[RULE].source.prelude};`
  }
}

class CSSImportRule extends CSSRule {
  readonly #parts
  readonly #media: MediaList

  constructor(...args: Parts) {
    super(...args)
    this.#parts = importParts(this[RULE].source.prelude) as ImportParts
    const { media } = this.#parts
    this.#media = new MediaList(S.illegalConstructor, media, () => this[RULE].edited())
  }

  get href(): string {
    return this.#parts.href
  }

  get media(): MediaList {
    return this.#media
  }

  set media(mediaText: string) {
    this.#media.mediaText = mediaText
  }

  get styleSheet(): object | null {
    return importedSheet(this, this.#parts.href)
  }

  get layerName(): string | null {
    return this.#parts.layer
  }

  get supportsText(): string | null {
    return this.#parts.supports
  }

  override get cssText(): string {
    const { href, layer, supports } = this.#parts
    const components = [
      `@import url("${href}")`,
      layer === null ? '' : layer === '' ? 'layer' : `layer(${layer})`,
      supports === null ? '' : `supports(${supports})`,
      this.#media.mediaText,
    ]
    return `${components.filter(Boolean).join(' ')};`
  }
}

class CSSNamespaceRule extends CSSRule {
  get prefix(): string {
    return /^(?!url\()[^"'\s]+(?=\s)/i.exec(this[RULE].source.prelude)?.[0] ?? ''
  }

  get namespaceURI(): string {
    return unquoted(this[RULE].source.prelude.slice(this.prefix.length).trim())
  }

  override get cssText(): string {
    return `@namespace ${this.prefix && `${this.prefix} `}url("${this.namespaceURI}");`
  }
}

const KEYFRAMES = Symbol('keyframes')

class CSSKeyframesRule extends CSSRule {
  readonly [KEYFRAMES]: RuleBlock

  constructor(...args: Parts) {
    super(...args)
    const state = this[RULE]
    this[KEYFRAMES] = new RuleBlock(blockSources(state.source.body ?? '', 'keyframes'), state)
    state.rule = withIndexes(this, this[KEYFRAMES])
    // biome-ignore lint/correctness/noConstructorReturn: the proxy is the instance
    return state.rule as CSSKeyframesRule
  }

  get name(): string {
    return unescaped(this[RULE].prelude)
  }

  set name(name: string) {
    this[RULE].rename(CSS.escape(String(name)))
  }

  get cssRules(): IndexedList<CSSRule> {
    return this[KEYFRAMES].list
  }

  get length(): number {
    return this[KEYFRAMES].length
  }

  appendRule(ruleText: unknown): void {
    const source = oneSource(String(ruleText), 'keyframes')
    if (source) this[KEYFRAMES].insert(source, this[KEYFRAMES].length)
  }

  deleteRule(key: unknown): void {
    const index = indexOfKeys(this, key)
    if (index >= 0) this[KEYFRAMES].remove(index)
  }

  findRule(key: unknown): CSSRule | null {
    return this[KEYFRAMES].at(indexOfKeys(this, key)) ?? null
  }

  override get cssText(): string {
    const isOld = this[RULE].source.text.startsWith('@-webkit-')
    const start = `@${isOld ? '-webkit-' : ''}keyframes ${this[RULE].prelude}`
    return blockText(start, this[KEYFRAMES].written).replace('{\n', '{ \n')
  }
}

/** Finds the last keyframe with the keys. */
function indexOfKeys(rule: CSSKeyframesRule, key: unknown): number {
  const keys = keyText(String(key))
  return Array.from(rule.cssRules).findLastIndex((keyframe) => keyframe[RULE].prelude === keys)
}

class CSSKeyframeRule extends CSSRule {
  get keyText(): string {
    return this[RULE].prelude
  }

  set keyText(selector: string) {
    const keys = keyText(String(selector))
    if (keys === undefined) {
      throw new DOMException(
        `Failed to set the 'keyText' property on 'CSSKeyframeRule': The key '${selector}' is invalid and cannot be parsed`,
        'SyntaxError',
      )
    }
    this[RULE].rename(keys)
  }

  override get cssText(): string {
    return styledText(this.keyText, keyframeStyle(this).cssText)
  }
}

/** Important declarations are invalid in keyframes. */
const keyframeStyle = (rule: CSSRule): RuleStyle => {
  const valid = readDeclarations(rule[RULE].source.body ?? '').filter(
    (declaration) => !declaration.important,
  )
  return rule[RULE].style(valid.map(({ name, value }) => `${name}: ${value}`).join(';'))
}
addStyle(CSSKeyframeRule, keyframeStyle)

const PAGE_SELECTOR = /^(?:[\w-]+)?\s*(?::(?:first|left|right|blank))*$/

class CSSPageRule extends CSSGroupingRule {
  constructor(...[key, source, owner]: Parts) {
    super(key, source, owner, 'page')
  }

  get selectorText(): string {
    return this[RULE].prelude
  }

  set selectorText(selectorText: string) {
    const selector = String(selectorText).trim()
    if (PAGE_SELECTOR.test(selector)) this[RULE].rename(selector)
  }

  override get cssText(): string {
    const declarations = descriptorText(descriptorsOf(this).values)
    const contents = [declarations, ...Array.from(this.cssRules, ({ cssText }) => cssText)].filter(
      Boolean,
    )
    return styledText(`@page${this.selectorText && ` ${this.selectorText}`}`, contents.join(' '))
  }
}
addStyle(CSSPageRule)

class CSSFontFeatureValuesRule extends CSSRule {
  get fontFamily(): string {
    return this[RULE].source.prelude
  }
}

class CSSFunctionRule extends CSSGroupingRule {
  override get cssText(): string {
    return this[RULE].source.text
  }
}

/** Classes by kind of rule; `layer` has one for each of its two forms. */
const CLASSES = {
  style: CSSStyleRule,
  declarations: CSSNestedDeclarations,
  keyframe: CSSKeyframeRule,
  margin: CSSMarginRule,
  media: CSSMediaRule,
  supports: CSSSupportsRule,
  container: CSSContainerRule,
  layer: CSSLayerBlockRule,
  layers: CSSLayerStatementRule,
  scope: CSSScopeRule,
  'starting-style': CSSStartingStyleRule,
  keyframes: CSSKeyframesRule,
  import: CSSImportRule,
  namespace: CSSNamespaceRule,
  'font-face': CSSFontFaceRule,
  page: CSSPageRule,
  property: CSSPropertyRule,
  'counter-style': CSSCounterStyleRule,
  'font-palette-values': CSSFontPaletteValuesRule,
  'font-feature-values': CSSFontFeatureValuesRule,
  'position-try': CSSPositionTryRule,
  'view-transition': CSSViewTransitionRule,
  function: CSSFunctionRule,
}
for (const [kind, Class] of Object.entries(CLASSES)) ruleClasses.set(kind, Class)

/** Classes that the window has, by name. */
export const RULE_CLASSES: Readonly<Record<string, unknown>> = Object.fromEntries(
  [CSSRule, CSSGroupingRule, CSSConditionRule, ...Object.values(CLASSES)].map((Class) => [
    Class.name,
    Class,
  ]),
)
