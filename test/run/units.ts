/**
 * Runs unit tests. In Node they run from their sources. For a browser the npm package playwright-test bundles them with esbuild. It
 * insists on a download of its own browser before it starts any; an empty marker file tells it that the download has been
 * done, and `executablePath` names the browser that is really there.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type { Part } from './part.ts'

const require = createRequire(import.meta.url)

const DEADLINE_MS = 1_200_000
/** What units draw at random goes by these. */
const DRAWN = ['SEED', 'LONG_PROPERTIES']

export type Place = 'chromium' | 'firefox'

/** Units in Node: of `server/`, and of `src/` where they need no document. */
export function nodeUnitsPart(files: readonly string[]): Part {
  return {
    name: 'units in node',
    command: process.execPath,
    // `#markdown` is its source then, and needs no build.
    args: ['--conditions=source', '--import', 'tsx', resolve('test/run/node-units.ts'), ...files],
    env: { ...process.env, NO_COLOR: '1' },
    deadlineMs: DEADLINE_MS,
    verdict: 'counts',
  }
}

/** Units of `src/` in a browser. */
export function browserUnitsPart(
  place: Place,
  files: readonly string[],
  browserPath: string,
): Part {
  const cli = join(dirname(require.resolve('playwright-test/package.json')), 'cli.js')
  const runner = resolve('test/run/taps.ts')
  const config = writeConfig(place, browserPath)
  const args = [...files, '--runner', runner, '--cwd', process.cwd(), '--browser', place]
  return {
    name: `units in ${place}`,
    command: process.execPath,
    args: ['--import', 'tsx', cli, ...args, '--config', config],
    env: unitsEnv(),
    deadlineMs: DEADLINE_MS,
    verdict: 'counts',
  }
}

/** playwright-test writes its whole environment into the bundle, so it is given no more than it needs. */
function unitsEnv(): NodeJS.ProcessEnv {
  const names = ['CI', 'PATH', 'HOME', 'TMPDIR', 'LANG', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH']
  const kept = Object.entries(process.env).filter(([name]) => [...names, ...DRAWN].includes(name))
  const own = { NO_COLOR: '1', PLAYWRIGHT_BROWSERS_PATH: resolve('.browsers') }
  return { ...Object.fromEntries(kept), ...own }
}

function writeConfig(place: Place, executablePath: string): string {
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
