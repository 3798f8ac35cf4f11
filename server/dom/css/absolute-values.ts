/**
 * Makes lengths, times and calculations absolute, for `computed-values.ts` and `font-values.ts`.
 * https://drafts.csswg.org/css-values-4/
 */
import { CANONICAL_UNITS, simplified } from './calculations.ts'
import { length, type Units } from './lengths.ts'

/** A style, as the functions that compute its values read it. */
export interface StyleValues {
  readonly parent: StyleValues | undefined
  readonly fontSize: number
  readonly units: Units
  /** The units that the size of the font is computed with. */
  readonly baseUnits: Units
  readonly context: { readonly prefersDark: boolean }
  get(name: string): string
  declared(name: string): string | undefined
}

export type Compute = (value: string, style: StyleValues, name: string) => string

/** Rounds to six digits, as Chromium does. */
export const rounded = (number: number): string => `${Number(number.toPrecision(6))}`

export const pixels = (size: number): string => `${rounded(size)}px`

const NUMBER = String.raw`[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?`
/** Strings and URLs, which stay, or numbers with a unit. */
const DIMENSIONS = new RegExp(
  `"(?:[^"\\\\]|\\\\.)*"|url\\([^)]*\\)|(?<![\\w.#%-])(${NUMBER})([a-z]+)(?![\\w(-])`,
  'gi',
)
const SOLVED = /(?<![\w-])calc\((-?[.\d]+(?:e[-+]?\d+)?)(%|[a-z]*)\)/g
const ENDLESS = /(?<![\w-])calc\((-?)infinity \* 1px\)/g

const inPixels = (value: string, units: Units): string =>
  value.replace(DIMENSIONS, (token, number: string | undefined, unit: string) => {
    if (number === undefined) return token
    const size = length(number + unit, units)
    if (size !== undefined) return pixels(size)
    const [canonical, ratio] = CANONICAL_UNITS[unit] ?? [unit, 1]
    return rounded(Number(number) * ratio) + canonical
  })

/** Lengths in px, times in seconds, angles in deg, and calculations as far as they go. */
export function absolute(value: string, units: Units): string {
  const plain = /\d[a-z]/i.test(value) ? inPixels(value, units) : value
  if (!plain.includes('(')) return plain
  return simplified(plain, 'computed')
    .replace(SOLVED, (_, number: string, unit = '') => rounded(Number(number)) + unit)
    .replace(ENDLESS, '$13.35544e+07px')
    .replace(/(?<![\w.#-])-?\d*\.\d{6,}(?:e-?\d+)?/g, (number) => rounded(Number(number)))
}
