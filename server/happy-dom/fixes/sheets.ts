/**
 * Style sheets keep the text of their rules. In: a window. Out: its `CSSStyleSheet`, which views fill by `replaceSync` and
 * `insertRule`, and what a sheet says now, for whoever writes the page down. happy-dom reads rules by what it knows of CSS and
 * drops the rest (layers, nesting, newer values); here rules are parsed when someone looks at them, and written as they came,
 * unless they were changed since. https://drafts.csswg.org/cssom/#the-cssstylesheet-interface
 * Ours: happy-dom's lose the text and cannot be given other selectors, see capricorn86/happy-dom#1913.
 */
import { CSSRule, CSSRuleParser } from '#happy-dom'
import { type InnerWindow, inner, S, wrapGetter } from '../internals.ts'
import { readRules } from './css/rules.ts'

interface SheetInit {
  readonly media?: string | { readonly mediaText: string }
  readonly disabled?: boolean
}

/** A rule that someone may have looked at, and changed. */
export interface Entry {
  readonly text: string
  rule?: CSSRule & { readonly cssText: string }
  /** What the rule said of itself when it was first looked at. */
  said?: string
}

class StyleSheet {
  readonly type = 'text/css'
  readonly href = null
  readonly parentStyleSheet = null
  readonly ownerRule = null
  ownerNode: Element | null = null
  title: string | null = null
  disabled: boolean
  media: string
  #source = ''
  #entries: Entry[] | undefined = []

  constructor({ media = '', disabled = false }: SheetInit = {}) {
    this.media = typeof media === 'string' ? media : media.mediaText
    this.disabled = disabled
  }

  /** What the sheet says, as CSS; nothing while it is switched off. */
  static textOf(sheet: StyleSheet): string {
    if (sheet.disabled) return ''
    const text = sheet.#entries === undefined ? sheet.#source : sheet.#entries.map(write).join('\n')
    return sheet.media === '' || text === '' || sheet.media === 'all'
      ? text
      : `@media ${sheet.media}{${text}}`
  }

  /** Whether its rules are no longer those of its text. */
  static isEdited(sheet: StyleSheet): boolean {
    if (sheet.disabled || sheet.#entries === undefined) return sheet.disabled
    return sheet.#entries.map(write).join() !== sheet.#read().map(write).join()
  }

  get cssRules(): CSSRule[] {
    return ruleList(this.#own, (entry) => this.#rule(entry))
  }

  get rules(): CSSRule[] {
    return this.cssRules
  }

  insertRule(rule?: string, index = 0): number {
    const doing = "Failed to execute 'insertRule' on 'CSSStyleSheet'"
    if (rule === undefined)
      throw new TypeError(`${doing}: 1 argument required, but only 0 present.`)
    const entries = this.#own
    if (index > entries.length) {
      const most = `the maximum index (${entries.length})`
      throw new DOMException(
        `${doing}: The index provided (${index}) is larger than ${most}.`,
        'IndexSizeError',
      )
    }
    const [read, ...more] = readRules(String(rule))
    if (!read || more.length > 0) {
      throw new DOMException(`${doing}: Failed to parse the rule '${rule}'.`, 'SyntaxError')
    }
    entries.splice(index, 0, { text: read.text })
    return index
  }

  deleteRule(index: number): void {
    const entries = this.#own
    if (index < 0 || index >= entries.length) {
      throw new DOMException(
        `Failed to execute 'deleteRule' on 'CSSStyleSheet': The index provided (${index}) is larger than the maximum index (${entries.length - 1}).`,
        'IndexSizeError',
      )
    }
    entries.splice(index, 1)
  }

  removeRule(index = 0): void {
    this.deleteRule(index)
  }

  async replace(text: string): Promise<this> {
    this.replaceSync(text)
    return this
  }

  replaceSync(text: string): void {
    this.#source = String(text)
    this.#entries = undefined
  }

  get #own(): Entry[] {
    this.#entries ??= this.#read()
    return this.#entries
  }

  #read(): Entry[] {
    return readRules(this.#source).map(({ text }) => ({ text }))
  }

  #rule(entry: Entry): CSSRule {
    entry.rule ??= parse(entry.text, this)
    entry.said ??= entry.rule.cssText
    return entry.rule
  }
}
Object.defineProperty(StyleSheet, 'name', { value: 'CSSStyleSheet' })

