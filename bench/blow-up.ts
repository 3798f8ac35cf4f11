/**
 * Inputs that make other matchers explode: the time to match a state must grow in proportion to its
 * length, not with its square. The fastest of many runs counts, because other load on the machine
 * can only add.
 */
import { defineRoutes, route } from '../dist/src/index.js'
import { exactly } from './harness/bars.ts'
import { publish } from './harness/publish.ts'
import { versions } from './report.ts'

const SIZES = [4000, 8000, 16_000, 32_000]
const RUNS = 40

const inputs: Record<string, { pattern: string; input(size: number): string }> = {
  'one param a segment, dashes': { pattern: '/a-:b', input: (size) => `/${'-'.repeat(size)}/x` },
  'affixes, repeated': { pattern: '/a-:b-c', input: (size) => `/${'a-'.repeat(size)}/x` },
  'list, then no match': { pattern: '/x/:rest+', input: (size) => `/${'x/y/'.repeat(size)}!/` },
  'bad escapes': { pattern: '/:a', input: (size) => `/${'%C0%zz%'.repeat(size)}/x` },
  'key=value': { pattern: 'a=:x&b=:y', input: (size) => 'a=1&c=2&'.repeat(size) },
}

const growths = Object.entries(inputs).map(([what, { pattern, input }]) => {
  const table = defineRoutes({ it: route(pattern) })
  const times = SIZES.map((size) => {
    const text = input(size)
    const runs = Array.from({ length: RUNS }, () => {
      const start = performance.now()
      table.match(text)
      return performance.now() - start
    })
    return Math.min(...runs)
  })
  return { what, growth: (times.at(-1) ?? 0) / (times[0] ?? 1) }
})

publish({
  name: 'blow-up',
  text: ['Time to match a state of 8 times the length: linear is 8, squared 64.'],
  bars: growths.map(({ what, growth }) => ({ what, value: exactly(growth), most: 20 })),
  versions: versions([]),
})
