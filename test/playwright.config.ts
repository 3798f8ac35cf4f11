/**
 * Playwright Test for everything that needs a browser, a server or both: test/**\/*.spec.ts. A spec starts what it needs on
 * port 0 by itself; nothing global runs beside it. A spec that asks for no `page` starts no browser. `npm test` sets
 * CHROMIUM_PATH and, where this machine has one, FIREFOX_PATH; Firefox runs the specs of src/dom again.
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
  testMatch: 'dom/**/*.spec.ts',
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
  // A machine that builds for others at the same time may starve a browser; what fails twice more is broken.
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  timeout: 30_000,
  globalTimeout: 840_000,
  use: { trace: 'off' },
  projects: FIREFOX_PATH ? [chromium, firefox] : [chromium],
})
