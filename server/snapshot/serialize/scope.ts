/** Scopes the styles of flattened shadow trees by attributes of their elements, for write.ts. */

import {
  compileSelector,
  InvalidSelector,
  ownMedia,
  sheetText,
  styleText,
  withinScope,
} from '../../dom/index.ts'
import { S } from '../../dom/internals.ts'
import { styleRaw } from '../../html/escape.ts'
import { type ElementMark, findMarked } from './scope/marked-elements.ts'
import { boost, OUTER, OWN_ATTRIBUTE, TOKEN } from './scope/rewrite-selector.ts'
import { rewriteSheet, type Sheet } from './scope/rewrite-sheet.ts'

interface NamedSheet {
  readonly name: number
  readonly sheet: Sheet
}

/** Trees with the same sheets, such as those of one component. */
interface Group {
  readonly name: number
  readonly sheets: readonly NamedSheet[]
  /** Of the sheets with rules for the tree's elements, as an attribute value. */
  readonly own: string
  /** Selectors that may match a slot itself. */
  readonly simple: readonly string[]
  /** Groups whose rules win over this group's on the same element. */
  readonly above: Set<Group>
}

interface OuterMarks {
  readonly names: Set<string>
  last: Group | undefined
}

/**
 * Marks elements, hosts and slotted elements, and writes each sheet once, in a deterministic order.
 * Rules for hosts and slotted elements go into the lowest layers, inner trees below outer ones.
 * https://drafts.csswg.org/css-cascade/#cascade-context
 */
export class StyleScope {
  readonly #refused = new Set<string>()
  readonly #sheets: NamedSheet[] = []
  readonly #byText = new Map<string, NamedSheet[]>()
  readonly #groups = new Map<string, Group>()
  readonly #trees = new Map<ShadowRoot, Group>()
  readonly #own = new Map<Element, string[]>()
  readonly #outer = new Map<Element, OuterMarks>()
  readonly #isPageStyled: boolean

  /** @param isPageStyled The page's sheets must not reach trees without any. */
  constructor(isPageStyled: boolean) {
    this.#isPageStyled = isPageStyled
  }

