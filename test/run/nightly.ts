/** `npm run test:nightly [-- groups]`. */
import { randomInt } from 'node:crypto'
import config from '../playwright.config.ts'
import { setUpChromium } from './chromium.ts'
import { add, type Counts, conclude, NOTHING, prepare, specs } from './parts.ts'
import { findFirefox } from './programs.ts'

const names = (config.projects ?? []).map(({ name = '' }) => name)
const groups = names.filter((name) => !['gate', 'all', 'built strangers'].includes(name))
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
const given = { ...process.env, LONG_PROPERTIES: '1', CHROMIUM_PATH, FIREFOX_PATH }
const lines: string[] = []
let sum: Counts = NOTHING
for (const group of asked.length > 0 ? asked : groups) {
  if (group === 'firefox' && !FIREFOX_PATH && !process.env.REQUIRE?.includes(group)) {
    lines.push('skipped firefox: firefox-esr is not here')
    continue
  }
  const SEED = process.env.SEED ?? `${randomInt(1, 1_000_000)}`
  console.log(`\n${group}, SEED=${SEED}`)
  const start = performance.now()
  const counts = await specs(['--project', group, '--shuffle', SEED], { ...given, SEED })
  const { passed, failed, skipped, flaky } = counts
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  lines.push(
    `${failed > 0 ? 'RED   ' : 'green '} ${group}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${flaky.length} flaky, ${minutes} min, SEED=${SEED}`,
  )
  sum = add(sum, counts)
}
console.log(`\n${lines.join('\n')}`)
conclude(sum)
