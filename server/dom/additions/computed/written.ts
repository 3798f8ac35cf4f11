/**
 * Converts declared values to computed ones: lengths in px, times in s, numeric font weights,
 * colours as `rgb()`. Percentages and functions that need a layout stay.
 * https://drafts.csswg.org/cssom/#resolved-values
 */
import { length, type Units } from '../layout/lengths.ts'
import { computedColor } from './colors.ts'
import { initialValue } from './unset.ts'

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
const DIMENSIONS = new RegExp(`(?<![\\w.#%-])(${NUMBER})([a-z]+)(?![\\w(-])`, 'gi')
const WEIGHTS: Readonly<Record<string, string>> = {
  normal: '400',
  bold: '700',
  bolder: '700',
  lighter: '100',
}
const COLORS = /color$|^(?:fill|stroke)$/
/** Names and strings may look like lengths. */
const TEXTS = /["']|url\(|^(?:font-family|content|grid-area|animation-name|will-change)$/
const LINES: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' }

/** @param current The value of `currentcolor`. */
export function asComputed(
  name: string,
  value: string,
  units: Units,
  current: () => string,
): string {
  if (COLORS.test(name)) {
    return value.toLowerCase() === 'currentcolor' ? current() : (computedColor(value) ?? value)
  }
  if (name === 'font-weight') return WEIGHTS[value] ?? value
  if (TEXTS.test(name) || TEXTS.test(value)) return value
  if (/width$/.test(name) && value in LINES) return LINES[value] as string
  if (value === '0' && isLength(name)) return '0px'
  if (/^\.\d+$/.test(value)) return `0${value}`
  const whole = value.startsWith('calc(') ? length(value, units) : undefined
  return whole === undefined
    ? value.replace(DIMENSIONS, (all, number: string, unit: string) =>
        dimension(all, number, unit, units),
      )
    : px(whole)
}

const SIZES =
  /^(?:width|height|top|right|bottom|left|(?:row|column)-gap|letter-spacing|max-.*|flex-basis)$/

const isLength = (name: string): boolean =>
  SIZES.test(name) || (initialValue(name)?.endsWith('px') ?? false)

function dimension(all: string, number: string, unit: string, units: Units): string {
  if (unit === 's') return `${Number(number)}s`
  if (unit === 'ms') return `${Number(number) / 1000}s`
  const size = length(`${number}${unit}`, units)
  return size === undefined ? all : px(size)
}

/** Rounds to six digits, as Chromium does. */
export const px = (size: number): string => `${Number(size.toPrecision(6))}px`
