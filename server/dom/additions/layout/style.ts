/** Computes the style that the layout of an element needs. The layout tree calls it. */
import { HTML } from '../../../html/names.ts'
import { S } from '../../internals.ts'
import { isModal, isPopoverOpen } from '../top-layer.ts'
import {
  type Declarations,
  declarationsOf,
  expandShorthand,
  type RuleIndex,
  type Values,
} from './declared-values.ts'
import { length, lineHeight, type Units } from './lengths.ts'
import { isSized, userAgentStyle } from './user-agent.ts'

export interface Style {
  readonly display: string
  readonly position: string
  readonly float: string
  readonly fontSize: number
  readonly lineHeight: number
  readonly monospaced: boolean
  readonly whiteSpace: string
  readonly textAlign: string
  readonly values: Values
  readonly units: Units
}

export interface Sheets {
  rulesOf(root: Document | ShadowRoot): RuleIndex
  readonly units: Units
}

const FONT_SIZES: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}
const INHERITED = [
  'border-spacing',
  'border-collapse',
  'line-height',
  'white-space',
  'text-align',
  'font-family',
  'visibility',
  'text-transform',
]

export function styleOf(element: Element, parent: Style | undefined, sheets: Sheets): Style {
  const values = cascade(element, parent, sheets)
  const parentSize = parent?.fontSize ?? 16
  const fontSize = fontSizeOf(values['font-size'], parentSize, sheets.units, parent === undefined)
  const units =
    parent?.fontSize === fontSize
      ? parent.units
      : { ...sheets.units, fontSize, rootFontSize: parent?.units.rootFontSize ?? fontSize }
  const position = values.position ?? 'static'
  const outOfFlow = position === 'absolute' || position === 'fixed'
  const float = outOfFlow ? 'none' : (values.float ?? 'none')
  return {
    display: displayOf(element, values, outOfFlow || float !== 'none' || holdsItems(parent)),
    position,
    float,
    fontSize,
    lineHeight: lineHeightOf(values['line-height'], parent, fontSize, units),
    monospaced: /mono|courier|consolas|menlo/i.test(values['font-family'] ?? ''),
    whiteSpace: values['white-space'] ?? 'normal',
    textAlign: values['text-align'] ?? 'start',
    values,
    units,
  }
}

const STYLING_ATTRIBUTES = new Set([
  'style',
  'hidden',
  'popover',
  'open',
  'controls',
  'src',
  'type',
])

/** Whether the elements of its name in the same parent have the same style. */
export function sharesStyle(element: Element): boolean {
  if (isSized(element) || (element as unknown as { [S.shadowRoot]?: object | null })[S.shadowRoot])
    return false
  if (
    element.namespaceURI !== HTML ||
    element.localName === 'dialog' ||
    element.localName === 'audio'
  )
    return false
  return (
    element.attributes.length === 0 ||
    !element.getAttributeNames().some((name) => STYLING_ATTRIBUTES.has(name))
  )
}

function cascade(element: Element, parent: Style | undefined, sheets: Sheets): Values {
  const values: Record<string, string> = {}
  if (parent) inherit(parent.values, values)
  const root = element.getRootNode() as Document | ShadowRoot
  const shadow = (element as unknown as { [S.shadowRoot]?: ShadowRoot | null })[S.shadowRoot]
  const inline = element.getAttribute('style')
  const declared: Declarations[] = [
    ...(shadow ? sheets.rulesOf(shadow).declarationsFor(element, true) : []),
    ...sheets.rulesOf(root).declarationsFor(element),
    ...(inline ? [declarationsOf(inline)] : []),
  ]
  Object.assign(values, userAgentStyle(element))
  for (const { normal } of declared) assign(values, normal, parent)
  for (const { important } of declared) assign(values, important, parent)
  resolveVariables(values)
  return values
}

function inherit(from: Values, into: Record<string, string>): void {
  for (const name of INHERITED) if (from[name] !== undefined) into[name] = from[name]
  for (const name in from) if (name.startsWith('--')) into[name] = from[name] as string
}

function assign(values: Record<string, string>, declared: Values, parent: Style | undefined): void {
  for (const name in declared) {
    const value = declared[name] as string
    if (value === 'inherit') {
      const inherited = parent?.values[name]
      if (inherited === undefined) delete values[name]
      else values[name] = inherited
    } else if (value === 'initial' || value === 'unset' || value === 'revert') delete values[name]
    else values[name] = value
  }
}

const MOST_STEPS = 32

function resolveVariables(values: Record<string, string>): void {
  for (const name in values) {
    let value = values[name] as string
    if (name.startsWith('--') || !value.includes('var(')) continue
    for (let step = 0; step < MOST_STEPS && value.includes('var('); step++) {
      value = value.replace(
        VARIABLE,
        (_, variable: string, otherwise = '') => values[variable] ?? otherwise,
      )
    }
    if (!name.endsWith('?')) values[name] = value.trim()
    else Object.assign(values, expandShorthand(name.slice(0, -1), value.trim()))
  }
}

const VARIABLE = /var\(\s*(--[^\s,)]+)\s*(?:,\s*((?:[^()]|\([^()]*\))*))?\)/

function fontSizeOf(
  value: string | undefined,
  parent: number,
  units: Units,
  isRoot: boolean,
): number {
  if (value === undefined) return parent
  if (value === 'smaller') return parent / 1.2
  if (value === 'larger') return parent * 1.2
  const rootFontSize = isRoot ? 16 : units.rootFontSize
  return (
    FONT_SIZES[value] ??
    length(value, { ...units, fontSize: parent, rootFontSize }, parent) ??
    parent
  )
}

function lineHeightOf(
  value: string | undefined,
  parent: Style | undefined,
  size: number,
  units: Units,
): number {
  if (value === undefined || value === 'normal') return lineHeight(size)
  if (/^[.\d]+$/.test(value)) return Number(value) * size
  // Unless a number, the computed height is inherited.
  if (parent && value === parent.values['line-height']) return parent.lineHeight
  return length(value, units, size) ?? lineHeight(size)
}

const holdsItems = (parent: Style | undefined): boolean =>
  parent !== undefined && /(?:flex|grid)$/.test(parent.display)

const BLOCKIFIED: Readonly<Record<string, string>> = {
  inline: 'block',
  'inline-block': 'block',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
}

function displayOf(element: Element, values: Values, blockified: boolean): string {
  if (element.hasAttribute('popover') && !isPopoverOpen(element)) return 'none'
  if (isModal(element)) return values.display === 'none' ? 'none' : 'block'
  const inSvg = element.namespaceURI !== HTML && element.localName !== 'svg'
  const display = inSvg ? 'block' : ((values.display ?? 'inline').split(' ').at(-1) ?? 'inline')
  if (display === 'flow-root' || display === 'list-item' || display === '-webkit-box')
    return 'block'
  return blockified ? (BLOCKIFIED[display] ?? display) : display
}

export const px = (style: Style, name: string, base?: number): number | undefined =>
  length(style.values[name], style.units, base)
