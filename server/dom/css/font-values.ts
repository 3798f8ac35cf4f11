/** Computes sizes, weights and heights of fonts, for `style.ts` and `computed-values.ts`. */
import { absolute, type Compute, pixels, type StyleValues } from './absolute-values.ts'
import { length, lineHeight } from './lengths.ts'

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
/** The size of fonts of one width, relative to others. */
const MONOSPACED_SIZE = 13 / 16

const isMonospaced = (style: StyleValues | undefined): boolean =>
  style?.get('font-family') === 'monospace'

/** The size in px. The parent's size is the default, smaller for `monospace`. */
export function fontSizeOf(style: StyleValues): number {
  const { parent } = style
  const outer = parent?.fontSize ?? 16
  const declared = style.declared('font-size') ?? 'unset'
  const scale = isMonospaced(style) ? MONOSPACED_SIZE : 1
  if (declared === 'initial') return 16 * scale
  if (/^(?:unset|inherit)$/.test(declared)) {
    return (outer / (parent && isMonospaced(parent) ? MONOSPACED_SIZE : 1)) * scale
  }
  if (declared === 'smaller') return outer / 1.2
  if (declared === 'larger') return outer * 1.2
  const keyword = FONT_SIZES[declared]
  if (keyword !== undefined) return keyword * scale
  return Math.max(0, length(declared, { ...style.baseUnits, fontSize: outer }, outer) ?? outer)
}

/** The height of a line in px. */
export function lineHeightOf(style: StyleValues): number {
  const value = style.get('line-height')
  if (value === 'normal') return lineHeight(style.fontSize)
  if (value.endsWith('px')) return Number.parseFloat(value)
  return Number(value) * style.fontSize
}

export const fontWeight: Compute = (value, style) => {
  const outer = Number(style.parent?.get('font-weight') ?? 400)
  if (value === 'bolder')
    return outer < 350 ? '400' : outer < 550 ? '700' : outer < 900 ? '900' : `${outer}`
  if (value === 'lighter')
    return outer < 100 ? `${outer}` : outer < 550 ? '100' : outer < 750 ? '400' : '700'
  return { normal: '400', bold: '700' }[value] ?? absolute(value, style.units)
}

export const STRETCHES: Readonly<Record<string, string>> = {
  'ultra-condensed': '50%',
  'extra-condensed': '62.5%',
  condensed: '75%',
  'semi-condensed': '87.5%',
  normal: '100%',
  'semi-expanded': '112.5%',
  expanded: '125%',
  'extra-expanded': '150%',
  'ultra-expanded': '200%',
}

export const lineHeightValue: Compute = (value, style) => {
  if (value === 'normal') return value
  // A rounded number would be off by more once it is multiplied.
  const [, number] = /^calc\(([.\d]+)\)$/.exec(value) ?? []
  if (number !== undefined) return number
  const height = absolute(value, style.units)
  return height.endsWith('%') ? pixels((Number.parseFloat(height) / 100) * style.fontSize) : height
}
