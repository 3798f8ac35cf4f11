// playwright-test for units in a browser: the bundle around them, and the start of the browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

export const playwrightTestRunner = {
  moduleId: 'playwright-test/taps',
  options: {},
  // The bundle's own process.env is filled too late for modules that read it when they load.
  buildConfig: () => ({
    define: {
      'process.env.SEED': JSON.stringify(process.env.SEED ?? ''),
      'process.env.LONG_PROPERTIES': JSON.stringify(process.env.LONG_PROPERTIES ?? ''),
    },
  }),
  /** @type {(options: { cwd: string }, files: readonly string[]) => string} */
  compileRuntime: ({ cwd }, files) => `
import { runUnits } from '${cwd}/test/run/run-units.ts'
await runUnits(new Map([
${files.map((file) => `['${file}', () => import('${file}')],`).join('\n')}
]))
`,
}

// Units of histories navigate more often than browsers allow a page.
const LAUNCH = {
  chromium: {
    executablePath: process.env.CHROMIUM_PATH,
    args: ['--no-sandbox', '--disable-gpu', '--disable-ipc-flooding-protection'],
  },
  firefox: {
    executablePath: process.env.FIREFOX_PATH,
    channel: 'moz-firefox',
    firefoxUserPrefs: { 'dom.navigation.navigationRateLimit.count': 0 },
  },
}

/** @param {{ browser: 'chromium' | 'firefox' }} options Of the command line. */
export default ({ browser }) => {
  process.env.PLAYWRIGHT_BROWSERS_PATH = markInstalled(browser)
  return { testRunner: playwrightTestRunner, browserContextOptions: LAUNCH[browser] }
}

/**
 * playwright-test downloads a browser of its own, unless this marker says that it has done so.
 *
 * @param {string} browser
 */
function markInstalled(browser) {
  const require = createRequire(createRequire(import.meta.url).resolve('playwright-test'))
  const core = dirname(require.resolve('playwright-core/package.json'))
  const { browsers } = JSON.parse(readFileSync(join(core, 'browsers.json'), 'utf8'))
  const name = browser === 'chromium' ? 'chromium-headless-shell' : browser
  const { revision } = browsers.find((/** @type {{ name: string }} */ one) => one.name === name)
  const folder = resolve('.cache/browsers', `${name.replaceAll('-', '_')}-${revision}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'INSTALLATION_COMPLETE'), '')
  return dirname(folder)
}
