/**
 * Computes lengths in px, for styles and layouts: of CSS values such as `calc(1em + 2px)`, and of
 * text, in the metrics of Helvetica for all fonts but monospaced ones.
 * https://drafts.csswg.org/css-values-4/
 */
import { calc } from '#happy-dom'
import { CANONICAL_UNITS } from './calculations.ts'
import { splitText } from './split-text.ts'

/** Sizes in px that lengths are relative to. */
export interface Units {
  readonly fontSize: number
  readonly rootFontSize: number
  readonly width: number
  readonly height: number
  /** The size of the nearest container. */
  readonly container?: { readonly width: number; readonly height: number | undefined }
}

const NUMBER = String.raw`([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)`
const LENGTH = new RegExp(`^${NUMBER}(%|[a-z]*)$`, 'i')
const LENGTHS = new RegExp(`(?<![\\w.#-])${NUMBER}(%|[a-z]+)`, 'gi')

const SIZES: Record<string, (units: Units) => number> = {
  px: () => 1,
  em: ({ fontSize }) => fontSize,
  rem: ({ rootFontSize }) => rootFontSize,
  lh: ({ fontSize }) => fontSize * 1.15,
  rlh: ({ rootFontSize }) => rootFontSize * 1.15,
  ex: ({ fontSize }) => fontSize / 2,
  ch: ({ fontSize }) => fontSize * 0.556,
  ic: ({ fontSize }) => fontSize,
  vw: ({ width }) => width / 100,
  vi: ({ width }) => width / 100,
  vh: ({ height }) => height / 100,
  vb: ({ height }) => height / 100,
  vmin: ({ width, height }) => Math.min(width, height) / 100,
  cqw: ({ container, width }) => (container?.width ?? width) / 100,
  cqi: ({ container, width }) => (container?.width ?? width) / 100,
  cqh: ({ container, height }) => (container?.height ?? height) / 100,
  cqb: ({ container, height }) => (container?.height ?? height) / 100,
  cqmin: ({ container, width, height }) =>
    Math.min(container?.width ?? width, container?.height ?? height) / 100,
  cqmax: ({ container, width, height }) =>
    Math.max(container?.width ?? width, container?.height ?? height) / 100,
  vmax: ({ width, height }) => Math.max(width, height) / 100,
}

for (const [unit, [canonical, ratio]] of Object.entries(CANONICAL_UNITS))
  if (canonical === 'px') SIZES[unit] = () => ratio

/** Small, large and dynamic viewports are the same here. */
const sizeOf = (unit: string) => SIZES[unit.toLowerCase().replace(/^[sld](?=v)/, '')]

/** @param base 100 %; undefined: percentages are invalid. */
export function length(value: string | undefined, units: Units, base?: number): number | undefined {
  if (value === undefined || value === '' || value === 'auto') return undefined
  const [, number = '', unit = ''] = LENGTH.exec(value) ?? []
  if (number !== '') return scaled(Number(number), unit, units, base)
  return value.includes('(') ? computed(value, units, base) : undefined
}

function scaled(number: number, unit: string, units: Units, base: number | undefined) {
  if (unit === '') return number === 0 ? 0 : undefined
  if (unit === '%') return base === undefined ? undefined : (number * base) / 100
  const size = sizeOf(unit)?.(units)
  return size === undefined ? undefined : number * size
}

function computed(value: string, units: Units, base: number | undefined): number | undefined {
  let readable = true
  const inPixels = value.replace(LENGTHS, (_, number: string, unit: string) => {
    const px = scaled(Number(number), unit, units, base)
    if (px === undefined) readable = false
    return `${px}px`
  })
  if (!readable) return undefined
  const px = /^([-+.\de]+)px$/.exec(calc(inPixels))?.[1]
  return px === undefined ? undefined : Number(px)
}

/** The parts of a value between spaces, or between another separator. */
export function partsOf(value: string, separator = ' '): string[] {
  const pattern = separator === ' ' ? /\s+/ : separator
  return (value.includes('(') ? splitText(value, pattern) : value.split(pattern)).filter(Boolean)
}

/** U+0020 to U+007E, in thousandths of the font size. */
const WIDTHS = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 ' +
  '584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 ' +
  '278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 ' +
  '500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)

const MONOSPACED = 0.6
const OTHER = 0.556
/** Square characters, with line breaks between them. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\u{1f300}-\u{1faff}]/u

export const isWide = (character: string): boolean => WIDE.test(character)

export function textWidth(text: string, size: number, monospaced = false): number {
  let units = 0
  for (const character of text) {
    const code = character.charCodeAt(0)
    if (code > 126 && WIDE.test(character)) units += 1
    else if (monospaced) units += MONOSPACED
    else units += code < 127 ? (WIDTHS[code - 32] ?? 0) / 1000 : OTHER
  }
  return units * size
}

export const ascent = (size: number): number => Math.round(0.905 * size)

export const descent = (size: number): number => Math.round(0.212 * size)

export const lineHeight = (size: number): number =>
  ascent(size) + descent(size) + Math.round(0.033 * size)
