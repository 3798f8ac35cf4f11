/**
 * Style sheets as objects, and their texts for the cascade and the serializer. A sheet keeps its
 * text until a script edits its rules. `style-sheets.ts` gives them to elements.
 * https://drafts.csswg.org/cssom/#css-style-sheets
 */
import { S } from '../internals.ts'
import { changed } from '../next-change.ts'
import { deleteRule, insertRule, openBlock, replaceText } from './edit-sheet.ts'
import type { IndexedList } from './indexed-list.ts'
import { MediaList } from './media-list.ts'
import { type RuleSource, sheetSources } from './rule-sources.ts'
import { type CSSRule, RuleBlock, type RuleOwner } from './rules.ts'
import { importedTexts, importOf, ruleTexts } from './sheet-imports.ts'

interface SheetInit {
  readonly media?: string | { readonly mediaText: string }
  readonly disabled?: boolean
}

/** A sheet that is loaded. */
export interface LoadedSheet {
  readonly text: string
  readonly href: string
  /** Whether scripts may not read it, as it is of another origin. */
  readonly isClosed: boolean
  readonly imports: Imports
}

/** Sheets that the rules of a sheet import, by address as written. */
export type Imports = ReadonlyMap<string, LoadedSheet>

/** The initial state of a sheet of an element or a rule. */
export interface OwnedSheet extends Partial<LoadedSheet> {
  readonly owner: Element | null
  readonly text: string
  /** The rule that imports the sheet. */
  readonly rule?: CSSRule
}

/** A sheet for the cascade. Sheets with the same unedited text share one array. */
export interface ReadSheet {
  readonly media: string
  /** The current text of the top-level rules. */
  readonly rules: readonly string[]
  /** Constructed sheets have none. */
  readonly owner: Element | undefined
}

/** The key of the state of a sheet. */
const SHEET = Symbol('sheet')

class SheetState implements RuleOwner {
  readonly rule = null
  readonly sheet: CSSStyleSheet
  readonly owned: OwnedSheet | undefined
  #media: MediaList
  #text: string
  #block: RuleBlock | undefined
  #edited: readonly string[] | undefined
  #imports: Imports
  readonly #imported = new Map<string, CSSStyleSheet>()
  #attribute: string
  #isDisabled: boolean
  #isMediaEdited = false
  #isEdited = false

  constructor(
    sheet: CSSStyleSheet,
    { media = '', disabled = false }: SheetInit,
    owned?: OwnedSheet,
  ) {
    this.sheet = sheet
    this.owned = owned
    this.#text = owned?.text ?? ''
    this.#imports = owned?.imports ?? new Map()
    this.#attribute = typeof media === 'string' ? media : media.mediaText
    this.#isDisabled = disabled
    this.#media = this.#readMedia()
  }

