/**
 * Computes styles as Chromium does: the layout's cascade, then happy-dom's declarations, the user
 * agent sheet, inheritance and initial values. Lazy, and cached until a change. Only `width` and
 * `height` are laid out: other percentages and `auto` stay. Pseudo-elements are empty.
 * https://drafts.csswg.org/cssom/#dom-window-getcomputedstyle
 * happy-dom knows no initial values, layers, hosts and `hidden`: capricorn86/happy-dom#2411, #1496.
 */
import { CSSStyleDeclaration } from '#happy-dom'
import { atNextChange } from '../fixes/next-change.ts'
import { type InnerWindow, S, wrap } from '../internals.ts'
import { shorthand } from './computed/shorthands.ts'
import { initialValue, isInherited, ownValue } from './computed/unset.ts'
import { asComputed, px } from './computed/written.ts'
import { boxOf } from './layout/document-layout.ts'
import { createLayoutTree } from './layout/element-box.ts'
import type { LayoutTree } from './layout/layout-tree.ts'
import type { Style } from './layout/style.ts'
import { motionsOf } from './motion-values.ts'

let current: LayoutTree | undefined

/** A tree for styles only, valid until a change. */
function stylesNow(): LayoutTree {
  if (current) return current
  current = createLayoutTree()
  atNextChange(() => {
    current = undefined
    answers = new Map()
  })
  return current
}

/** In a parent of this style. */
export const styleIn = (element: Element, parent: Style): Style =>
  stylesNow().style(element, parent)

export function styleNow(element: Element): Style {
  const tree = stylesNow()
  const path: Element[] = []
  for (let at: Element | null = element; at; at = parentOf(at)) path.push(at)
  let style: Style | undefined
  for (let at = path.pop(); at; at = path.pop()) style = tree.style(at, style)
  return style as Style
}

/** In the flat tree. */
const parentOf = (element: Element): Element | null =>
  element.assignedSlot ??
  element.parentElement ??
  (element.getRootNode() as Partial<ShadowRoot>).host ??
  null

const HTML = 'http://www.w3.org/1999/xhtml'

const ASKED: Readonly<Record<string, (element: Element, style: Style) => string>> = {
  display(element, { display, values }) {
    const declared = values.display ?? 'inline'
    if (display === 'none') return 'none'
    const isDrawn = element.namespaceURI !== HTML && element.localName !== 'svg'
    // The layout treats these as blocks or as nothing.
    return isDrawn || /^(?:flow-root|list-item|contents)$/.test(declared) ? declared : display
  },
  visibility: (_, { values }) => values.visibility ?? 'visible',
}

/** Properties of the layout's cascade. */
const LAID =
  /^(?:(?:margin|padding)-(?:top|right|bottom|left)|border-(?:top|right|bottom|left)-(?:width|style)|overflow-[xy]|position|float|clear|box-sizing|(?:min|max)-(?:width|height)|flex-(?:direction|wrap|grow|shrink|basis)|(?:row|column)-gap|text-align|text-transform|white-space)$/
const UNSET = /^(?:initial|unset|revert|revert-layer)?$/
const BORDER = /^border-(?:top|right|bottom|left)-width$/
const MOTION = /^(transition|animation)-(property|name|duration|delay)$/

/** Values by element and name, until a change. */
let answers = new Map<Element, Map<string, string>>()

let declared: (style: object, name: string) => string = () => ''

/** A style that returns declared values, for comparisons. */
export const asDeclared = (style: object): Pick<CSSStyleDeclaration, 'getPropertyValue'> => ({
  getPropertyValue: (name) => declared(style, name),
})

function computed(element: Element, name: string): string {
  stylesNow()
  const known = answers.get(element) ?? new Map<string, string>()
  answers.set(element, known)
  const value = known.get(name) ?? compute(element, name)
  known.set(name, value)
  return value
}

