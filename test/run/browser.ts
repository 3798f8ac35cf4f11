/**
 * Finds a Chromium for the tests or installs one, in this order: CHROMIUM_PATH, the PATH, Playwright's own download if it is
 * there, apt (Debian or Ubuntu, as root), a download by Playwright, and at last the headless build from npm, which needs
 * neither root nor system libraries. Firefox is only looked for: it is used when present and never installed.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** What a test process needs in its environment to start the browser. */
export interface BrowserEnv {
  readonly CHROMIUM_PATH: string
  readonly LD_LIBRARY_PATH?: string
  readonly FONTCONFIG_PATH?: string
}

const chromiumNames = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge',
]
const npmChromium = '@sparticuz/chromium@147.0.0'

export async function ensureChromium(): Promise<BrowserEnv> {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (works(given)) return { CHROMIUM_PATH: given }
    throw new Error(`CHROMIUM_PATH is set to ${given}, which does not run. Correct or unset it.`)
  }
  const path =
    onPath(chromiumNames) ??
    (await playwrights()) ??
    aptInstalls('chromium') ??
    (await playwrightDownloads())
  if (path) return { CHROMIUM_PATH: path }
  const fromNpm = npmInstalls()
  if (fromNpm) return fromNpm
  throw new Error(
    'The tests need a Chromium and found none. Install one (Debian, Ubuntu: apt-get install chromium; ' +
      'elsewhere: npx playwright install --with-deps chromium) or set CHROMIUM_PATH to one.',
  )
}

/** The Firefox that Playwright can drive over WebDriver BiDi, if this machine has it; else why there is none. */
export function findFirefox(): { path: string } | { missing: string } {
  const path = process.env.FIREFOX_PATH ?? onPath(['firefox-esr'])
  if (!path) return { missing: 'none here (Debian: apt-get install firefox-esr)' }
  const said = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 20_000 }).stdout ?? ''
  const major = Number(/ (\d+)\./.exec(said)?.[1] ?? 0)
  // Older ones lack commands that this Playwright sends; 153 is the first ESR that has been seen to work with it.
  return major >= 153 ? { path } : { missing: `${path} is too old (${said.trim()}, needs 153)` }
}

function works(path: string): boolean {
  if (!existsSync(path)) return false
  return spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}

function onPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(works)
}

async function playwrights(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return works(path) ? path : undefined
}

function aptInstalls(name: string): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const install = ['install', '-y', '-q', '--no-install-recommends', name]
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  if (!run('apt-get', ['update', '-q'], env) || !run('apt-get', install, env)) return undefined
  return onPath(chromiumNames)
}

async function playwrightDownloads(): Promise<string | undefined> {
  const cli = createRequire(import.meta.url).resolve('@playwright/test/cli')
  return run(process.execPath, [cli, 'install', 'chromium']) ? playwrights() : undefined
}

function npmInstalls(): BrowserEnv | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = join('.cache', 'npm-chromium')
  mkdirSync(folder, { recursive: true })
  // Beside the project, not in it: the project's own node_modules stay as the lock file says.
  if (!run('npm', ['install', '--prefix', folder, '--no-save', npmChromium])) return undefined
  // The package unpacks its libraries and fonts (without one, text has no size and cannot be clicked) only where it takes the
  // machine for a serverless one, and sets variables that point at them; a process of its own keeps that from the rest.
  const script =
    "const { default: c } = await import('@sparticuz/chromium');" +
    'const CHROMIUM_PATH = await c.executablePath();' +
    'const { LD_LIBRARY_PATH, FONTCONFIG_PATH } = process.env;' +
    'console.log(JSON.stringify({ CHROMIUM_PATH, LD_LIBRARY_PATH, FONTCONFIG_PATH }))'
  const unpacked = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    env: { ...process.env, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
    encoding: 'utf8',
  })
  return unpacked.status === 0 ? (JSON.parse(unpacked.stdout) as BrowserEnv) : undefined
}

function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  console.log(`browser | ${command} ${args.join(' ')}`)
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
    timeout: 300_000,
  })
  return status === 0
}
