/**
 * The production server beside hello world of node:http and nginx with a file, in the same run. It
 * also runs under overload, a flood of states, minutes of load, and on a busy machine. `npm run
 * bench -- serve [part ...]` runs parts: throughput, stampede, overload, flood, soak, busy. Only
 * ratios and counts are reported.
 */
import { loadBefore, meterLoad } from './harness/load.ts'
import { publish, type Results } from './harness/publish.ts'
import { versions } from './report.ts'
import { busy } from './serve/busy.ts'
import { flood } from './serve/flood.ts'
import { overload } from './serve/overload.ts'
import { soak } from './serve/soak.ts'
import { stampede } from './serve/stampede.ts'
import { throughput } from './serve/throughput.ts'

const parts: Readonly<Record<string, () => Promise<Results>>> = {
  throughput,
  stampede,
  overload,
  flood,
  soak,
  busy,
}
const wanted = process.argv.slice(2)
const names = wanted.length > 0 ? wanted : Object.keys(parts)
const before = await loadBefore()
const during = meterLoad()
const results: [name: string, result: Results][] = []
for (const name of names) {
  const part = parts[name]
  if (part === undefined)
    throw new RangeError(`No part "${name}": there are ${Object.keys(parts).join(', ')}`)
  results.push([name, await part()])
}
publish({
  // Parts leave the whole table as it is.
  name: wanted.length === 0 ? 'serve' : `serve-${wanted.join('-')}`,
  text: [
    'The production server on loopback.',
    ...results.flatMap(([name, { text }]) => [`## ${name}`, ...text]),
  ],
  bars: results.flatMap(([name, { bars }]) =>
    bars.map((bar) => ({ ...bar, what: `${name}: ${bar.what}` })),
  ),
  load: { before, during: during() },
  versions: versions(['lru-cache']),
})
process.exit()
