/**
 * Converts colours to `rgb()` or `rgba()` of integers, for computed styles and values of controls;
 * undefined for unknown ones.
 * https://drafts.csswg.org/css-color-4/#serializing-color-values
 */
import { once } from '../../../diagnostics/runtime/once.ts'
import { COLOR_NAMES } from './initial-values.ts'

const digitsByName = once(
  () =>
    new Map(
      [...COLOR_NAMES.matchAll(/(\w+) (\w+)/g)].map(([, name = '', digits = '']) => [name, digits]),
    ),
)

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/
const FUNCTION = /^(rgb|hsl)a?\(([^()]+)\)$/

export function computedColor(text: string): string | undefined {
  const color = text.trim().toLowerCase()
  if (color === 'transparent') return 'rgba(0, 0, 0, 0)'
  if (HEX.test(color)) return ofHex(color.slice(1))
  const [, kind, inside = ''] = FUNCTION.exec(color) ?? []
  if (kind === undefined) {
    const digits = digitsByName().get(color)
    return digits && ofHex(digits)
  }
  const [first = '', second = '', third = '', alpha = '1'] = inside.trim().split(/[\s,/]+/)
  const opacity = numberOf(alpha, 1)
  if (kind === 'rgb') {
    return serialized(
      [first, second, third].map((part) => numberOf(part, 255)),
      opacity,
    )
  }
  return serialized(
    ofHsl(degrees(first), numberOf(second, 100) / 100, numberOf(third, 100) / 100),
    opacity,
  )
}

const numberOf = (text: string, whole: number): number =>
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
  return serialized(parts, Number.parseInt(alpha, 16) / 255)
}

function ofHsl(hue: number, saturation: number, lightness: number): number[] {
  const spread = saturation * Math.min(lightness, 1 - lightness)
  return [0, 8, 4].map((offset) => {
    const at = (((offset + hue / 30) % 12) + 12) % 12
    return (lightness - spread * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255
  })
}

function serialized(parts: readonly number[], alpha: number): string | undefined {
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
