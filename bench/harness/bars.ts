// The bars of a bench. A bar gets a verdict from measured values with their middle half, and a
// limit. It gets none if the middle half lies on both sides of the limit.

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
  /** The unit of the value. Default: times. */
  readonly unit?: string
  /** Whether it is CPU time, which others on the machine hardly change. Default: false. */
  readonly isCpu?: boolean
}

/**
 * Noisy: the middle half of the values lies on both sides of the limit, or others used the machine.
 */
export type Verdict = 'met' | 'missed' | 'noisy'

/** A value that is counted, not sampled. */
export const exactly = (value: number): Quartiles => ({ low: value, median: value, high: value })

/**
 * @param load The share of the machine that others used. It says nothing about CPU times and
 * counts.
 */
export function verdict({ value, most, least, isCpu = false }: Bar, load: number): Verdict {
  const { low, high } = value
  if (low !== high && !isCpu && load > MOST_LOAD) return 'noisy'
  const isWithin = (one: number) =>
    (most === undefined || one <= most) && (least === undefined || one >= least)
  if (isWithin(low) && isWithin(high)) return 'met'
  const isBeyond = (most !== undefined && low > most) || (least !== undefined && high < least)
  return isBeyond ? 'missed' : 'noisy'
}

export const limitOf = ({ most, least = 0, unit = 'x' }: Bar): string =>
  most === undefined ? `≥ ${short(least)}${unit}` : `≤ ${short(most)}${unit}`

const short = (value: number): number => (value < 100 ? Number(value.toPrecision(3)) : value)