  #readMedia(): MediaList {
    this.#isMediaEdited = false
    return new MediaList(S.illegalConstructor, this.#attribute, () => {
      this.#isMediaEdited = true
      changed()
    })
  }

  /** The media of the element's attribute, until a script changes them. */
  get media(): MediaList {
    const owner = this.owned?.owner
    const attribute = owner ? (owner.getAttribute('media') ?? '') : this.#attribute
    if (attribute !== this.#attribute) {
      this.#attribute = attribute
      this.#media = this.#readMedia()
    }
    return this.#media
  }

  /** Whether the media differ from the attribute. */
  get isMediaEdited(): boolean {
    return this.media !== undefined && this.#isMediaEdited
  }

  get isDisabled(): boolean {
    return this.#isDisabled
  }

  set isDisabled(isDisabled: boolean) {
    this.#isDisabled = isDisabled
    changed()
  }

  get isEdited(): boolean {
    return this.#isEdited || this.#isImportEdited
  }

  get #isImportEdited(): boolean {
    return [...this.#imported.values()].some((sheet) => sheet[SHEET].isEdited)
  }

  get block(): RuleBlock {
    this.#block ??= new RuleBlock(this.#sources, this)
    return this.#block
  }

  /** A constructed sheet imports nothing. */
  get #sources(): readonly RuleSource[] {
    const sources = sheetSources(this.#text)
    return this.owned ? sources : sources.filter(({ kind }) => kind !== 'import')
  }

  set imports(imports: Imports) {
    this.#imports = imports
    changed()
  }

  imported(href: string, rule?: CSSRule): CSSStyleSheet | undefined {
    const loaded = this.#imports.get(href)
    const sheet =
      this.#imported.get(href) ??
      (loaded &&
        new CSSStyleSheet(new OwnedInit({ ...loaded, owner: null, ...(rule && { rule }) })))
    if (sheet) this.#imported.set(href, sheet)
    return sheet
  }

  /** The texts of the rules, with those of imported sheets. */
  get read(): readonly string[] {
    if (this.#imports.size === 0) return this.texts
    return this.texts.flatMap((ruleText) => {
      const importRule = importOf(ruleText)
      const sheet = importRule && this.imported(importRule.href)
      return sheet ? importedTexts(sheet[SHEET].read, importRule) : ruleText
    })
  }

  get texts(): readonly string[] {
    if (!this.#isEdited) return ruleTexts(this.#text)
    this.#edited ??= this.block.texts
    return this.#edited
  }

  get text(): string {
    if (this.#isImportEdited) return this.read.join('\n')
    return this.#isEdited ? this.texts.join('\n') : this.#text
  }

  edited(): void {
    this.#isEdited = true
    this.#edited = undefined
    changed()
  }

  replace(text: string): void {
    this.#text = text
    this.#block?.replace(this.#sources)
    this.#isEdited = false
    changed()
  }
}

class StyleSheet {
  readonly [SHEET]: SheetState

  constructor(key: unknown, sheet?: (of: StyleSheet) => SheetState) {
    if (key !== S.illegalConstructor || !sheet) throw new TypeError('Illegal constructor')
    this[SHEET] = sheet(this)
  }

  get type(): string {
    return 'text/css'
  }

  get href(): string | null {
    return this[SHEET].owned?.href ?? null
  }

  get ownerNode(): Element | null {
    const owner = this[SHEET].owned?.owner
    const current: StyleSheet | null | undefined = owner?.[S.sheet]
    return owner?.isConnected && current === this ? owner : null
  }

  get parentStyleSheet(): object | null {
    return this[SHEET].owned?.rule?.parentStyleSheet ?? null
  }

  get title(): string | null {
    return this.ownerNode?.getAttribute('title') || null
  }

  get media(): MediaList {
    return this[SHEET].media
  }

  set media(mediaText: string) {
    this[SHEET].media.mediaText = mediaText
  }

  get disabled(): boolean {
    return this[SHEET].isDisabled
  }

  set disabled(value: unknown) {
    this[SHEET].isDisabled = Boolean(value)
  }
}

export class CSSStyleSheet extends StyleSheet {
  constructor(init: SheetInit = {}) {
    super(
      S.illegalConstructor,
      (sheet) => new SheetState(sheet as CSSStyleSheet, init, newOwned(init)),
    )
  }

  get ownerRule(): CSSRule | null {
    return this[SHEET].owned?.rule ?? null
  }

  get cssRules(): IndexedList<CSSRule> {
    if (this[SHEET].owned?.isClosed) {
      throw new DOMException(
        "Failed to read the 'cssRules' property from 'CSSStyleSheet': Cannot access rules",
        'SecurityError',
      )
    }
    return this[SHEET].block.list
  }

  get rules(): IndexedList<CSSRule> {
    return this.cssRules
  }

  insertRule(...args: unknown[]): number {
    return insertRule(this[SHEET], 'insertRule', args)
  }

  deleteRule(...args: unknown[]): void {
    deleteRule(this[SHEET], 'deleteRule', args)
  }

  addRule(selector = 'undefined', style = 'undefined', index: unknown = undefined): number {
    const { block } = openBlock(this[SHEET], 'addRule')
    insertRule(this[SHEET], 'addRule', [`${selector} { ${style} }`, index ?? block.length])
    return -1
  }

  removeRule(index: unknown = 0): void {
    deleteRule(this[SHEET], 'removeRule', [index])
  }

  async replace(cssText: unknown): Promise<this> {
    replaceText(this[SHEET], 'replace', cssText)
    return this
  }

  replaceSync(cssText: unknown): void {
    replaceText(this[SHEET], 'replaceSync', cssText)
  }
}

/** The initial value of an element's sheet; pages cannot make one. */
class OwnedInit implements SheetInit {
  readonly media: string
  readonly owned: OwnedSheet

  constructor(owned: OwnedSheet) {
    this.media = owned.owner?.getAttribute('media') ?? ''
    this.owned = owned
  }
}

const newOwned = (init: SheetInit): OwnedSheet | undefined =>
  init instanceof OwnedInit ? init.owned : undefined

export const ownedSheet = (owned: OwnedSheet): CSSStyleSheet =>
  new CSSStyleSheet(new OwnedInit(owned))

/** Gives the sheet of an element the sheets that it imports. */
export function setImports(sheet: CSSStyleSheet, imports: Imports): void {
  sheet[SHEET].imports = imports
}

/** The sheet that a rule imports, if it is loaded. */
export function importedSheet(rule: CSSRule, href: string): CSSStyleSheet | null {
  const sheet = rule.parentStyleSheet as CSSStyleSheet | null
  return sheet?.[SHEET].imported(href, rule) ?? null
}

export const isConstructed = (sheet: CSSStyleSheet): boolean => sheet[SHEET].owned === undefined

/** The text of a sheet with its media. Empty while the sheet is disabled. */
export function sheetText(sheet: object): string {
  const { [SHEET]: state } = sheet as CSSStyleSheet
  const { text, isDisabled } = state
  const { mediaText } = state.media
  if (isDisabled || text === '') return ''
  return mediaText === '' || mediaText === 'all' ? text : `@media ${mediaText}{${text}}`
}

/** The text of a style element, as edited. */
export function styleText(style: Element): string {
  const { [S.sheet]: sheet } = style
  const isKnown = sheet?.[SHEET].isEdited || sheet?.[SHEET].owned?.href !== undefined
  return isKnown ? (sheet as CSSStyleSheet)[SHEET].text : (style.textContent ?? '')
}

/** Whether a script has edited the rules of an element's sheet. */
export const hasEditedRules = (owner: Element): boolean => owner[S.sheet]?.[SHEET].isEdited === true

/** The media of an element's sheet, if they are not those of its attribute. */
export function ownMedia(owner: Element): string | undefined {
  const state = owner[S.sheet]?.[SHEET]
  if (state === undefined) return undefined
  if (state.isDisabled) return 'not all'
  return state.isMediaEdited ? state.media.mediaText : undefined
}

export function readSheet(sheet: object): ReadSheet {
  const { media, read, owned } = (sheet as CSSStyleSheet)[SHEET]
  return { media: media.mediaText, rules: read, owner: owned?.owner ?? undefined }
}

export const STYLE_SHEET_CLASSES: Readonly<Record<string, unknown>> = { StyleSheet, CSSStyleSheet }
