/** Playwright Test for everything that needs a browser, a server or both: `*.spec.ts`. */
import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, FIREFOX_PATH, LONG_PROPERTIES, CI } = process.env

const GROUPS: Readonly<Record<string, RegExp>> = {
  bare: /long\/bare/,
  units: /long\/units/,
  webkit: /long\/webkit/,
  fuzz: /long\/fuzz/,
  redis: /server\/redis/,
  nginx: /server\/nginx|tools\/rules/,
  fleet: /server\/fleet/,
  workers: /server\/(?:truth|module-memory|same|starting|traces|directory)/,
  // Exact lists of the differences between the DOM and Chromium's.
  chromium:
    /server\/(?:attributes|interfaces|names|missing-apis|looks|layout|styles|selectors|requests|corpus|dom\/reports)/,
  adopt: /adopt\/(?:engines|frames|platform|own|reload|tools|readable|vite|known|hostile|other)/,
  tools: /tools\/(?:terminal|output-file|faults)/,
  browser: /dom\/(?:blocked|visits|killed|memory)/,
  projects: /examples|init|server\/(?:vite-projects|vike|llms)/,
  'first use': /first-use/,
  site: /site/,
  strangers: /strangers\/|readers\//,
  styles: /styles\//,
}

const chromium = {
  browserName: 'chromium' as const,
  launchOptions: {
    args: ['--no-sandbox', '--disable-gpu'],
    ...(CHROMIUM_PATH && { executablePath: CHROMIUM_PATH }),
  },
}
const firefox = {
  browserName: 'firefox' as const,
  // Playwright drives Debian's Firefox over WebDriver BiDi in this channel.
  channel: 'moz-firefox',
  launchOptions: { ...(FIREFOX_PATH && { executablePath: FIREFOX_PATH }) },
}

const specs = (names: RegExp) => new RegExp(`[\\\\/]test[\\\\/](?:${names.source}).*\\.spec\\.ts$`)
const nightly = Object.values(GROUPS).map(specs)
const groups = Object.entries(GROUPS).map(([name, names]) => ({
  name,
  testMatch: specs(names),
  ...(name === 'strangers' && { dependencies: ['built strangers'] }),
}))

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results/specs',
  reporter: [['list'], ['json']],
  reportSlowTests: { max: 10, threshold: 10_000 },
  forbidOnly: Boolean(CI),
  maxFailures: LONG_PROPERTIES ? 0 : 10,
  retries: 1,
  workers: 2,
  // Ends tests that hang: no test waits for it.
  timeout: LONG_PROPERTIES ? 600_000 : 180_000,
  expect: { timeout: 30_000 },
  use: { trace: 'on-first-retry', reuseContext: true, ...chromium },
  projects: [
    { name: 'gate', testIgnore: nightly, grepInvert: /@nightly/ },
    { name: 'all' },
    { name: 'built strangers', testMatch: 'strangers/build.setup.ts' },
    ...groups,
    { name: 'variants', testIgnore: nightly, grep: /@nightly/ },
    { name: 'firefox', testMatch: [specs(/dom\//), specs(/server\/take-over/)], use: firefox },
  ],
})
