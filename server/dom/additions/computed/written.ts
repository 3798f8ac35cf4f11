/**
 * Converts declared values to computed ones: lengths in px, times in s, numeric font weights,
 * colours as `rgb()`. Percentages and functions that need a layout stay.
 * https://drafts.csswg.org/cssom/#resolved-values
 */
import { length, type Units } from '../layout/values.ts'
import { COLOR_NAMES } from './initial-values.ts'
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

let names: Map<string, string> | undefined

function named(name: string): string | undefined {
  if (!names) {
    names = new Map()
    const words = COLOR_NAMES.trim().split(' ')
    for (let at = 0; at < words.length; at += 2) {
      names.set(words[at] as string, `#${words[at + 1]}`)
    }
  }
  return names.get(name)
}

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/
const FUNCTION = /^(rgb|hsl)a?\(([^()]+)\)$/

function computedColor(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  if (color === 'transparent') return 'rgba(0, 0, 0, 0)'
  if (HEX.test(color)) return ofHex(color.slice(1))
  const [, kind, inside = ''] = FUNCTION.exec(color) ?? []
  if (kind === undefined) {
    const hex = named(color)
    return hex && ofHex(hex.slice(1))
  }
  const [first = '', second = '', third = '', alpha = '1'] = inside.trim().split(/[\s,/]+/)
  const opacity = share(alpha, 1)
  if (kind === 'rgb') {
    return written(
      [first, second, third].map((part) => share(part, 255)),
      opacity,
    )
  }
  return written(ofHsl(degrees(first), share(second, 100) / 100, share(third, 100) / 100), opacity)
}

const share = (text: string, whole: number): number =>
  text.endsWith('%') ? (Number.parseFloat(text) / 100) * whole : Number.parseFloat(text)

const TURNS: Readonly<Record<string, number>> = { turn: 360, rad: 180 / Math.PI, grad: 0.9 }

const degrees = (text: string): number =>
  Number.parseFloat(text) * (TURNS[text.replace(/^[-+.\de]+/, '')] ?? 1)

function ofHex(digits: string): string | undefined {
  const isShort = digits.length < 6
  const [red, green, blue, alpha = 'ff'] = isShort
    ? [...digits].map((digit) => digit + digit)
    : (digits.match(/../g) ?? [])
  const parts = [red, green, blue].map((part) => Number.parseInt(part ?? '', 16))
  return written(parts, Number.parseInt(alpha, 16) / 255)
}

function ofHsl(hue: number, saturation: number, lightness: number): number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12
    return (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255
  })
}

function written(parts: readonly number[], alpha: number): string | undefined {
  if ([...parts, alpha].some(Number.isNaN)) return undefined
  const whole = parts.map((part) => Math.min(255, Math.max(0, Math.round(part)))).join(', ')
  const opacity = Math.min(1, Math.max(0, alpha))
  return opacity === 1 ? `rgb(${whole})` : `rgba(${whole}, ${rounded(opacity)})`
}

/** Uses the fewest digits that round to the same of 256 steps. */
function rounded(alpha: number): number {
  const two = Math.round(alpha * 100) / 100
  const isSame = Math.round(two * 255) === Math.round(alpha * 255)
  return isSame ? two : Math.round(alpha * 1000) / 1000
}
