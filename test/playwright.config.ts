/**
 * Playwright Test for everything that needs a browser, a server or both: test/**\/*.spec.ts. A spec starts what it needs on
 * port 0 by itself; nothing global runs beside it, and specs share nothing: the test run shuffles their files. A spec that asks for no `page` starts no browser. `npm test` sets
 * CHROMIUM_PATH and, where this machine has one, FIREFOX_PATH; Firefox runs the specs of src/dom again, and those of taking over.
 */
import { defineConfig } from '@playwright/test'

const { CHROMIUM_PATH, FIREFOX_PATH } = process.env

const chromium = {
  name: 'chromium',
  use: {
    browserName: 'chromium' as const,
    launchOptions: {
      args: ['--no-sandbox', '--disable-gpu'],
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    },
  },
}

const firefox = {
  name: 'firefox',
  testMatch: ['dom/**/*.spec.ts', 'server/take-over.spec.ts'],
  use: {
    browserName: 'firefox' as const,
    // Debian's Firefox is not Playwright's build: it is driven over WebDriver BiDi, which this channel selects.
    channel: 'moz-firefox',
    launchOptions: FIREFOX_PATH ? { executablePath: FIREFOX_PATH } : {},
  },
}

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  testIgnore: ['bench/**', 'fixtures/**'],
  outputDir: '../test-results',
  reporter: [['./run/reporter.ts']],
  forbidOnly: Boolean(process.env.CI),
  // What passes only when tried again is broken.
  retries: 0,
  // Twice the cores that the run is made for: specs wait for browsers, deadlines and servers, too.
  workers: 4,
  // Guards against what hangs, for a machine with much else to do; what is green waits for neither.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalTimeout: 5_400_000,
  use: { trace: 'off', reuseContext: true },
  projects: FIREFOX_PATH ? [chromium, firefox] : [chromium],
})
