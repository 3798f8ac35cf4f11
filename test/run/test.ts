/**
 * `npm test [-- filter ...]` and `npm run test:all`: builds, runs the chosen files and prints what failed, the slowest files and
 * tests, and the counts, `N passed, N failed[, N skipped]`, as the last line. test/README.md describes the kinds of tests.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium, findFirefox } from './browser.ts'
import { choose, readRequest } from './choose.ts'
import { createDigest } from './digest.ts'
import { add, type Counts, nothing, type Part, runPart, writeCounts } from './part.ts'
import { seed, shuffled } from './seed.ts'
import { createSlowest } from './slowest.ts'
import { specsPart } from './specs.ts'
import { typesPart } from './types.ts'
import { browserUnitsPart, nodeUnitsPart } from './units.ts'

const request = readRequest(process.argv.slice(2))
const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((file) => join('test', file).replaceAll('\\', '/'))
  .sort()
const { types, nodeUnits, browserUnits, specs } = choose(files, request)

process.env.SEED = String(seed)
if (request.all) process.env.LONG_PROPERTIES = '1'
console.log(`order | SEED=${seed} npm test repeats it`)
const start = performance.now()

const digest = createDigest()
const slowest = createSlowest()
const print = (line: string) => {
  digest.read(line)
  slowest.read(line)
  console.log(line)
}

/** Runs parts one after the other, and stops after a build that failed. */
async function inTurn(parts: readonly Part[]): Promise<Counts> {
  let sum = nothing
  for (const part of parts) {
    sum = add(sum, await runPart(part, print))
    if (part.verdict === 'exit' && sum.failed > 0) break
  }
  return sum
}

const when = (condition: boolean, ...parts: Part[]) => (condition ? parts : [])
const needsBuild = types.length + specs.length > 0
const needsBrowser = browserUnits.length + specs.length > 0
if (needsBrowser) await findBrowsers()
const { CHROMIUM_PATH = '', FIREFOX_PATH } = process.env

let sum = nothing
if (types.length + nodeUnits.length + browserUnits.length + specs.length === 0) {
  console.log(`No test file's path holds ${request.filters.join(' or ') || 'anything'}.`)
  sum = { ...nothing, failed: 1 }
} else {
  const units = shuffled(browserUnits)
  const checks = [
    ...when(types.length > 0, typesPart(types)),
    ...when(units.length > 0, browserUnitsPart('chromium', units, CHROMIUM_PATH)),
    ...when(
      units.length > 0 && FIREFOX_PATH !== undefined,
      browserUnitsPart('firefox', units, FIREFOX_PATH ?? ''),
    ),
  ]
  const building = needsBuild ? build() : inTurn([])
  const ofNode = inTurn(when(nodeUnits.length > 0, nodeUnitsPart(shuffled(nodeUnits))))
  const afterBuild = async (parts: readonly Part[]) =>
    (await building).failed > 0 ? nothing : inTurn(parts)
  // Units need no build, so they run beside it. Types are checked when the compiler has nothing else to do.
  const others = needsBuild ? ofNode.then(() => afterBuild(checks)) : inTurn(checks)
  const ofServers = afterBuild(when(specs.length > 0, specsPart(specs, request)))
  for (const counts of await Promise.all([building, ofNode, others, ofServers]))
    sum = add(sum, counts)
  if (request.all && request.filters.length === 0) sum = add(sum, await inTurn(lastParts()))
}
if (request.filters.length === 0) for (const line of slowest.lines()) console.log(`time | ${line}`)
console.log(`time | ${((performance.now() - start) / 1000).toFixed(0)} s in all`)
if (sum.passed + sum.failed + sum.skipped === 0) {
  console.log('No test ran: the chosen files hold none.')
  sum = { ...nothing, failed: 1 }
}
const failures = digest.failures()
if (failures.length > 0) console.log(['What failed:', ...failures].join('\n'))
console.log(writeCounts(sum))
process.exitCode = sum.failed > 0 ? 1 : 0

/** Finds Chromium, and for `test:all` Firefox, and names them to the parts by the environment. */
async function findBrowsers(): Promise<void> {
  Object.assign(process.env, await ensureChromium())
  console.log(`browser | Chromium: ${process.env.CHROMIUM_PATH}`)
  const firefox = request.all ? findFirefox() : { missing: 'only in npm run test:all' }
  if ('path' in firefox) process.env.FIREFOX_PATH = firefox.path
  else delete process.env.FIREFOX_PATH
  console.log(
    `browser | Firefox: ${'path' in firefox ? firefox.path : `${firefox.missing}; nothing runs in it`}`,
  )
}

/** Builds, and makes once what several processes of specs read: the demo's database, the corpus of strangers. */
async function build(): Promise<Counts> {
  const demo = [script('build:demo'), tsx('lexicon', 'test/lexicon/make.ts', 'exit')]
  const hasStrangers = specs.some((spec) => spec.startsWith('test/strangers/'))
  const strangers = (file: string) =>
    inTurn(when(hasStrangers, tsx('strangers', `test/strangers/${file}.ts`, 'exit')))
  const [installed, built] = await Promise.all([
    strangers('packages'),
    inTurn([script('build'), script('build:package'), ...when(specs.some(usesDemo), ...demo)]),
  ])
  const sum = add(installed, built)
  return sum.failed > 0 ? sum : add(sum, await strangers('prepare'))
}

/** Whether a spec, or a module of tests that it imports, names the demo. */
function usesDemo(spec: string): boolean {
  const code = readFileSync(spec, 'utf8')
  const imported = [...code.matchAll(/from '(\.[^']*\.ts)'/g)].map(([, path = '']) =>
    join(spec, '..', path),
  )
  return [spec, ...imported.filter((file) => existsSync(file))].some((file) =>
    /\bdemo\b/.test(file + readFileSync(file, 'utf8')),
  )
}

/** What `npm run test:all` runs beside test files. */
function lastParts(): Part[] {
  return [tsx('webkit', 'test/dom/webkit.ts', 'counts'), tsx('fuzz', 'test/fuzz/fuzz.ts', 'exit')]
}

function tsx(name: string, file: string, verdict: Part['verdict']): Part {
  return {
    name,
    command: process.execPath,
    args: ['--import', 'tsx', file],
    deadlineMs: 1_200_000,
    verdict,
  }
}

function script(name: string): Part {
  return {
    name,
    command: 'npm',
    args: ['run', '--silent', name],
    deadlineMs: 1_200_000,
    verdict: 'exit',
  }
}
