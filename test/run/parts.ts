/**
 * Runs the build, units with playwright-test and specs with Playwright Test, each as a process, and
 * reads their counts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

const require = createRequire(import.meta.url)

export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** The specs that passed at the second try only. */
  readonly flaky: readonly string[]
}

export const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, flaky: [] }

export function add(a: Counts, b: Counts): Counts {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
    flaky: [...a.flaky, ...b.flaky],
  }
}

export function readCounts(output: string): Counts | undefined {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!found) return undefined
  const [passed = 0, failed = 0, skipped = 0] = found.slice(1).map((count) => Number(count ?? 0))
  return { ...NOTHING, passed, failed, skipped }
}

/** Prints the flaky specs and, as the last line, the counts. Sets the exit code. */
export function conclude({ passed, failed, skipped, flaky }: Counts): void {
  if (flaky.length > 0) console.log(`flaky: ${flaky.length}\n  ${flaky.join('\n  ')}`)
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
  process.exitCode = failed > 0 ? 1 : 0
}

/**
 * Gives the run a temporary folder that goes with it, then builds the package, its published form,
 * the demo, and the demo's database. Ends the process if that fails.
 */
export function prepare(): void {
  const folder = mkdtempSync(join(tmpdir(), 'hashbang-test-'))
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  process.once('SIGINT', () => process.exit(130))
  for (const name of ['build', 'build:package', 'build:demo', 'build:lexicon']) {
    const { status } = spawnSync('npm', ['run', '--silent', name], { stdio: 'inherit' })
    if (status !== 0) process.exit(status ?? 1)
  }
}

/** With another Node, the programs that tests start find it too. */
async function node(args: readonly string[], env: NodeJS.ProcessEnv, program = process.execPath) {
  const PATH = [dirname(program), env.PATH].join(delimiter)
  const child = spawn(program, args, {
    env: program === process.execPath ? env : { ...env, PATH },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-10_000)
    process.stdout.write(chunk)
  })
  const code = await new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)))
  return { code, output }
}

async function units(
  args: readonly string[],
  given = process.env,
  program?: string,
): Promise<Counts> {
  const env = { ...given, NO_COLOR: '1' }
  const { code, output } = await node(['--import', 'tsx', ...args], env, program)
  const counts = readCounts(output) ?? NOTHING
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1) }
}

/** The files of tests whose path holds one of the words, or all. */
export function testFiles(words: readonly string[]): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => join('test', file))
    .filter((file) => !file.startsWith(join('test', 'fixtures')))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .sort()
}

/** Whether it is a file of units that Node runs. */
export const isNodeUnit = (file: string): boolean =>
  /\.test\.ts$/.test(file) && !/^test.src.dom/.test(file)

/**
 * Units in Node, from their sources.
 * @param program Of a Node. Default: this one.
 */
export function nodeUnits(
  files: readonly string[],
  env?: NodeJS.ProcessEnv,
  program?: string,
): Promise<Counts> {
  return units(['test/run/node-units.ts', ...files], env, program)
}

/** Units of `src/`, bundled, in a page of a browser. */
export function browserUnits(
  browser: 'chromium' | 'firefox',
  files: readonly string[],
): Promise<Counts> {
  const cli = join(dirname(require.resolve('playwright-test/package.json')), 'cli.js')
  const config = ['--browser', browser, '--config', 'test/playwright-test.config.js']
  return units([cli, ...files, ...config])
}

/** Specs. @param args More arguments of `playwright test`. @param program Of a Node. */
export async function specs(
  args: readonly string[],
  env = process.env,
  program?: string,
): Promise<Counts> {
  const PLAYWRIGHT_JSON_OUTPUT_FILE = resolve('test-results/specs.json')
  rmSync(PLAYWRIGHT_JSON_OUTPUT_FILE, { force: true })
  const cli = require.resolve('@playwright/test/cli')
  // Libraries whose development builds print would do so in each worker.
  const all = { ...env, NODE_ENV: 'production', PLAYWRIGHT_JSON_OUTPUT_FILE }
  const { code } = await node(
    [cli, 'test', '-c', 'test/playwright.config.ts', ...args],
    all,
    program,
  )
  try {
    const report: JSONReport = JSON.parse(readFileSync(PLAYWRIGHT_JSON_OUTPUT_FILE, 'utf8'))
    const { expected, flaky, unexpected, skipped } = report.stats
    const failed = code === 0 ? 0 : Math.max(unexpected, 1)
    return { passed: expected + flaky, failed, skipped, flaky: report.suites.flatMap(flakyOf) }
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

function flakyOf({ specs, suites = [], file }: JSONReportSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => `${file}: ${title}`), ...suites.flatMap(flakyOf)]
}
