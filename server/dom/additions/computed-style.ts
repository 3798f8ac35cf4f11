/**
 * Computes styles from the layout's cascade, happy-dom's declarations, the user agent sheet,
 * inheritance and initial values, until a change. For `additions/index.ts`.
 * happy-dom knows no initial values, layers, hosts, `hidden`: capricorn86/happy-dom#2411, #1496.
 */
import { CSSStyleDeclaration } from '#happy-dom'
import { HTML } from '../../html/names.ts'
import { LONGHANDS, REPEATED, repeated } from '../fixes/css/shorthands.ts'
import { type InnerWindow, S, wrap } from '../internals.ts'
import { perPage } from '../isolation/page-state.ts'
import { atNextChange } from '../next-change.ts'
import {
  computedValue,
  initialValue,
  isInherited,
  pixels,
  userAgentValue,
} from './computed/computed-values.ts'
import { motionsOf } from './computed/motion-timing.ts'
import { boxOf } from './layout/document-layout.ts'
import { createLayoutTree } from './layout/element-box.ts'
import { flatParentOf, type LayoutTree } from './layout/layout-tree.ts'
import type { Style } from './layout/style.ts'

/** Until a change. */
const styles = perPage(() => ({
  tree: undefined as LayoutTree | undefined,
  computed: new Map<Element, Map<string, string>>(),
}))

function stylesNow(): LayoutTree {
  const own = styles()
  if (own.tree) return own.tree
  own.tree = createLayoutTree()
  atNextChange(() => {
    own.tree = undefined
    own.computed = new Map()
  })
  return own.tree
}

export const styleIn = (element: Element, parent: Style): Style =>
  stylesNow().style(element, parent)

export function styleNow(element: Element): Style {
  const tree = stylesNow()
  const path: Element[] = []
  for (let at: Element | null = element; at; at = flatParentOf(at)) path.push(at)
  let style: Style | undefined
  for (let at = path.pop(); at; at = path.pop()) style = tree.style(at, style)
  return style as Style
}

const FROM_LAYOUT: Readonly<Record<string, (element: Element, style: Style) => string>> = {
  display(element, { display, values }) {
    const declared = values.display ?? 'inline'
    if (display === 'none') return 'none'
    const isDrawn = element.namespaceURI !== HTML && element.localName !== 'svg'
    // The layout treats these as blocks or as nothing.
    return isDrawn || /^(?:flow-root|list-item|contents)$/.test(declared) ? declared : display
  },
  visibility: (_, { values }) => values.visibility ?? 'visible',
}

const CASCADED =
  /^(?:(?:margin|padding)-(?:top|right|bottom|left)|border-(?:top|right|bottom|left)-(?:width|style)|overflow-[xy]|position|float|clear|box-sizing|(?:min|max)-(?:width|height)|flex-(?:direction|wrap|grow|shrink|basis)|(?:row|column)-gap|text-align|text-transform|white-space)$/
const DEFAULTED = /^(?:initial|unset|revert|revert-layer)?$/
const BORDER = /^border-(?:top|right|bottom|left)-width$/
const MOTION = /^(transition|animation)-(property|name|duration|delay)$/

/** happy-dom's. */
const { getPropertyValue } = CSSStyleDeclaration.prototype

/** Returns declared values, for comparisons. */
export const asDeclared = (style: object): Pick<CSSStyleDeclaration, 'getPropertyValue'> => ({
  getPropertyValue: (name) => getPropertyValue.call(style as never, name),
})

const declared = (element: Element, name: string): string =>
  asDeclared(getComputedStyle(element)).getPropertyValue(name)

function computed(element: Element, name: string): string {
  stylesNow()
  const { computed: byElement } = styles()
  const values = byElement.get(element) ?? new Map<string, string>()
  byElement.set(element, values)
  const value = values.get(name) ?? compute(element, name)
  values.set(name, value)
  return value
}

function compute(element: Element, name: string): string {
  const style = styleNow(element)
  const fromLayout = FROM_LAYOUT[name]
  if (fromLayout) return fromLayout(element, style)
  const whole = shorthand(name, (part) => computed(element, part))
  if (whole !== undefined) return whole
  if (name === 'font-size') return pixels(style.fontSize)
  if (name === 'line-height' && /\d/.test(style.values[name] ?? '')) return pixels(style.lineHeight)
  if (name === 'width' || name === 'height') return sizeOf(element, name, style)
  if (MOTION.test(name)) return motionValue(element, name)
  if (BORDER.test(name) && !hasBorder(style, name)) return '0px'
  const value = CASCADED.test(name) ? (style.values[name] ?? '') : declaredValue(element, name)
  if (value === 'inherit') return inheritedValue(element, name)
  if (DEFAULTED.test(value)) return defaultedValue(element, name)
  return computedValue(name, value, style.units, () => computed(element, 'color'))
}

