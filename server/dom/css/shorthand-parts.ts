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

/** The name that says what a part of a shorthand is; empty for a keyword of the shorthand. */
export const partKind = ({ syntax }: ValueMatch): string => syntax?.name ?? ''

export const toValues = (name: string, of: (longhand: string, at: number) => string): Values =>
  Object.fromEntries(
    (LONGHANDS.get(name) ?? []).map((longhand, at) => [longhand, of(longhand, at)]),
  )

export const isTokenPart = ({ token }: ValueMatch, text: string): boolean => token === text

/** @returns The runs of parts between the separators. */
export function splitParts(parts: readonly ValueMatch[], separator: string): ValueMatch[][] {
  const runs: ValueMatch[][] = [[]]
  for (const part of parts) {
    if (isTokenPart(part, separator)) runs.push([])
    else runs.at(-1)?.push(part)
  }
  return runs
}
