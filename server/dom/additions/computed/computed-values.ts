/**
 * Converts specified values to computed ones, and knows initial values and inheritance.
 * `computed-style.ts` calls it. Percentages and functions that need a layout stay.
 * https://drafts.csswg.org/cssom/#resolved-values
 */

import { length, type Units } from '../layout/lengths.ts'
import { computedColor } from './colors.ts'
import { INHERITED_NAMES, INITIAL_VALUES, OF_ELEMENTS } from './initial-values.ts'

type Values = ReadonlyMap<string, string>

function once<T>(parse: () => T): () => T {
  let table: T | undefined
  return () => {
    table ??= parse()
    return table
  }
}

const valuesOf = (text: string): Values =>
  new Map(
    text
      .split(';')
      .filter((pair) => pair.includes(':'))
      .map((pair) => {
        const colon = pair.indexOf(':')
        return [pair.slice(0, colon).trim(), pair.slice(colon + 1).trim()] as const
      }),
  )

const initial = once(() => valuesOf(INITIAL_VALUES))
const inherited = once(() => new Set(INHERITED_NAMES.trim().split(' ')))
const ofElements = once(
  () =>
    new Map(
      OF_ELEMENTS.trim()
        .split('\n')
        .map((line): [string, Values] => {
          const [tag = '', inside = ''] = line.split(/ \{ | \}/)
          return [tag, valuesOf(inside)]
        }),
    ),
)

/** Undefined for unknown properties. */
export const initialValue = (name: string): string | undefined => initial().get(name)

export const isInherited = (name: string): boolean => inherited().has(name)

export function userAgentValue({ localName }: Element, name: string): string | undefined {
  return ofElements().get(localName)?.get(name)
}

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
const DIMENSIONS = new RegExp(`(?<![\\w.#%-])(${NUMBER})([a-z]+)(?![\\w(-])`, 'gi')
const FONT_WEIGHTS: Readonly<Record<string, string>> = {
  normal: '400',
  bold: '700',
  bolder: '700',
  lighter: '100',
}
const COLORS = /color$|^(?:fill|stroke)$/
/** Names and strings may look like lengths. */
const TEXTS = /["']|url\(|^(?:font-family|content|grid-area|animation-name|will-change)$/
const LINE_WIDTHS: Readonly<Record<string, string>> = { thin: '1px', medium: '3px', thick: '5px' }

/** @param current The value of `currentcolor`. */
export function computedValue(
  name: string,
  value: string,
  units: Units,
  current: () => string,
): string {
  if (COLORS.test(name)) {
    return value.toLowerCase() === 'currentcolor' ? current() : (computedColor(value) ?? value)
  }
  if (name === 'font-weight') return FONT_WEIGHTS[value] ?? value
  if (TEXTS.test(name) || TEXTS.test(value)) return value
  if (/width$/.test(name) && value in LINE_WIDTHS) return LINE_WIDTHS[value] as string
  if (value === '0' && isLength(name)) return '0px'
  if (/^\.\d+$/.test(value)) return `0${value}`
  const whole = value.startsWith('calc(') ? length(value, units) : undefined
  return whole === undefined
    ? value.replace(DIMENSIONS, (text, number: string, unit: string) =>
        dimension(text, number, unit, units),
      )
    : pixels(whole)
}

const SIZES =
  /^(?:width|height|top|right|bottom|left|(?:row|column)-gap|letter-spacing|max-.*|flex-basis)$/

const isLength = (name: string): boolean =>
  SIZES.test(name) || (initialValue(name)?.endsWith('px') ?? false)

function dimension(text: string, number: string, unit: string, units: Units): string {
  if (unit === 's') return `${Number(number)}s`
  if (unit === 'ms') return `${Number(number) / 1000}s`
  const size = length(`${number}${unit}`, units)
  return size === undefined ? text : pixels(size)
}

/** Rounds to six digits, as Chromium does. */
export const pixels = (size: number): string => `${Number(size.toPrecision(6))}px`
