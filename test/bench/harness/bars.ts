// What a bench has to reach. In: measured values with their middle half, a limit. Out: a verdict; none where the values are
// further apart than a verdict may hang on.

import type { Quartiles } from '../report.ts'
import { MOST_LOAD } from './load.ts'

/** A value and its limit. */
export interface Bar {
  /** A sentence without the limit, such as "an html view, of plain strings". */
  readonly what: string
  readonly value: Quartiles
  /** The value that it may have at most, or must have at least: one of both. */
  readonly most?: number
  readonly least?: number
  /** What the value is in. Default: times. */
  readonly unit?: string
}

/** Noisy: no verdict. */
export type Verdict = 'met' | 'missed' | 'noisy'

/** The middle half of the values may be so far apart, of their median. */
export const MOST_SPREAD = 0.1

export const spread = ({ low, median, high }: Quartiles): number =>
  median === 0 ? 0 : (high - low) / Math.abs(median)

/** What is counted, and is no sample of anything. */
export const exactly = (value: number): Quartiles => ({ low: value, median: value, high: value })

/** @param load The share of the machine that others used; what is counted does not hang on it. */
export function verdict({ value, most, least }: Bar, load: number): Verdict {
  const isSample = value.low !== value.high
  if (isSample && (spread(value) > MOST_SPREAD || load > MOST_LOAD)) return 'noisy'
  const holds =
    (most === undefined || value.median <= most) && (least === undefined || value.median >= least)
  return holds ? 'met' : 'missed'
}

export const limitOf = ({ most, least = 0, unit = 'x' }: Bar): string =>
  most === undefined ? `≥ ${short(least)}${unit}` : `≤ ${short(most)}${unit}`

const short = (value: number): number => (value < 100 ? Number(value.toPrecision(3)) : value)
