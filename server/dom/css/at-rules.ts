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
import { blockSources, importParts, keyText, oneSource, type RuleSource } from './rule-sources.ts'
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

  constructor(...parts: Parts) {
    super(...parts)
    const state = this[RULE]
    this.#media = new MediaList(S.illegalConstructor, state.prelude, () =>
      state.rename(this.#media.mediaText),
    )
  }

  get media(): MediaList {
    return this.#media
  }

  set media(text: string) {
    this.#media.mediaText = text
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

  constructor(...parts: Parts) {
    super(...parts)
    this.#parts = importParts(this[RULE].source.prelude) ?? {
      href: '',
      layer: null,
      supports: null,
      media: '',
    }
    const { media } = this.#parts
    this.#media = new MediaList(S.illegalConstructor, media, () => this[RULE].edited())
  }

  get href(): string {
    return this.#parts.href
  }

  get media(): MediaList {
    return this.#media
  }

  set media(text: string) {
    this.#media.mediaText = text
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
    const parts = [
      `@import url("${href}")`,
      layer === null ? '' : layer === '' ? 'layer' : `layer(${layer})`,
      supports === null ? '' : `supports(${supports})`,
      this.#media.mediaText,
    ]
    return `${parts.filter(Boolean).join(' ')};`
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

  constructor(...parts: Parts) {
    super(...parts)
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

  appendRule(text: unknown): void {
    const source = oneSource(String(text), 'keyframes')
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

/** Of the last keyframe with the keys. */
function indexOfKeys(rule: CSSKeyframesRule, key: unknown): number {
  const keys = keyText(String(key))
  return Array.from(rule.cssRules).findLastIndex((one) => one[RULE].prelude === keys)
}

class CSSKeyframeRule extends CSSRule {
  get keyText(): string {
    return this[RULE].prelude
  }

  set keyText(text: string) {
    const keys = keyText(String(text))
    if (keys === undefined) {
      throw new DOMException(
        `Failed to set the 'keyText' property on 'CSSKeyframeRule': The key '${text}' is invalid and cannot be parsed`,
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
  const valid = readDeclarations(rule[RULE].source.body ?? '').filter((one) => !one.important)
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

  set selectorText(text: string) {
    const selector = String(text).trim()
    if (PAGE_SELECTOR.test(selector)) this[RULE].rename(selector)
  }

  override get cssText(): string {
    const own = descriptorText(descriptorsOf(this).values)
    const parts = [own, ...Array.from(this.cssRules, ({ cssText }) => cssText)].filter(Boolean)
    return styledText(`@page${this.selectorText && ` ${this.selectorText}`}`, parts.join(' '))
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

/** By kind; `layer` has a class for each of its two forms. */
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

/** For the window, by name. */
export const RULE_CLASSES: Readonly<Record<string, unknown>> = Object.fromEntries(
  [CSSRule, CSSGroupingRule, CSSConditionRule, ...Object.values(CLASSES)].map((one) => [
    one.name,
    one,
  ]),
)