  /** For the log. */
  get refused(): readonly string[] {
    return [...this.#refused]
  }

  /** Write the tree's host and content after that. */
  enter(root: ShadowRoot): void {
    if (this.#trees.has(root)) return
    const group = this.#group(textsOf(root, this.#refused))
    this.#trees.set(root, group)
    for (const [index, { name, sheet }] of group.sheets.entries()) {
      for (const what of sheet.refused) {
        const host = root[S.host][S.localName]
        this.#refused.add(`${what} in the styles of <${host}> is left out: import it in the page`)
      }
      const outer = `${group.name}.${index}`
      if (sheet.outer !== '') this.#addOuter(root[S.host], group, outer)
      const addMark = ({ element, mark, isOuter }: ElementMark) => {
        if (isOuter) this.#addOuter(element, group, `${outer}.${mark}`)
        else this.#own.set(element, [...(this.#own.get(element) ?? []), `${name}.${mark}`])
      }
      if (sheet.marks.length > 0) withinScope(root, () => findMarked(root, sheet.marks, addMark))
    }
  }

  /** @param root The shadow tree that contains the element. */
  attributes(element: Element, root: ShadowRoot | null): string {
    const outerMarks = this.#outer.get(element)
    const outer = outerMarks === undefined ? '' : ` ${OUTER}="${[...outerMarks.names].join(' ')}"`
    if (root === null) return outer
    const sheets = this.#trees.get(root)?.own ?? ''
    const marks = this.#own.get(element)
    if (!this.#isPageStyled && sheets === '' && marks === undefined) return outer
    const all = marks === undefined ? sheets : [sheets, ...marks].filter(Boolean).join(' ')
    return ` ${OWN_ATTRIBUTE}="${all}"${outer}`
  }

  /** A rule matches the slot itself, which is then written too. */
  isStyled(slot: Element, root: ShadowRoot): boolean {
    if (this.#own.has(slot) || this.#outer.has(slot)) return true
    const selectors = this.#trees.get(root)?.simple ?? []
    return (
      selectors.length > 0 &&
      withinScope(root, () => selectors.some((selector) => matches(slot, selector)))
    )
  }

  /** For the head, before the page's own sheets, whose layers must win. */
  html(): string {
    const isNeeded = this.#isPageStyled || this.#sheets.length > 0
    if (this.#trees.size === 0 || !isNeeded) return ''
    const groups = inOrder(this.#groups.values()).filter(({ sheets }) => sheets.some(hasOuter))
    const layers = groups.map(({ name, sheets }) => {
      const rules = sheets.map(({ sheet }, at) => sheet.outer.replaceAll(TOKEN, `${name}.${at}`))
      return `@layer hb.g${name}{${rules.join('')}}`
    })
    const apart = `${layers.join('')}:where([${OWN_ATTRIBUTE}])${boost()}{all:revert-layer}`
    const ownStyles = this.#sheets.map(({ name, sheet }) => sheet.own.replaceAll(TOKEN, `${name}`))
    return [apart, ...ownStyles.filter((css) => css !== '')]
      .map((css) => `<style>${styleRaw(css)}</style>`)
      .join('')
  }

  /** Trees are entered in order; rules of an earlier tree win. */
  #addOuter(element: Element, group: Group, name: string): void {
    const marks = this.#outer.get(element) ?? { names: new Set(), last: undefined }
    this.#outer.set(element, marks)
    marks.names.add(name)
    if (marks.last !== undefined && marks.last !== group) group.above.add(marks.last)
    marks.last = group
  }

  #group(texts: readonly string[]): Group {
    const key = JSON.stringify(texts)
    const existing = this.#groups.get(key)
    if (existing) return existing
    const sheets = this.#name(texts)
    const ownNames = sheets.filter(({ sheet }) => sheet.own !== '').map(({ name }) => name)
    const group = {
      name: this.#groups.size,
      sheets,
      own: ownNames.join(' '),
      simple: sheets.flatMap(({ sheet }) => sheet.simple),
      above: new Set<Group>(),
    }
    this.#groups.set(key, group)
    return group
  }

  /** A sheet with conflicting positions appears twice. */
  #name(texts: readonly string[]): readonly NamedSheet[] {
    let last = -1
    return texts.map((css) => {
      const namesakes = this.#byText.get(css) ?? []
      let named = namesakes.find(({ name }) => name > last)
      if (named === undefined) {
        named = { name: this.#sheets.length, sheet: rewriteSheet(css) }
        this.#sheets.push(named)
        this.#byText.set(css, [...namesakes, named])
      }
      last = named.name
      return named
    })
  }
}

const hasOuter = ({ sheet }: NamedSheet): boolean => sheet.outer !== ''

/** Groups that others win over come first. */
function inOrder(groups: Iterable<Group>): Group[] {
  const ordered: Group[] = []
  const seen = new Set<Group>()
  const visit = (group: Group) => {
    if (seen.has(group)) return
    seen.add(group)
    for (const other of group.above) visit(other)
    ordered.unshift(group)
  }
  for (const group of groups) visit(group)
  return ordered
}

function matches(element: Element, selector: string): boolean {
  try {
    return compileSelector(selector).match(element)
  } catch (error) {
    if (error instanceof InvalidSelector) return false
    throw error
  }
}

function textsOf(root: ShadowRoot, refused: Set<string>): string[] {
  const texts: string[] = []
  const visit = (node: Node): void => {
    for (const child of node[S.elementArray]) {
      const name = child[S.localName]
      if (name === 'style') texts.push(textOfStyle(child))
      else if (name === 'link' && isLinkedSheet(child)) {
        refused.add(
          `the style sheet ${JSON.stringify(child.getAttribute('href'))} that <${root[S.host][S.localName]}> links ` +
            'in its shadow tree is left out: it would apply to the whole page. Import its text into a style sheet of the element',
        )
      }
      visit(child)
    }
  }
  visit(root)
  for (const sheet of root[S.adoptedStyleSheets]) texts.push(sheetText(sheet))
  return texts.filter((text) => /\S/.test(text))
}

function textOfStyle(style: Element): string {
  const { media: attribute, type } = style as HTMLStyleElement
  const media = ownMedia(style) ?? attribute
  if (media === 'not all' || (type !== '' && type.toLowerCase() !== 'text/css')) return ''
  const css = styleText(style)
  return media === '' || media === 'all' ? css : `@media ${media}{${css}}`
}

/** A linked sheet cannot be scoped to its tree. */
export const isLinkedSheet = (element: Element): boolean =>
  element[S.localName] === 'link' &&
  /(?:^|\s)stylesheet(?:\s|$)/i.test(element.getAttribute('rel') ?? '')