function compute(element: Element, name: string): string {
  const style = styleNow(element)
  const ask = ASKED[name]
  if (ask) return ask(element, style)
  const whole = shorthand(name, (part) => computed(element, part))
  if (whole !== undefined) return whole
  if (name === 'font-size') return px(style.fontSize)
  const isHeightOfLine = name === 'line-height' && /\d/.test(style.values[name] ?? '')
  if (isHeightOfLine) return px(style.lineHeight)
  if (name === 'width' || name === 'height') return sizeOf(element, name, style)
  if (MOTION.test(name)) return ofMotion(element, name)
  if (BORDER.test(name) && !hasBorder(style, name)) return '0px'
  const value = LAID.test(name) ? (style.values[name] ?? '') : declaredFor(element, name)
  if (value === 'inherit') return inheritedBy(element, name)
  if (UNSET.test(value)) return unset(element, name)
  return asComputed(name, value, style.units, () => computed(element, 'color'))
}

/** The size of the box; without one, the declared size. */
function sizeOf(element: Element, name: 'width' | 'height', { values, units }: Style): string {
  const box = boxOf(element)
  if (!box || box.fragments) return asComputed(name, values[name] ?? 'auto', units, () => '')
  if (values['box-sizing'] === 'border-box') return px(box[name])
  return px(name === 'width' ? box.contentWidth : Math.max(0, box.height - box.verticalEdges))
}

const hasBorder = ({ values }: Style, name: string): boolean =>
  !/^(?:none|hidden)$/.test(values[name.replace('width', 'style')] ?? 'none')

/** The user agent sheet precedes inheritance. */
function declaredFor(element: Element, name: string): string {
  const value = declared(getComputedStyle(element), name)
  const own = ownValue(element, name)
  const parent = parentOf(element)
  const isOfParent =
    own !== undefined && parent && declared(getComputedStyle(parent), name) === value
  return isOfParent ? own : value
}

function inheritedBy(element: Element, name: string): string {
  const parent = parentOf(element)
  return parent ? computed(parent, name) : (initialValue(name) ?? '')
}

const BLACK = 'rgb(0, 0, 0)'
const OWN_COLORS = /^(?:color|fill|stop-color|flood-color)$/

function unset(element: Element, name: string): string {
  const own = ownValue(element, name)
  if (own !== undefined) return own
  if (isInherited(name) && parentOf(element)) return inheritedBy(element, name)
  const value = initialValue(name) ?? ''
  return value === BLACK && !OWN_COLORS.test(name) ? computed(element, 'color') : value
}

function ofMotion(element: Element, name: string): string {
  const [, kind, part] = MOTION.exec(name) ?? []
  const motions = motionsOf(
    asDeclared(getComputedStyle(element)),
    kind as 'transition' | 'animation',
  )
  const key = part === 'duration' || part === 'delay' ? part : 'name'
  const values = motions.map((motion) => (key === 'name' ? motion.name : `${motion[key] / 1000}s`))
  return values.join(', ')
}

interface Computed {
  readonly [S.computed]: boolean
  readonly [S.element]: Element
}

/** Styles of pseudo-elements, which happy-dom confuses with their elements. */
const ofPseudo = new WeakSet<object>()

export function installComputedStyle(window: InnerWindow): void {
  const { getComputedStyle: styleOf } = window
  window.getComputedStyle = (element, pseudo) => {
    const style = styleOf.call(window, element, pseudo)
    if (pseudo) ofPseudo.add(style)
    return style
  }
  wrap<(this: Computed, name: string) => string>(
    CSSStyleDeclaration.prototype,
    'getPropertyValue',
    (original) => {
      declared = (style, name) => original.call(style as Computed, name)
      return function (name) {
        const isAsked = this[S.computed] && this[S.element].isConnected && !name.startsWith('--')
        if (!isAsked || ofPseudo.has(this)) return original.call(this, name)
        const value = computed(this[S.element], name)
        // Unknown values stay as declared.
        return value === '' ? original.call(this, name) : value
      }
    },
  )
}
