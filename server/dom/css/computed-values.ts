/**
 * Computes values as specified into computed ones, property by property, for `style.ts`.
 * https://drafts.csswg.org/css-cascade-6/#computed
 */
import { absolute, type Compute, pixels, rounded, type StyleValues } from './absolute-values.ts'
import { usedColor } from './colors.ts'
import { fontWeight, lineHeightValue, STRETCHES } from './font-values.ts'
import { initialValue } from './properties.ts'
import { splitText } from './split-text.ts'

const NAMED_IN_IMAGES = /gradient\(|drop-shadow\(/
const COLOR_WORD =
  /(?<![\w-#"(/.])[a-z]+(?:[a-z]|\([^()]*(?:\([^()]*\)[^()]*)*\))(?![\w-])|#[\da-f]{3,8}/gi

function colorOf(value: string, style: StyleValues, current = () => style.get('color')): string {
  return usedColor(value, { isDark: isDark(style), current }) ?? value
}

/** https://drafts.csswg.org/css-color-adjust/#used-color-scheme */
export function isDark(style: StyleValues): boolean {
  const words = style.get('color-scheme').split(' ')
  if (!words.includes('dark')) return false
  return style.context.prefersDark || !words.includes('light')
}

const color: Compute = (value, style, name) => {
  if (name !== 'color') return value === 'currentcolor' ? value : colorOf(value, style)
  return colorOf(value, style, () => style.parent?.get('color') ?? 'rgb(0, 0, 0)')
}

/** Computes colors among other words. */
const colorsIn = (value: string, style: StyleValues): string =>
  value.replace(COLOR_WORD, (word) =>
    word === 'none' || word === 'inset'
      ? word
      : word === 'currentcolor'
        ? style.get('color')
        : colorOf(word, style),
  )

/** Shadows begin with their color. */
const shadow: Compute = (value, style, name) => {
  if (value === 'none') return value
  return splitText(value, /,/)
    .map((item) => {
      const components = splitText(absolute(item, style.units), /\s+/)
      const sizes = components.filter((part) => /^-?[.\d]/.test(part))
      const isInset = components.includes('inset')
      const tint =
        components.find((part) => !/^-?[.\d]/.test(part) && part !== 'inset') ?? 'currentcolor'
      const used = tint === 'currentcolor' ? style.get('color') : colorOf(tint, style)
      while (sizes.length < (name === 'text-shadow' ? 3 : 4)) sizes.push('0px')
      return [used, ...sizes, ...(isInset ? ['inset'] : [])].join(' ')
    })
    .join(', ')
}
const LINE_WIDTHS: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' }

/** Rounds down to whole pixels. A visible line stays visible. */
const lineWidth: Compute = (value, style) => {
  const size = Number.parseFloat(absolute(LINE_WIDTHS[value] ?? value, style.units))
  return pixels(size >= 1 ? Math.floor(size) : size > 0 ? 1 : 0)
}

const BLOCKIFIED: Readonly<Record<string, string>> = {
  inline: 'block',
  'inline-block': 'block',
  'inline-flex': 'flex',
  'inline-grid': 'grid',
  'inline-table': 'table',
  '-webkit-inline-box': '-webkit-box',
}

/** The display of a box that no line and no table holds. */
const blockified = (display: string): string =>
  BLOCKIFIED[display] ?? (display.startsWith('table-') ? 'block' : display)

const SHORT: Readonly<Record<string, string>> = {
  'block flow': 'block',
  'block flex': 'flex',
  'block grid': 'grid',
  'block table': 'table',
  'inline flow': 'inline',
  'inline flow-root': 'inline-block',
  'inline flex': 'inline-flex',
  'inline grid': 'inline-grid',
  'inline table': 'inline-table',
  'block flow-root': 'flow-root',
  'flow list-item': 'list-item',
  'block list-item': 'list-item',
  flow: 'block',
  '-webkit-flex': 'flex',
  '-webkit-inline-flex': 'inline-flex',
}

const holdsItems = (style: StyleValues | undefined): boolean => {
  const display = style?.get('display') ?? ''
  return display === 'contents'
    ? holdsItems(style?.parent)
    : /(?:flex|grid|-webkit-(?:inline-)?box)$/.test(display)
}

const display: Compute = (value, style) => {
  const isClamped =
    value === '-webkit-box' &&
    style.get('-webkit-line-clamp') !== 'none' &&
    style.get('-webkit-box-orient') === 'vertical'
  const shortened = isClamped ? 'flow-root' : (SHORT[value] ?? value)
  const isApart =
    style.parent === undefined ||
    hasAbsolutePosition(style) ||
    style.get('float') !== 'none' ||
    holdsItems(style.parent)
  if (style.parent === undefined && shortened === 'contents') return 'block'
  return isApart ? blockified(shortened) : shortened
}

export const hasAbsolutePosition = (style: StyleValues): boolean =>
  /^(?:absolute|fixed)$/.test(style.get('position'))

const float: Compute = (value, style) => (hasAbsolutePosition(style) ? 'none' : value)

const PLACES: Readonly<Record<string, string>> = {
  left: '0%',
  top: '0%',
  center: '50%',
  right: '100%',
  bottom: '100%',
}

/** A position on one axis: `right 1px` is `calc(100% - 1px)`. */
const axis: Compute = (value, style) =>
  splitText(value, /,/)
    .map((position) => {
      const [, from, offset] = /^(?:x-|y-)?(right|bottom|left|top)\s+(.+)$/.exec(position) ?? []
      if (offset === undefined) return PLACES[position] ?? absolute(position, style.units)
      const size = absolute(offset, style.units)
      if (/^(?:left|top)$/.test(from ?? '')) return size
      if (size.endsWith('%') && !size.includes('('))
        return `${rounded(100 - Number.parseFloat(size))}%`
      return `calc(100% - ${size})`
    })
    .join(', ')

/** A position on two axes. */
const place: Compute = (value, style) => {
  const words = splitText(value, /\s+/)
  if (words.length > 2) return absolute(value, style.units)
  let [x = 'center', y = 'center'] = words
  if (/^(?:top|bottom)$/.test(x) || /^(?:left|right)$/.test(y)) [x, y] = [y, x]
  return [x, y].map((keyword) => PLACES[keyword] ?? absolute(keyword, style.units)).join(' ')
}

const FRACTION = /^(-?[.\d]+)%$/

const fraction: Compute = (value, style) => {
  const computed = absolute(value, style.units)
  const [, percent] = FRACTION.exec(computed) ?? []
  const number = percent === undefined ? Number(computed) : Number(percent) / 100
  return Number.isNaN(number) ? computed : rounded(Math.min(1, Math.max(0, number)))
}

const overflow: Compute = (value, style, name) => {
  const other = name === 'overflow-x' ? 'overflow-y' : 'overflow-x'
  const declared = style.declared(other) ?? 'visible'
  const isOpen = (word: string) => /^(?:visible|clip|unset|initial|revert.*)$/.test(word)
  if (value === 'overlay') return 'auto'
  if (isOpen(declared) || !isOpen(value)) return value
  return value === 'clip' ? 'hidden' : 'auto'
}

const textAlign: Compute = (value, style) => {
  const outer = style.parent?.get('text-align') ?? 'start'
  if (value === '-webkit-match-parent' || value === 'match-parent') return outer
  if (value === '-internal-center') return outer === 'start' ? 'center' : outer
  return value
}

const counters: Compute = (value, style, name) =>
  value === 'none'
    ? value
    : absolute(value, style.units).replace(
        /([a-z_-][\w-]*)(?!\s+-?\d)(?=\s|$)/gi,
        `$1 ${name === 'counter-increment' ? 1 : 0}`,
      )

const ratio: Compute = (value, style) => {
  const ratioText = absolute(value, style.units)
  return ratioText === 'auto' || ratioText.includes('/') ? ratioText : `${ratioText} / 1`
}

/** URLs are absolute, and colors as in `color`. */
const image: Compute = (value, style) => {
  const imageText = absolute(value, style.units).replace(
    /url\("((?:[^"\\]|\\.)*)"\)/g,
    (_, url: string) => `url("${absoluteUrl(url)}")`,
  )
  return NAMED_IN_IMAGES.test(imageText) ? colorsIn(imageText, style) : imageText
}

function absoluteUrl(url: string): string {
  if (url === '' || url.startsWith('#')) return url
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url
}

const COMPUTE: Readonly<Record<string, Compute>> = {
  'aspect-ratio': ratio,
  'background-position-x': axis,
  'background-position-y': axis,
  'background-image': image,
  'border-image-source': image,
  'box-shadow': shadow,
  'counter-increment': counters,
  'counter-reset': counters,
  'counter-set': counters,
  content: image,
  display,
  'backdrop-filter': image,
  filter: image,
  float,
  'fill-opacity': fraction,
  'flood-opacity': fraction,
  'font-stretch': (value) => STRETCHES[value] ?? value,
  'font-weight': fontWeight,
  'letter-spacing': (value, style) => (value === '0px' ? 'normal' : absolute(value, style.units)),
  'line-height': lineHeightValue,
  'list-style-image': image,
  'mask-image': image,
  'object-position': place,
  opacity: fraction,
  'overflow-x': overflow,
  'overflow-y': overflow,
  'perspective-origin': place,
  'shape-outside': image,
  'stop-opacity': fraction,
  'stroke-opacity': fraction,
  'scrollbar-color': (value, style) => colorsIn(value, style),
  'text-align': textAlign,
  'text-shadow': shadow,
  'text-size-adjust': (value) => (value === 'none' ? '100%' : value),
  'transform-origin': place,
  '-webkit-mask-position-x': axis,
  '-webkit-mask-position-y': axis,
  'word-spacing': (value, style) => (value === 'normal' ? '0px' : absolute(value, style.units)),
  zoom: (value, style) => fractionOrNumber(absolute(value, style.units)),
}

const fractionOrNumber = (value: string): string => {
  const [, percent] = FRACTION.exec(value) ?? []
  return percent === undefined ? (value === 'normal' ? '1' : value) : rounded(Number(percent) / 100)
}

const COLORS = /color$|^(?:fill|stroke)$/
const LINE_WIDTH = /^(?:border-(?:top|right|bottom|left)|outline|column-rule|row-rule)-width$/
/** Names and strings may look like lengths. */
const TEXTS =
  /^(?:font-family|animation-name|will-change|view-transition-.*|anchor-name|container-name|grid-template-areas|quotes)$/

export function computedValue(name: string, value: string, style: StyleValues): string {
  const compute = COMPUTE[name]
  if (compute) return compute(value, style, name)
  if (LINE_WIDTH.test(name)) return lineWidth(value, style, name)
  if (COLORS.test(name))
    return /^(?:auto|none|url|context-)/.test(value) ? value : color(value, style, name)
  if (TEXTS.test(name)) return value
  const computed = absolute(value, style.units)
  return /^-?0$/.test(computed) && initialValue(name)?.endsWith('px') ? '0px' : computed
}
