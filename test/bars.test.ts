/**
 * A bench passes a verdict where the middle half of its values lies on one side of the limit; else
 * none.
 */
import { expect } from '@playwright/test'
import { type Bar, exactly, verdict } from '../bench/harness/bars.ts'
import { suite } from './run/suite.ts'

const test = suite('bars')

const near = (median: number) => ({ low: median * 0.96, median, high: median * 1.04 })
const far = (median: number) => ({ low: median * 0.9, median, high: median * 1.1 })

const TABLE: readonly [name: string, bar: Omit<Bar, 'what'>, load: number, verdict: string][] = [
  ['below the most it may have', { value: near(0.9), most: 1 }, 0, 'met'],
  ['above the most', { value: near(1.1), most: 1 }, 0, 'missed'],
  ['above the least it must have', { value: near(1.1), least: 1 }, 0, 'met'],
  ['below the least', { value: near(0.9), least: 1 }, 0, 'missed'],
  ['values far apart, all within', { value: far(0.5), most: 1 }, 0, 'met'],
  ['values far apart, all beyond', { value: far(2), most: 1 }, 0, 'missed'],
  ['values on both sides, most within', { value: far(0.95), most: 1 }, 0, 'noisy'],
  ['values on both sides, most beyond', { value: far(1.05), most: 1 }, 0, 'noisy'],
  ['values on both sides of the least', { value: far(1.05), least: 1 }, 0, 'noisy'],
  ['on a busy machine', { value: near(2), most: 1 }, 0.2, 'noisy'],
  ['CPU time on a busy machine', { value: near(2), most: 1, isCpu: true }, 0.2, 'missed'],
  ['on a machine without figures', { value: near(2), most: 1 }, Number.NaN, 'missed'],
  ['a count on a busy machine', { value: exactly(2), most: 1 }, 0.9, 'missed'],
  ['a count of none, where none may be', { value: exactly(0), most: 0 }, 0.9, 'met'],
]

for (const [name, bar, load, expected] of TABLE) {
  test(`${name}: ${expected}`, () => {
    expect(verdict({ what: name, ...bar }, load)).toBe(expected)
  })
}
