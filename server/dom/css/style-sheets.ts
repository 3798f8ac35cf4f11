/**
 * Gives documents, shadow trees and elements their sheets: `styleSheets`, `adoptedStyleSheets`,
 * `sheet`, `disabled`. happy-dom's sheets drop unknown rules, and have no owners.
 * https://drafts.csswg.org/cssom/#extensions-to-the-document-or-shadow-root-interface
 */
import { define, defineHidden, type InnerWindow, override, S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { atNextChange, changed } from '../next-change.ts'
import { isSheetLink, offerSheet } from '../page/resource-loaders.ts'
import { toPage } from '../realm/to-page.ts'
import { RULE_CLASSES } from './at-rules.ts'
import {
  CSSStyleSheet,
  type Imports,
  isConstructed,
  type LoadedSheet,
  ownedSheet,
  type ReadSheet,
  readSheet,
  STYLE_SHEET_CLASSES,
  setImports,
} from './css-style-sheet.ts'
import { type IndexedList, type ItemSource, listClass } from './indexed-list.ts'
import { MediaList } from './media-list.ts'
import { CSSRuleList, watchStyles } from './rules.ts'

type Root = Document | ShadowRoot
type Sheets = CSSStyleSheet[]

declare global {
  interface DocumentOrShadowRoot {
    [S.adoptedStyleSheets]: Sheets
  }

  /** The sheet of a style or a link. */
  interface Element {
    [S.sheet]?: Sheets[number] | null
  }
}

const StyleSheetList = listClass('StyleSheetList')

const OWNERS = 'style,link[rel~="stylesheet"]'

/** The sheets of the elements of a tree. */
const ownedSheets = (root: Root): Sheets =>
  Array.from(root.querySelectorAll<HTMLStyleElement>(OWNERS)).flatMap(
    ({ sheet }) => (sheet as CSSStyleSheet | null) ?? [],
  )

/** The enabled sheets of a tree in their order: of its elements, then adopted ones. */
export function sheetsOf(root: Root): readonly ReadSheet[] {
  return [...ownedSheets(root), ...adoptedBy(root)]
    .filter((sheet) => !sheet.disabled && !isAlternate(sheet))
    .map(readSheet)
}

const lists = perPage(() => ({
  styleSheets: new WeakMap<Root, IndexedList<CSSStyleSheet>>(),
  adopted: new WeakMap<Sheets, Sheets>(),
}))

/** The sheets of the elements of a tree, read anew after each change. */
function sheetItems(root: Root): ItemSource<CSSStyleSheet> {
  let sheets: Sheets | undefined
  const current = (): Sheets => {
    if (sheets) return sheets
    atNextChange(() => {
      sheets = undefined
    })
    sheets = ownedSheets(root)
    return sheets
  }
  return {
    get length() {
      return current().length
    },
    at: (index) => current()[index],
  }
}

function styleSheetsOf(root: Root): IndexedList<CSSStyleSheet> {
  const { styleSheets } = lists()
  const list = styleSheets.get(root) ?? new StyleSheetList(S.illegalConstructor, sheetItems(root))
  styleSheets.set(root, list)
  return list
}

const adoptedBy = (root: Root): Sheets => root[S.adoptedStyleSheets]

/** An observable array: https://webidl.spec.whatwg.org/#idl-observable-array */
function adoptedSheets(root: Root): Sheets {
  const { adopted } = lists()
  const sheets = adoptedBy(root)
  const cached = adopted.get(sheets)
  if (cached) return cached
  const array = new Proxy(toPage(sheets), {
    set(target, key, value) {
      const isIndex = typeof key === 'string' && /^\d+$/.test(key)
      if (isIndex) checkAdopted(value, '')
      if ((isIndex && Number(key) > target.length) || (key === 'length' && value > target.length))
        return false
      const isSet = Reflect.set(target, key, value)
      changed()
      return isSet
    },
    // A hole would be no sheet: only the last one can go.
    deleteProperty(target, key) {
      if (typeof key !== 'string' || !/^\d+$/.test(key)) return Reflect.deleteProperty(target, key)
      const isLast = Number(key) === target.length - 1
      if (isLast) target.pop()
      changed()
      return isLast
    },
  })
  adopted.set(sheets, array)
  return array
}

function checkAdopted(value: unknown, doing: string): void {
  if (!(value instanceof CSSStyleSheet))
    throw new TypeError(`${doing}Failed to convert value to 'CSSStyleSheet'.`)
  if (!isConstructed(value)) {
    throw new DOMException(`${doing}Can't adopt non-constructed stylesheets.`, 'NotAllowedError')
  }
}

function adopt(root: Root, value: unknown): void {
  const doing = `Failed to set the 'adoptedStyleSheets' property on '${root.nodeType === 9 ? 'Document' : 'ShadowRoot'}': `
  if (typeof value !== 'object' || value === null)
    throw new TypeError(`${doing}The provided value cannot be converted to a sequence.`)
  if (typeof Reflect.get(value, Symbol.iterator) !== 'function')
    throw new TypeError(`${doing}The object must have a callable @@iterator property.`)
  const sheets = [...(value as Iterable<CSSStyleSheet>)]
  for (const sheet of sheets) checkAdopted(sheet, doing)
  const current = adoptedBy(root)
  Array.prototype.splice.call(current, 0, current.length, ...sheets)
  changed()
}

const isCss = (type: string): boolean => type === '' || type.toLowerCase() === 'text/css'

/** A new text gives a style element a new sheet. */
function installStyles({ prototype }: { prototype: HTMLStyleElement | SVGStyleElement }): void {
  override<HTMLStyleElement | SVGStyleElement, object>(prototype, {
    get sheet() {
      if (!this.isConnected || !isCss(this.type)) return null
      this[S.sheet] ??= ownedSheet({ owner: this, text: this.textContent ?? '' })
      return this[S.sheet]
    },
    get disabled() {
      return this.sheet?.disabled ?? false
    },
    set disabled(value: boolean) {
      if (this.sheet) this.sheet.disabled = value
    },
    [S.updateSheet]() {
      this[S.sheet] = null
      super[S.updateSheet]()
      offerSheet(this)
    },
  })
}

/** Gives a link its sheet. */
export function setLinkedSheet(link: Element, sheet: LoadedSheet | undefined): void {
  link[S.sheet] = sheet ? ownedSheet({ ...sheet, owner: link }) : null
  changed()
}

/** Gives the sheet of a style element those that it imports. */
export function setImportedSheets(style: HTMLStyleElement, imports: Imports): void {
  const sheet = style.sheet as CSSStyleSheet | null
  if (sheet) setImports(sheet, imports)
}

/** Readers choose one of these, which no page is shown with. */
const isAlternate = ({ ownerNode }: CSSStyleSheet): boolean =>
  ownerNode?.localName === 'link' &&
  ownerNode.hasAttribute('title') &&
  /(?:^|\s)alternate(?:\s|$)/i.test(ownerNode.getAttribute('rel') ?? '')

function installLinks({ HTMLLinkElement }: InnerWindow): void {
  override<HTMLLinkElement, object>(HTMLLinkElement.prototype, {
    get sheet() {
      const isUsed = this.isConnected && isSheetLink(this) && !this.hasAttribute('disabled')
      return isUsed ? (this[S.sheet] ?? null) : null
    },
    [S.onRemoveAttribute](...args: unknown[]) {
      super[S.onRemoveAttribute](...args)
      offerSheet(this)
    },
  })
  define<HTMLLinkElement>(HTMLLinkElement.prototype, {
    get disabled() {
      return this.hasAttribute('disabled')
    },
    set disabled(value: unknown) {
      this.toggleAttribute('disabled', Boolean(value))
    },
  })
}

export function installSheets(window: InnerWindow): void {
  defineHidden(window, { ...RULE_CLASSES, ...STYLE_SHEET_CLASSES })
  defineHidden(window, { CSSRuleList, MediaList, StyleSheetList })
  watchStyles(window)
  installStyles(window.HTMLStyleElement)
  installStyles(window.SVGStyleElement)
  installLinks(window)
  for (const { prototype } of [window.Document, window.ShadowRoot]) {
    define<Root>(prototype, {
      get styleSheets() {
        return styleSheetsOf(this)
      },
      get adoptedStyleSheets() {
        return adoptedSheets(this)
      },
      set adoptedStyleSheets(value: unknown) {
        adopt(this, value)
      },
    })
  }
}
