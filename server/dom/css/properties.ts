/** The properties of Chromium: initial values, inheritance, groups and logical names. */
import { GROUPS, HIDDEN_NAMES, INHERITED_NAMES, INITIAL_VALUES } from './property-data.ts'

const pairsOf = (table: string): [string, string][] =>
  table
    .split(';')
    .filter(Boolean)
    .map((pair): [string, string] => {
      const colon = pair.indexOf(':')
      return [pair.slice(0, colon), pair.slice(colon + 1)]
    })

const OWN_COLORS = /^(?:color|fill|stop-color|flood-color)$/

/** Initial values as specified, where the computed ones depend on the element. */
const SPECIFIED: Readonly<Record<string, string>> = {
  color: 'canvastext',
  'font-stretch': 'normal',
  'font-weight': 'normal',
  'min-height': 'auto',
  'min-width': 'auto',
  'perspective-origin': '50% 50%',
  'text-decoration': 'none',
  'transform-origin': '50% 50%',
}

function specified(name: string, computed: string): string {
  if (/^border-(?!image).*-width$/.test(name)) return 'medium'
  if (computed === 'rgb(0, 0, 0)' && !OWN_COLORS.test(name)) return 'currentcolor'
  return SPECIFIED[name] ?? computed
}

/** The properties that computed styles list, in their order. */
export const LISTED_PROPERTIES: readonly string[] = pairsOf(INITIAL_VALUES).map(([name]) => name)

/** Longhands by shorthand; those with the most come first. */
export const LONGHANDS: ReadonlyMap<string, readonly string[]> = new Map(
  pairsOf(GROUPS)
    .map(([name, parts]): [string, string[]] => [name, parts.replaceAll('*', name).split(' ')])
    .filter(([, parts]) => parts.length > 1)
    .toSorted(([, a], [, b]) => b.length - a.length),
)

/** Initial values by longhand. */
const INITIAL: ReadonlyMap<string, string> = new Map([
  ...pairsOf(INITIAL_VALUES)
    .filter(([name]) => !LONGHANDS.has(name))
    .map(([name, value]) => [name, specified(name, value)] as const),
  ...HIDDEN_NAMES.trim()
    .split(' ')
    .map((name) => [name, /-[xy]$/.test(name) ? '0%' : 'auto'] as const),
])

const INHERITED: ReadonlySet<string> = new Set(INHERITED_NAMES.trim().split(' '))

export const isLonghand = (name: string): boolean => INITIAL.has(name)

/** @returns Undefined for unknown properties. */
export const initialValue = (name: string): string | undefined => INITIAL.get(name)

export const isInherited = (name: string): boolean => INHERITED.has(name)

/** Longhands and shorthands by another name for them. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ...pairsOf(GROUPS).filter(([, parts]) => !parts.includes(' ')),
  ...[...LONGHANDS.keys()]
    .map((name): [string, string] => [name, name.replace(/^-webkit-/, '')])
    .filter(([name, plain]) => name !== plain && LONGHANDS.has(plain)),
  ['grid-gap', 'gap'],
])

/** Names of all properties: longhands, shorthands and other names. */
export const NAMES: readonly string[] = [
  ...new Set([...INITIAL.keys(), ...LONGHANDS.keys(), ...ALIASES.keys(), 'all']),
]

/** @returns Undefined for properties that Chromium does not know. */
export function propertyName(name: string): string | undefined {
  if (name.startsWith('--')) return name
  const lower = name.toLowerCase()
  const property = ALIASES.get(lower) ?? lower
  return INITIAL.has(property) || LONGHANDS.has(property) || property === 'all'
    ? property
    : undefined
}

/** `all` sets them. https://drafts.csswg.org/css-cascade/#all-shorthand */
export const ALL_LONGHANDS: readonly string[] = LISTED_PROPERTIES.filter(
  (name) => name !== 'direction' && name !== 'unicode-bidi',
)

const SIDE = /(block|inline)-(start|end)/
const SIZE = /(?:^|-)(inline|block)(?:-size)?$/
const CORNER = /(start|end)-(start|end)/

const LOGICAL: ReadonlySet<string> = new Set(
  [...INITIAL.keys()].filter(
    (name) =>
      SIDE.test(name) || SIZE.test(name) || (CORNER.test(name) && /^(?:border|corner)/.test(name)),
  ),
)

export interface Flow {
  readonly direction: string
  readonly mode: string
}

export const HORIZONTAL: Flow = { direction: 'ltr', mode: 'horizontal-tb' }

/** Whether a name depends on the flow of text. */
export const isLogical = (name: string): boolean => LOGICAL.has(name)

/** @returns The physical property. https://drafts.csswg.org/css-logical/ */
export function physicalName(name: string, flow: Flow): string {
  const isVertical = flow.mode !== 'horizontal-tb'
  if (SIDE.test(name)) {
    return name
      .replace(SIDE, (_, axis: string, end: string) => side(axis, end, flow))
      .replace(/^inset-/, '')
  }
  if (/^(?:border|corner)/.test(name)) {
    return name.replace(CORNER, (_, block: string, inline: string) => {
      const sides = [side('block', block, flow), side('inline', inline, flow)]
      return sides.toSorted((side) => (/^(?:top|bottom)$/.test(side) ? -1 : 1)).join('-')
    })
  }
  const isWidth = /inline/.test(name) !== isVertical
  return name
    .replace(/(?:inline|block)-size$/, isWidth ? 'width' : 'height')
    .replace(/(?:inline|block)$/, isWidth ? 'x' : 'y')
}

function side(axis: string, end: string, { direction, mode }: Flow): string {
  const isVertical = mode !== 'horizontal-tb'
  if (axis === 'block') {
    if (!isVertical) return end === 'start' ? 'top' : 'bottom'
    return (end === 'start') === /-lr$/.test(mode) ? 'left' : 'right'
  }
  const isFirst = (end === 'start') === (direction === 'ltr')
  if (isVertical) return isFirst ? 'top' : 'bottom'
  return isFirst ? 'left' : 'right'
}
