/**
 * The styles of a document and its shadow trees, until a change. Layout, `getComputedStyle`, text
 * and visibility ask it.
 */
import { HTML } from '../../html/names.ts'
import { slotOf } from '../fixes/slots.ts'
import { S } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { atNextChange } from '../next-change.ts'
import { type AppliedRule, ATTACHED, Cascade, type Origin } from './cascade.ts'
import type { ContainerQuery } from './compile-rule.ts'
import { containerCondition, sizeFeatures } from './container-conditions.ts'
import { declarationsOf } from './declarations.ts'
import { prefersDark } from './media-queries.ts'
import { type RegisteredProperty, registeredByScripts } from './registered-properties.ts'
import { type MatchingRule, objectNumber, RuleIndex, type SheetText } from './rule-index.ts'
import { Style, type StyleContext } from './style.ts'
import { sheetsOf } from './style-sheets.ts'
import { BROWSER_SHEETS, hintsOf } from './user-agent.ts'

/** `layout.ts` sets `begin`, which gives containers their sizes, unless a layout is running. */
export const layout: { begin(): void } = { begin: () => undefined }

const current = perPage(() => ({ tree: undefined as StyleTree | undefined }))

/** The styles of the document, until a change. */
export function stylesNow(): StyleTree {
  const page = current()
  if (page.tree) return page.tree
  page.tree = new StyleTree()
  atNextChange(() => {
    page.tree = undefined
  })
  return page.tree
}

/** The style of an element of the document. */
export const styleOf = (element: Element): Style => stylesNow().of(element)

const shadowOf = (host: Element): ShadowRoot | null => host[S.shadowRoot] ?? null

/** https://drafts.csswg.org/css-scoping-1/#flattening */
export const flatParentOf = (element: Element): Element | null =>
  slotOf(element) ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null

type Root = Document | ShadowRoot

const MOST_CASCADES = 5_000
/** Pages of a worker share them: they hold texts alone. */
const cascades = new Map<string, Cascade>()

export class StyleTree {
  readonly #browser = new Map<SheetText, RuleIndex>()
  readonly #linked: readonly SheetText[]
  readonly #rules = new Map<Node, RuleIndex>()
  readonly #styles = new Map<Element, Style>()
  readonly #shared = new Map<Style | undefined, Map<Cascade, Style>>()
  readonly #drawn = new Map<Style | undefined, Map<Cascade, Style>>()
  readonly #inFlatTree = new Map<Element, boolean>()
  #context: StyleContext | undefined

  /** @param linked Sheets that precede those of the document. */
  constructor(linked: readonly SheetText[] = []) {
    this.#linked = linked
  }

  of(element: Element): Style {
    const path: Element[] = []
    let ancestor: Element | null = element
    for (; ancestor && !this.#styles.has(ancestor); ancestor = flatParentOf(ancestor))
      path.push(ancestor)
    let style = ancestor ? this.#styles.get(ancestor) : undefined
    for (let next = path.pop(); next; next = path.pop()) style = this.style(next, style)
    return style as Style
  }

  style(element: Element, parent: Style | undefined): Style {
    const cached = this.#styles.get(element)
    if (cached) return cached
    const cascade = this.#cascade(this.#rulesFor(element, ''))
    const shared = isDrawn(element) ? this.#drawn : this.#shared
    const style = shared.get(parent)?.get(cascade) ?? this.#newStyle(cascade, parent, element)
    this.#styles.set(element, style)
    return style
  }

  forget(element: Element): void {
    this.#styles.delete(element)
  }

  /** The style of a pseudo-element, as `before`. */
  pseudo(element: Element, name: string): Style {
    const rules = this.#rulesFor(element, name)
    return new Style(this.#cascade(rules), this.of(element), this.context)
  }

  /** Whether the element is slotted, and no fallback that is not used. */
  isInFlatTree(element: Element): boolean {
    const cached = this.#inFlatTree.get(element)
    if (cached !== undefined) return cached
    const { parentElement: parent } = element
    const isLeftOut =
      parent !== null &&
      ((shadowOf(parent) !== null && !slotOf(element)) ||
        (parent.localName === 'slot' && (parent as HTMLSlotElement).assignedNodes().length > 0) ||
        /^(?:video|audio)$/.test(parent.localName))
    const outer = flatParentOf(element)
    const is = !isLeftOut && (outer === null || this.isInFlatTree(outer))
    this.#inFlatTree.set(element, is)
    return is
  }

  /** The display of an element as if the page had no sheets. */
  browserDisplay(element: Element): string {
    const rules = this.#browserRules(element).matching(element)
    const applied = rules.map((rule): AppliedRule => ({ ...rule, origin: 'browser', tree: 0 }))
    addText(applied, hintsOf(element), 'hint')
    return new Style(this.#cascade(applied), undefined, this.context).get('display')
  }

  /** Elements with the same rules and parent have the same style. */
  #newStyle(cascade: Cascade, parent: Style | undefined, element: Element): Style {
    const style = new Style(cascade, parent, this.context, isDrawn(element))
    // The layout gives each container its own size.
    if (style.get('container-type') !== 'normal') return style
    const shared = isDrawn(element) ? this.#drawn : this.#shared
    const siblings = shared.get(parent) ?? new Map<Cascade, Style>()
    shared.set(parent, siblings.set(cascade, style))
    return style
  }

  get context(): StyleContext {
    this.#context ??= {
      units: {
        width: window.innerWidth,
        height: window.innerHeight,
        fontSize: 16,
        rootFontSize: 16,
      },
      beginLayout: () => layout.begin(),
      prefersDark: prefersDark(window),
      registered: this.#registered(),
    }
    return this.#context
  }

  #registered(): ReadonlyMap<string, RegisteredProperty> {
    const properties = this.#rulesOf(document).properties
    const ofRules = properties.map((property) => [property.name, property] as const)
    return new Map([...ofRules, ...registeredByScripts()])
  }

