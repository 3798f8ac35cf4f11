/**
 * Reads colors with `@csstools/css-color-parser`, and writes them as Chromium does.
 * https://drafts.csswg.org/css-color-4/#serializing-color-values
 */
import { color, parseComponentValue, SyntaxFlag, tokenize } from '#happy-dom'
import { memoized } from '../../diagnostics/runtime/memoized.ts'

type ColorData = Exclude<ReturnType<typeof color>, false>

function read(css: string): ColorData | undefined {
  const value = parseComponentValue(tokenize({ css }))
  return (value && color(value)) || undefined
}

const LEGACY = new Set(['rgb', 'hex', 'hsl', 'hwb'])

/** Uses the fewest digits that round to the same of 256 steps. */
function opacity(whole: number): number {
  const alpha = Math.round(whole * 255) / 255
  const two = Math.round(alpha * 100) / 100
  const isSame = Math.round(two * 255) === Math.round(alpha * 255)
  return isSame ? two : Math.round(alpha * 1000) / 1000
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

function hslToRgb([hue = 0, saturation = 0, lightness = 0]: readonly number[]): number[] {
  const [s, l] = [saturation / 100, lightness / 100]
  const spread = s * Math.min(l, 1 - l)
  return [0, 8, 4].map((offset) => {
    const sector = (((offset + hue / 30) % 12) + 12) % 12
    return l - spread * Math.max(-1, Math.min(sector - 3, 9 - sector, 1))
  })
}

function hwbToRgb([hue = 0, white = 0, black = 0]: readonly number[]): number[] {
  const [w, b] = [white / 100, black / 100]
  if (w + b >= 1) return [w / (w + b), w / (w + b), w / (w + b)]
  return hslToRgb([hue, 100, 50]).map((part) => part * (1 - w - b) + w)
}

/** Nearly nothing is the error of the conversion. */
const digits = (value: number): string =>
  Number.isNaN(value) ? 'none' : Math.abs(value) < 1e-9 ? '0' : `${Number(value.toPrecision(6))}`

function serialize(data: ColorData): string {
  const { channels, syntaxFlags } = data
  const notation = data.colorNotation as string
  const alpha = typeof data.alpha === 'number' ? data.alpha : 1
  const isModern =
    syntaxFlags.has(SyntaxFlag.ColorMix) || syntaxFlags.has(SyntaxFlag.RelativeColorSyntax)
  const numbers = [...channels]
  if (LEGACY.has(notation) && !isModern) {
    const rgb =
      notation === 'hsl' ? hslToRgb(numbers) : notation === 'hwb' ? hwbToRgb(numbers) : numbers
    const channelTexts = rgb
      .map((part) => Math.round(clamp(Number.isNaN(part) ? 0 : part) * 255))
      .join(', ')
    const a = clamp(Number.isNaN(alpha) ? 0 : alpha)
    return a === 1 ? `rgb(${channelTexts})` : `rgba(${channelTexts}, ${opacity(a)})`
  }
  const alphaText = alpha === 1 ? '' : ` / ${digits(clamp(alpha))}`
  const whole = numbers.map(digits).join(' ')
  if (/^(?:ok)?l(?:ab|ch)$/.test(notation)) return `${notation}(${whole}${alphaText})`
  const space = LEGACY.has(notation) ? 'srgb' : notation.replace(/^xyz$/, 'xyz-d65')
  const inSpace = notation === 'hsl' ? hslToRgb(numbers) : numbers
  return `color(${space} ${inSpace.map(digits).join(' ')}${alphaText})`
}

const parsed = memoized(5_000, (css): string => {
  const data = read(css)
  return data ? serialize(data) : ''
})

const FUNCTION_NAME = /^(?:rgba?\(|hsla?\(|hwb\(|(?:ok)?l(?:ab|ch)\(|color\(|#)/
/** Half of each is what no percentages mean. */
const HALF = /^(color-mix\(in [\w -]+, [^,%()]+?)(?: 50%)?(, [^,%()]+?)(?: 50%)?\)$/

/** Writes a color as declarations have it: names stay. */
export function specifiedColor(value: string): string {
  const lower = value.toLowerCase()
  if (!/[#(]/.test(lower)) return lower
  if (!FUNCTION_NAME.test(lower) || /\bfrom\b|currentcolor|var\(/.test(lower))
    return lower.replace(HALF, '$1$2)')
  return parsed(lower) || lower
}

/** @returns Undefined for an unknown color. */
export const parsedColor = (value: string): string | undefined =>
  parsed(value.trim().toLowerCase()) || undefined

/** Light and dark. https://drafts.csswg.org/css-color-4/#css-system-colors */
const SYSTEM: Readonly<Record<string, readonly [light: string, dark: string]>> = {
  accentcolor: ['rgb(0, 117, 255)', 'rgb(0, 117, 255)'],
  accentcolortext: ['rgb(255, 255, 255)', 'rgb(255, 255, 255)'],
  activetext: ['rgb(255, 0, 0)', 'rgb(255, 158, 158)'],
  buttonborder: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  buttonface: ['rgb(239, 239, 239)', 'rgb(107, 107, 107)'],
  buttontext: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  canvas: ['rgb(255, 255, 255)', 'rgb(18, 18, 18)'],
  canvastext: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  field: ['rgb(255, 255, 255)', 'rgb(59, 59, 59)'],
  fieldtext: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  graytext: ['rgb(128, 128, 128)', 'rgb(128, 128, 128)'],
  highlight: ['rgba(0, 120, 215, 0.8)', 'rgba(0, 120, 215, 0.8)'],
  highlighttext: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  linktext: ['rgb(0, 0, 238)', 'rgb(158, 158, 255)'],
  mark: ['rgb(255, 255, 0)', 'rgb(255, 255, 0)'],
  marktext: ['rgb(0, 0, 0)', 'rgb(0, 0, 0)'],
  selecteditem: ['rgb(25, 103, 210)', 'rgb(153, 200, 255)'],
  selecteditemtext: ['rgb(255, 255, 255)', 'rgb(59, 59, 59)'],
  visitedtext: ['rgb(85, 26, 139)', 'rgb(208, 173, 240)'],
  '-webkit-link': ['rgb(0, 0, 238)', 'rgb(158, 158, 255)'],
  '-webkit-focus-ring-color': ['rgb(16, 16, 16)', 'rgb(255, 255, 255)'],
}

const LIGHT_DARK =
  /(?:-internal-)?light-dark\(((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*),((?:[^(),]|\((?:[^()]|\([^()]*\))*\))*)\)/g
const WORD = /(?<![\w-#])-?[a-z]+(?:-[a-z]+)*(?![\w(-])/g

export interface ColorContext {
  readonly isDark: boolean
  /** The value of `currentcolor`. */
  readonly current: () => string
}

/** @returns Undefined for a value that is no color. */
export function usedColor(value: string, { isDark, current }: ColorContext): string | undefined {
  const lower = value.trim().toLowerCase()
  const simple = parsed(lower)
  if (simple) return simple
  const schemeIndex = isDark ? 1 : 0
  const chosen = lower.replace(LIGHT_DARK, (_, light: string, dark: string) =>
    (isDark ? dark : light).trim(),
  )
  const plain = chosen.replace(WORD, (word) =>
    word === 'currentcolor' ? current() : (SYSTEM[word]?.[schemeIndex] ?? word),
  )
  return parsed(plain) || undefined
}
