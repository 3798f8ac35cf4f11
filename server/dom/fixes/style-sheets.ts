/**
 * Keeps the text of the rules of style sheets. Parses rules on first access, and writes them
 * unchanged unless they are edited. happy-dom drops rules that it does not know. Selectors stay
 * read-only: capricorn86/happy-dom#1913.
 */
import { CSSRule, CSSRuleParser } from '#happy-dom'
import { defineHidden, type InnerWindow, inner, override, S } from '../internals.ts'
import { readRules } from './css/parse-rules.ts'

interface SheetInit {
  readonly media?: string | { readonly mediaText: string }
  readonly disabled?: boolean
}

interface SheetRule {
  readonly text: string
  rule?: CSSRule & { readonly cssText: string }
  /** The text of the rule before any edit. */
  parsedText?: string
}

/** https://drafts.csswg.org/cssom/#the-cssstylesheet-interface */
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
  #entries: SheetRule[] | undefined = []

  constructor({ media = '', disabled = false }: SheetInit = {}) {
    this.media = typeof media === 'string' ? media : media.mediaText
    this.disabled = disabled
  }

  /** Empty while the sheet is disabled. */
  static textOf(sheet: StyleSheet): string {
    if (sheet.disabled) return ''
    const text = sheet.#entries === undefined ? sheet.#source : sheet.#entries.map(write).join('\n')
    return sheet.media === '' || text === '' || sheet.media === 'all'
      ? text
      : `@media ${sheet.media}{${text}}`
  }

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

  get #own(): SheetRule[] {
    this.#entries ??= this.#read()
    return this.#entries
  }

  #read(): SheetRule[] {
    return readRules(this.#source).map(({ text }) => ({ text }))
  }

  #rule(entry: SheetRule): CSSRule {
    entry.rule ??= parse(entry.text, this)
    entry.parsedText ??= entry.rule.cssText
    return entry.rule
  }
}
Object.defineProperty(StyleSheet, 'name', { value: 'CSSStyleSheet' })

function write({ text, rule, parsedText }: SheetRule): string {
  return rule === undefined || rule.cssText === parsedText ? text : rule.cssText
}

function parse(text: string, sheet: StyleSheet): CSSRule & { readonly cssText: string } {
  const [rule] = new CSSRuleParser(sheet as never).parseFromString(text)
  if (rule) return rule as never
  // Unknown rules count, too.
  const { [S.window]: window } = inner<{ [S.window]: unknown }>(sheet)
  const Plain = CSSRule as unknown as new (...args: readonly unknown[]) => CSSRule
  const other = new Plain(S.illegalConstructor, window)
  return Object.defineProperties(other, { cssText: { value: text }, type: { value: 0 } }) as never
}

/** Parses a rule on access: libraries often read the length only. */
function ruleList(entries: SheetRule[], rule: (entry: SheetRule) => CSSRule): CSSRule[] {
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

export const sheetText = (sheet: object): string => StyleSheet.textOf(sheet as StyleSheet)

function editedSheet(style: object): object | undefined {
  const { [S.sheet]: sheet } = style as { [S.sheet]?: StyleSheet | null }
  return sheet && StyleSheet.isEdited(sheet) ? sheet : undefined
}

export function styleText(style: object): string {
  const sheet = editedSheet(style)
  return sheet ? sheetText(sheet) : ((style as Node).textContent ?? '')
}

export function installSheets(window: InnerWindow): void {
  Object.defineProperty(StyleSheet.prototype, S.window, { value: window, configurable: true })
  defineHidden(window, { CSSStyleSheet: StyleSheet })
  override<HTMLStyleElement>(window.HTMLStyleElement.prototype, {
    get sheet() {
      const sheet = super.sheet
      if (sheet) sheet.ownerNode = this
      return sheet
    },
  })
}
