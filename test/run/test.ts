// `npm test [-- words]`: runs units in Node, which need nothing. Then it sets up a Chromium,
// builds, and runs units in Chromium and specs.
import { setUpChromium } from './chromium.ts'
import {
  add,
  browserUnits,
  type Counts,
  conclude,
  isNodeUnit,
  NOTHING,
  nodeUnits,
  prepare,
  specs,
  testFiles,
} from './parts.ts'
import { seed } from './seed.ts'

/** A run ends after the part that has so many failures. */
const MOST_FAILURES = 10

const args = process.argv.slice(2)
const words = args.filter((one) => one !== '--units')
const onlyUnits = args.includes('--units')
const files = testFiles(words)
const ofNode = files.filter(isNodeUnit)
const ofBrowser = files.filter((file) => /^test.src.*\.test\.ts$/.test(file) && !onlyUnits)
const ofServers = files.filter((file) => file.endsWith('.spec.ts') && !onlyUnits)

process.env.SEED = String(seed)
let sum: Counts = NOTHING
if (ofNode.length + ofBrowser.length + ofServers.length === 0) {
  console.log(`No path of a test file holds ${words.join(' or ')}.`)
  sum = { ...NOTHING, failed: 1 }
} else {
  await run('units in Node', ofNode, (chosen) => nodeUnits(chosen))
  if (ofBrowser.length + ofServers.length > 0 && sum.failed < MOST_FAILURES) await runWithBrowser()
}
conclude(sum)

async function runWithBrowser(): Promise<void> {
  const path = setUpChromium()
  if (path === undefined) {
    sum = add(sum, { ...NOTHING, failed: 1 })
    return
  }
  process.env.CHROMIUM_PATH = path
  prepare()
  await run('units in Chromium', ofBrowser, (chosen) => browserUnits('chromium', chosen))
  await run('specs', ofServers, (chosen) =>
    specs(words.length === 0 ? ['--project=gate'] : ['--project=all', ...chosen.map(literal)]),
  )
}

async function run(
  what: string,
  chosen: readonly string[],
  part: (chosen: readonly string[]) => Promise<Counts>,
): Promise<void> {
  if (chosen.length === 0 || sum.failed >= MOST_FAILURES) return
  const start = performance.now()
  sum = add(sum, await part(chosen))
  console.log(`${what}: ${((performance.now() - start) / 1000).toFixed(0)} s`)
}

function literal(path: string): string {
  return `/${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`
}
