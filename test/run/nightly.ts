/** `npm run test:nightly [-- groups]`. */
import { randomInt } from 'node:crypto'
import config from '../playwright.config.ts'
import { setUpChromium } from './chromium.ts'
import { nodeOf } from './node-of.ts'
import {
  add,
  type Counts,
  conclude,
  isNodeUnit,
  NOTHING,
  nodeUnits,
  prepare,
  specs,
  testFiles,
} from './parts.ts'
import { findFirefox } from './programs.ts'

/** The lines of Node that people run. */
const NODES = [22, 24, 26]

const names = (config.projects ?? []).map(({ name = '' }) => name)
const groups = [
  ...names.filter((name) => !['gate', 'all', 'built strangers'].includes(name)),
  'node',
]
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !groups.includes(name))
if (unknown.length > 0) {
  console.log(`There is no group ${unknown.join(', ')}. There are: ${groups.join(', ')}.`)
  process.exit(1)
}
const CHROMIUM_PATH = setUpChromium()
if (CHROMIUM_PATH === undefined) process.exit(1)
prepare()
const FIREFOX_PATH = findFirefox()
const given = { ...process.env, CHROMIUM_PATH, FIREFOX_PATH }
const lines: string[] = []
let sum: Counts = NOTHING
for (const group of asked.length > 0 ? asked : groups) {
  if (group === 'firefox' && !FIREFOX_PATH && !process.env.REQUIRE?.includes(group)) {
    lines.push('skipped firefox: firefox-esr is not here')
    continue
  }
  const seed = process.env.SEED ?? `${randomInt(1, 1_000_000)}`
  if (group === 'node') {
    for (const major of NODES)
      await run(`node ${major}`, seed, () => gateOn(nodeOf(major), { ...given, SEED: seed }))
  } else {
    const env = { ...given, LONG_PROPERTIES: '1', SEED: seed }
    await run(group, seed, () => specs(['--project', group, '--shuffle', seed], env))
  }
}
console.log(`\n${lines.join('\n')}`)
conclude(sum)

async function run(name: string, seed: string, tests: () => Promise<Counts>): Promise<void> {
  console.log(`\n${name}, SEED=${seed}`)
  const start = performance.now()
  const counts = await tests()
  const { passed, failed, skipped, flaky } = counts
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  lines.push(
    `${failed > 0 ? 'RED   ' : 'green '} ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${flaky.length} flaky, ${minutes} min, SEED=${seed}`,
  )
  sum = add(sum, counts)
}

/** Units and the specs of `npm test` on another Node. */
async function gateOn(program: string, env: NodeJS.ProcessEnv): Promise<Counts> {
  const units = await nodeUnits(testFiles([]).filter(isNodeUnit), env, program)
  return add(units, await specs(['--project', 'gate'], env, program))
}
