/** The parts of a shorthand that the grammar has matched. `shorthands.ts` reads them. */
import type { ValueMatch } from './grammar.ts'
import { initialValue, LONGHANDS } from './properties.ts'

export type Values = Readonly<Record<string, string>>

/** The value of a longhand that its shorthand leaves out. */
export function unnamed(longhand: string): string {
  return CONCRETE.test(longhand) ? (initialValue(longhand) ?? 'initial') : 'initial'
}

/** Chromium keeps their initial values, and the keyword for all others. */
const CONCRETE =
  /^(?:border-(?:top|right|bottom|left)-(?:width|style|color)$|border-image-|flex-|animation-|font-|line-height$)/

/** The keyword of `white-space` for values of `white-space-collapse` and `text-wrap-mode`. */
export const WHITE_SPACES: Readonly<Record<string, string>> = {
  'collapse wrap': 'normal',
  'collapse nowrap': 'nowrap',
  'preserve nowrap': 'pre',
  'preserve wrap': 'pre-wrap',
  'preserve-breaks wrap': 'pre-line',
  'break-spaces wrap': 'break-spaces',
}

/** The name that says what a part of a shorthand is; empty for a keyword of the shorthand. */
export const componentType = ({ syntax }: ValueMatch): string => syntax?.name ?? ''

export const toValues = (name: string, of: (longhand: string, index: number) => string): Values =>
  Object.fromEntries(
    (LONGHANDS.get(name) ?? []).map((longhand, index) => [longhand, of(longhand, index)]),
  )

/** The values of some longhands; a shorthand leaves out the others. */
export const withUnnamed = (name: string, values: Values): Values =>
  toValues(name, (longhand) => values[longhand] ?? unnamed(longhand))

export const isTokenPart = ({ token }: ValueMatch, text: string): boolean => token === text

/** @returns The runs of parts between the separators. */
export function splitParts(components: readonly ValueMatch[], separator: string): ValueMatch[][] {
  const runs: ValueMatch[][] = [[]]
  for (const part of components) {
    if (isTokenPart(part, separator)) runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}