const JOINED = /^(?:border-(?:top|right|bottom|left)|flex|flex-flow)$/

/** Undefined for other properties. https://drafts.csswg.org/cssom/#serialize-a-css-value */
function shorthand(name: string, computedOf: (name: string) => string): string | undefined {
  if (name === 'border') {
    const [first = '', ...rest] = ['top', 'right', 'bottom', 'left'].map((side) =>
      shorthand(`border-${side}`, computedOf),
    )
    return rest.every((other) => other === first) ? first : ''
  }
  const longhands = LONGHANDS.get(name) ?? []
  if (REPEATED.test(name)) return repeated(longhands.map(computedOf))
  return JOINED.test(name) ? longhands.map(computedOf).join(' ') : undefined
}

/** The size of the box; without one, the declared size. */
function sizeOf(element: Element, name: 'width' | 'height', { values, units }: Style): string {
  const box = boxOf(element)
  if (!box || box.fragments) return computedValue(name, values[name] ?? 'auto', units, () => '')
  if (values['box-sizing'] === 'border-box') return pixels(box[name])
  return pixels(name === 'width' ? box.contentWidth : Math.max(0, box.height - box.verticalEdges))
}

const hasBorder = ({ values }: Style, name: string): boolean =>
  !/^(?:none|hidden)$/.test(values[name.replace('width', 'style')] ?? 'none')

/** The user agent sheet precedes inheritance. */
function declaredValue(element: Element, name: string): string {
  const value = declared(element, name)
  const own = userAgentValue(element, name)
  const parent = flatParentOf(element)
  const isOfParent = own !== undefined && parent && declared(parent, name) === value
  return isOfParent ? own : value
}

function inheritedValue(element: Element, name: string): string {
  const parent = flatParentOf(element)
  return parent ? computed(parent, name) : (initialValue(name) ?? '')
}

const BLACK = 'rgb(0, 0, 0)'
const OWN_COLORS = /^(?:color|fill|stop-color|flood-color)$/

/** https://drafts.csswg.org/css-cascade/#defaulting */
function defaultedValue(element: Element, name: string): string {
  const own = userAgentValue(element, name)
  if (own !== undefined) return own
  if (isInherited(name) && flatParentOf(element)) return inheritedValue(element, name)
  const value = initialValue(name) ?? ''
  return value === BLACK && !OWN_COLORS.test(name) ? computed(element, 'color') : value
}

function motionValue(element: Element, name: string): string {
  const [, kind, part] = MOTION.exec(name) ?? []
  const motions = motionsOf(
    asDeclared(getComputedStyle(element)),
    kind as 'transition' | 'animation',
  )
  const isTime = part === 'duration' || part === 'delay'
  return motions.map((motion) => (isTime ? `${motion[part] / 1000}s` : motion.name)).join(', ')
}

interface ComputedStyle {
  readonly [S.computed]: boolean
  readonly [S.element]: Element
}

/** Styles of pseudo-elements, which happy-dom confuses with their elements. */
const ofPseudo = new WeakSet<object>()

/**
 * Only `width` and `height` are laid out; other percentages and `auto` stay. Pseudo-elements are
 * empty. https://drafts.csswg.org/cssom/#dom-window-getcomputedstyle
 */
export function installComputedStyle(window: InnerWindow): void {
  const { getComputedStyle: styleOf } = window
  window.getComputedStyle = (element, pseudo) => {
    const style = styleOf.call(window, element, pseudo)
    if (pseudo) ofPseudo.add(style)
    return style
  }
  wrap<(this: ComputedStyle, name: string) => string>(
    CSSStyleDeclaration.prototype,
    'getPropertyValue',
    (original) =>
      function (name) {
        const isComputed = this[S.computed] && this[S.element].isConnected && !name.startsWith('--')
        if (!isComputed || ofPseudo.has(this)) return original.call(this, name)
        const value = computed(this[S.element], name)
        // Unknown values stay as declared.
        return value === '' ? original.call(this, name) : value
      },
  )
}