  #rulesOf(root: Root): RuleIndex {
    const cached = this.#rules.get(root)
    if (cached) return cached
    const linked = root === document ? this.#linked : []
    const index = new RuleIndex(root, [...linked, ...sheetsOf(root)], this.#isContained)
    this.#rules.set(root, index)
    return index
  }

  #browserRules({ namespaceURI }: Element): RuleIndex {
    const sheet = BROWSER_SHEETS[namespaceURI ?? ''] ?? NO_SHEET
    const index = this.#browser.get(sheet) ?? new RuleIndex(document, [sheet], () => false)
    this.#browser.set(sheet, index)
    return index
  }

  #rulesFor(element: Element, pseudo: string): AppliedRule[] {
    const rules: AppliedRule[] = []
    const add = (matching: readonly MatchingRule[], origin: Origin, tree: number) => {
      for (const rule of matching) rules.push({ ...rule, origin, tree })
    }
    add(this.#browserRules(element).matching(element, pseudo), 'browser', 0)
    const root = element.getRootNode() as Root
    add(this.#rulesOf(root).matching(element, pseudo), 'author', 0)
    const shadow = shadowOf(element)
    // Trees around slots come before the element's own shadow.
    let tree = 0
    for (let slot = slotOf(element); slot; slot = slotOf(slot)) {
      const inside = this.#rulesOf(slot.getRootNode() as Root)
      add(inside.matchingBeyond(slot, element, pseudo), 'author', --tree)
    }
    if (shadow) add(this.#rulesOf(shadow).matchingHost(element, pseudo), 'author', tree - 1)
    let names = (element.getAttribute('part') ?? '').split(/\s+/).filter(Boolean)
    let { host } = root as Partial<ShadowRoot>
    for (let depth = 1; host && names.length > 0; depth++) {
      const outside = host.getRootNode() as Root
      add(this.#rulesOf(outside).matchingBeyond(host, element, pseudo, names), 'author', depth)
      names = exportedParts(host, names)
      host = (outside as Partial<ShadowRoot>).host
    }
    if (pseudo !== '') return rules
    addText(rules, hintsOf(element), 'hint')
    addText(rules, element.getAttribute('style') ?? '', 'author')
    return rules
  }

  #cascade(rules: readonly AppliedRule[]): Cascade {
    const key = rules.map(keyOf).join(' ')
    const cached = cascades.get(key)
    if (cached) return cached
    const cascade = new Cascade(rules)
    if (cascades.size >= MOST_CASCADES) cascades.clear()
    cascades.set(key, cascade)
    return cascade
  }

  /** https://drafts.csswg.org/css-conditional-5/#container-rule */
  readonly #isContained = (element: Element, { name, condition }: ContainerQuery): boolean => {
    const isOfStyle = /style\(/i.test(condition)
    for (let ancestor = flatParentOf(element); ancestor; ancestor = flatParentOf(ancestor)) {
      const style = this.of(ancestor)
      const names = style.get('container-name').split(' ')
      if (name !== '' && !names.includes(name)) continue
      if (!isOfStyle && style.get('container-type') === 'normal') continue
      const features = () => {
        if (!style.container) layout.begin()
        return style.container && sizeFeatures(style.container, style.units)
      }
      const property = (of: string) => style.get(of)
      return containerCondition(condition)?.holds({ features, property }) === true
    }
    return false
  }
}

/** The names of parts outside the tree around a host. */
const exportedParts = (host: Element, names: readonly string[]): string[] =>
  (host.getAttribute('exportparts') ?? '').split(',').flatMap((pair) => {
    const [inside = '', outside = inside] = pair.split(':').map((name) => name.trim())
    return names.includes(inside) ? [outside] : []
  })

function addText(rules: AppliedRule[], cssText: string, origin: Origin): void {
  if (cssText === '') return
  const declarations = declarationsOf(cssText)
  const layer = origin === 'author' ? ATTACHED : 0
  rules.push({ declarations, layer, specificity: 0, distance: ATTACHED, order: 0, origin, tree: 0 })
}

const NO_SHEET: SheetText = { media: '', rules: [] }

/** Rules with one key apply in the same way. */
function keyOf({
  declarations,
  origin,
  tree,
  layer,
  distance,
  order,
  specificity,
}: AppliedRule): string {
  return `${objectNumber(declarations)}${origin[0]}${tree}/${layer}/${distance}/${specificity}/${order}`
}

const isDrawn = (element: Element): boolean =>
  element.namespaceURI !== HTML && element.localName !== 'svg'
