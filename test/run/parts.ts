/** Runs units with playwright-test and specs with Playwright Test, each as a process, and reads its counts. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

const require = createRequire(import.meta.url)
/** Variables that units of browsers may read: playwright-test bundles the whole environment otherwise. */
const OF_UNITS =
  /^(?:CI|PATH|HOME|TMPDIR|LANG|LD_LIBRARY_PATH|FONTCONFIG_PATH|SEED|LONG_PROPERTIES)$/

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

/** Runs Node with arguments and prints what it prints. @returns Its exit code and its output. */
async function node(args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-10_000)
    process.stdout.write(chunk)
  })
  const code = await new Promise<number>((done) => child.once('close', (code) => done(code ?? 1)))
  return { code, output }
}

/** Reads the last line of counts. */
export function readCounts(output: string): Counts | undefined {
  const found = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1)
  if (!found) return undefined
  const [passed = 0, failed = 0, skipped = 0] = found.slice(1).map((count) => Number(count ?? 0))
  return { ...NOTHING, passed, failed, skipped }
}

async function units(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Counts> {
  const { code, output } = await node(['--import', 'tsx', ...args], { NO_COLOR: '1', ...env })
  const counts = readCounts(output) ?? NOTHING
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(counts.failed, 1) }
}

/** Units in Node, from their sources. `#markdown` is its source then, and needs no build. */
export function nodeUnits(files: readonly string[]): Promise<Counts> {
  return units(['--conditions=source', 'test/run/node-units.ts', ...files], process.env)
}

/** Units of `src/`, bundled, in a page of a browser. */
export function browserUnits(
  browser: 'chromium' | 'firefox',
  files: readonly string[],
  executablePath: string,
): Promise<Counts> {
  const cli = join(dirname(require.resolve('playwright-test/package.json')), 'cli.js')
  // Units of histories navigate more often than browsers allow a page.
  const launch = {
    chromium: { args: ['--no-sandbox', '--disable-gpu', '--disable-ipc-flooding-protection'] },
    firefox: {
      channel: 'moz-firefox',
      firefoxUserPrefs: { 'dom.navigation.navigationRateLimit.count': 0 },
    },
  }[browser]
  const config = resolve('.cache', `units-${browser}.json`)
  mkdirSync('.cache', { recursive: true })
  writeFileSync(config, JSON.stringify({ browserContextOptions: { executablePath, ...launch } }))
  const options = ['--runner', resolve('test/run/browser-units.ts'), '--cwd', process.cwd()]
  const env = Object.entries(process.env).filter(([name]) => OF_UNITS.test(name))
  return units([cli, ...files, ...options, '--browser', browser, '--config', config], {
    ...Object.fromEntries(env),
    PLAYWRIGHT_BROWSERS_PATH: markInstalled(browser),
  })
}

/** playwright-test downloads a browser of its own, unless its marker says that it has done so. @returns The folder. */
function markInstalled(browser: string): string {
  const its = createRequire(require.resolve('playwright-test/package.json'))
  const core = dirname(its.resolve('playwright-core/package.json'))
  const { browsers } = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8')) as {
    browsers: { name: string; revision: string }[]
  }
  const name = browser === 'chromium' ? 'chromium-headless-shell' : browser
  const revision = browsers.find((one) => one.name === name)?.revision
  const folder = resolve('.cache/browsers', `${name.replaceAll('-', '_')}-${revision}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'INSTALLATION_COMPLETE'), '')
  return dirname(folder)
}

/** Specs. @param args More arguments of `playwright test`. */
export async function specs(args: readonly string[], env = process.env): Promise<Counts> {
  const report = resolve('test-results', 'specs.json')
  rmSync(report, { force: true })
  const { code } = await node(
    [require.resolve('@playwright/test/cli'), 'test', '-c', 'test/playwright.config.ts', ...args],
    // Libraries whose development builds print would do so in each worker.
    { ...env, NODE_ENV: 'production', PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  )
  try {
    const { stats, suites }: JSONReport = JSON.parse(readFileSync(report, 'utf8'))
    const failed = code === 0 ? 0 : Math.max(stats.unexpected, 1)
    const flaky = suites.flatMap((suite) => flakyOf(suite))
    return { passed: stats.expected + stats.flaky, failed, skipped: stats.skipped, flaky }
  } catch {
    return { ...NOTHING, failed: 1 }
  }
}

function flakyOf({ specs, suites = [], file }: JSONReportSuite): string[] {
  const own = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  return [...own.map(({ title }) => `${file}: ${title}`), ...suites.flatMap(flakyOf)]
}
