/** A bench passes a verdict where its values are near enough to each other and the machine is its own; else none. */
import { expect } from '@playwright/test'
import { suite } from 'playwright-test/taps'
import { type Bar, exactly, verdict } from '../bench/harness/bars.ts'

const test = suite('bars')

const near = (median: number) => ({ low: median * 0.96, median, high: median * 1.04 })
const far = (median: number) => ({ low: median * 0.9, median, high: median * 1.1 })

const TABLE: readonly [what: string, bar: Omit<Bar, 'what'>, load: number, verdict: string][] = [
  ['below what it may have at most', { value: near(0.9), most: 1 }, 0, 'met'],
  ['above it', { value: near(1.1), most: 1 }, 0, 'missed'],
  ['above what it must have', { value: near(1.1), least: 1 }, 0, 'met'],
  ['below it', { value: near(0.9), least: 1 }, 0, 'missed'],
  ['values far apart, and within', { value: far(0.5), most: 1 }, 0, 'noisy'],
  ['values far apart, and without', { value: far(2), most: 1 }, 0, 'noisy'],
  ['on a machine that others use', { value: near(2), most: 1 }, 0.2, 'noisy'],
  ['on one of which nothing is known', { value: near(2), most: 1 }, Number.NaN, 'missed'],
  ['what is counted, however busy the machine', { value: exactly(2), most: 1 }, 0.9, 'missed'],
  ['nothing, where nothing may be', { value: exactly(0), most: 0 }, 0.9, 'met'],
]

for (const [what, bar, load, expected] of TABLE) {
  test(`${what}: ${expected}`, () => {
    expect(verdict({ what, ...bar }, load)).toBe(expected)
  })
}
