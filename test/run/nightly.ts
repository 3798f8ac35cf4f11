/**
 * `npm run test:nightly [-- groups]`: builds, then runs each group of test/playwright.config.ts that `npm test` leaves out, with a
 * seed of its own and long properties. It goes on after a red group. REQUIRE=redis-server,nginx makes a missing program a failure.
 */
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import config from '../playwright.config.ts'
import { add, type Counts, NOTHING, specs } from './parts.ts'
import { findChromium, findFirefox } from './programs.ts'

const all = (config.projects ?? [])
  .map(({ name = '' }) => name)
  .filter((name) => !['gate', 'all', 'built strangers'].includes(name))
const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !all.includes(name))
if (unknown.length > 0) {
  console.log(`There is no group ${unknown.join(', ')}. There are: ${all.join(', ')}.`)
  process.exit(1)
}
for (const name of ['build', 'build:package', 'build:demo', 'build:lexicon']) {
  const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const firefox = findFirefox()
const lines: string[] = []
let sum: Counts = NOTHING
for (const group of chosen.length > 0 ? chosen : all) {
  if (group === 'firefox' && !firefox && !/firefox/.test(process.env.REQUIRE ?? '')) {
    lines.push(`skipped  ${group}: firefox-esr is not here`)
    continue
  }
  const SEED = process.env.SEED ?? `${randomInt(1, 1_000_000)}`
  console.log(`\n${group}, SEED=${SEED}`)
  const start = performance.now()
  const counts = await specs(['--project', group, '--shuffle', SEED], {
    ...process.env,
    SEED,
    LONG_PROPERTIES: '1',
    CHROMIUM_PATH: findChromium(),
    ...(firefox && { FIREFOX_PATH: firefox }),
  })
  const { passed, failed, skipped, flaky } = counts
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  lines.push(
    `${failed > 0 ? 'RED     ' : 'green   '} ${group}: ${passed} passed, ${failed} failed, ${skipped} skipped, ${flaky.length} flaky, ${minutes} min, SEED=${SEED}`,
  )
  sum = add(sum, counts)
}
console.log(`\n${lines.join('\n')}`)
for (const name of sum.flaky) console.log(`flaky: ${name}`)
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
process.exitCode = sum.failed > 0 ? 1 : 0