function write({ text, rule, said }: Entry): string {
  return rule === undefined || rule.cssText === said ? text : rule.cssText
}

function parse(text: string, sheet: StyleSheet): CSSRule & { readonly cssText: string } {
  const [rule] = new CSSRuleParser(sheet as never).parseFromString(text)
  if (rule) return rule as never
  // What happy-dom does not know is a rule all the same, and counts as one.
  const { [S.window]: window } = inner<{ [S.window]: unknown }>(sheet)
  const Plain = CSSRule as unknown as new (...args: readonly unknown[]) => CSSRule
  const other = new Plain(S.illegalConstructor, window)
  return Object.defineProperties(other, { cssText: { value: text }, type: { value: 0 } }) as never
}

/** A list of rules that parses those that are asked for: libraries ask for its length at every turn. */
function ruleList(entries: Entry[], rule: (entry: Entry) => CSSRule): CSSRule[] {
  const at = (index: unknown) => {
    const entry = entries[Number(index)]
    return entry && rule(entry)
  }
  return new Proxy([], {
    get(target, key) {
      if (key === 'length') return entries.length
      if (key === 'item') return (index: number) => at(index) ?? null
      if (typeof key === 'string' && /^\d+$/.test(key)) return at(key)
      return Reflect.get(target, key)
    },
    has: (target, key) =>
      typeof key === 'string' && /^\d+$/.test(key) ? Number(key) < entries.length : key in target,
  })
}

/** What a sheet says now, as CSS. */
export const sheetText = (sheet: object): string => StyleSheet.textOf(sheet as StyleSheet)

/** The sheet of a `<style>` whose rules are no longer those of its text. */
function editedSheet(style: object): object | undefined {
  const { [S.sheet]: sheet } = style as { [S.sheet]?: StyleSheet | null }
  return sheet && StyleSheet.isEdited(sheet) ? sheet : undefined
}

/** What a `<style>` says now, as CSS. */
export function styleText(style: object): string {
  const sheet = editedSheet(style)
  return sheet ? sheetText(sheet) : ((style as Node).textContent ?? '')
}

/** Kinds of rules that happy-dom knows none of: libraries ask whether a rule is one. */
const OTHER_RULES =
  'CSSImportRule CSSNamespaceRule CSSPageRule CSSPropertyRule CSSLayerBlockRule CSSLayerStatementRule CSSStartingStyleRule ' +
  'CSSCounterStyleRule CSSFontFeatureValuesRule CSSNestedDeclarations CSSFontPaletteValuesRule CSSViewTransitionRule'

function installRules(window: InnerWindow): void {
  for (const name of OTHER_RULES.split(' ')) {
    if (name in window) continue
    const { [name]: value } = {
      [name]: class extends (CSSRule as unknown as new () => object) {
        constructor() {
          super()
          throw new TypeError('Illegal constructor')
        }
      },
    }
    Object.defineProperty(window, name, { configurable: true, writable: true, value })
  }
}

export function installSheets(window: InnerWindow): void {
  installRules(window)
  Object.defineProperty(StyleSheet.prototype, S.window, { value: window, configurable: true })
  Object.defineProperty(window, 'CSSStyleSheet', {
    configurable: true,
    writable: true,
    value: StyleSheet,
  })
  wrapGetter<HTMLStyleElement, StyleSheet | null>(
    window.HTMLStyleElement.prototype,
    'sheet',
    (original) =>
      function () {
        const sheet = original.call(this)
        if (sheet) sheet.ownerNode = this
        return sheet
      },
  )
}
