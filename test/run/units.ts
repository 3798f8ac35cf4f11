/**
 * How the unit tests are run: the npm package playwright-test bundles test/*.test.ts with esbuild and runs the same bundle in
 * Node and in a browser. It insists on a download of its own browser before it starts any; an empty marker file tells it that
 * the download has been done, and `executablePath` names the browser that is really there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Part } from './part.ts'

const require = createRequire(import.meta.url)

export type Place = 'node' | 'chromium' | 'firefox'

export function unitsPart(place: Place, files: readonly string[], browserPath?: string): Part {
  const cli = join(dirname(require.resolve('playwright-test/package.json')), 'cli.js')
  const runner = resolve('test/run/taps.ts')
  const args = ['--import', 'tsx', cli, ...files, '--runner', runner, '--cwd', process.cwd()]
  if (place === 'node') args.push('--mode', 'node')
  else args.push('--browser', place, '--config', writeConfig(place, browserPath))
  return {
    name: `units in ${place}`,
    command: process.execPath,
    args,
    env: unitsEnv(),
    deadlineMs: 600_000,
    verdict: 'counts',
  }
}

/** playwright-test writes its whole environment into the bundle, so it is given no more than it needs. */
function unitsEnv(): NodeJS.ProcessEnv {
  const { CI, PATH, HOME, TMPDIR, LANG, LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env
  const kept = { CI, PATH, HOME, TMPDIR, LANG, LD_LIBRARY_PATH, FONTCONFIG_PATH, NO_COLOR: '1' }
  const env: NodeJS.ProcessEnv = { PLAYWRIGHT_BROWSERS_PATH: resolve('.browsers') }
  for (const [name, value] of Object.entries(kept)) if (value !== undefined) env[name] = value
  return env
}

function writeConfig(place: Exclude<Place, 'node'>, executablePath: string | undefined): string {
  markDownloaded(place === 'chromium' ? 'chromium-headless-shell' : place)
  // The units of histories navigate more often than browsers let a page, which then lose navigations in silence.
  const browserContextOptions =
    place === 'chromium'
      ? {
          executablePath,
          args: [
            ...['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
            '--disable-ipc-flooding-protection',
          ],
        }
      : {
          executablePath,
          channel: 'moz-firefox',
          firefoxUserPrefs: { 'dom.navigation.navigationRateLimit.count': 0 },
        }
  const file = resolve('.cache', `units-${place}.json`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ browserContextOptions }))
  return file
}

function markDownloaded(browser: string): void {
  // Not the playwright-core of @playwright/test, which is of another version.
  const its = createRequire(require.resolve('playwright-test/package.json'))
  const core = dirname(its.resolve('playwright-core/package.json'))
  const list = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8')) as {
    browsers: { name: string; revision: string }[]
  }
  const revision = list.browsers.find(({ name }) => name === browser)?.revision
  if (!revision) throw new Error(`playwright-test's playwright-core does not know ${browser}`)
  const folder = resolve('.browsers', `${browser.replaceAll('-', '_')}-${revision}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'INSTALLATION_COMPLETE'), '')
}
