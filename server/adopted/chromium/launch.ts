// Starts a real Chromium: from CHROMIUM_PATH, the PATH, or Playwright, an optional peer that only
// this module imports, when a browser starts.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

export type { Browser, BrowserContext, Frame, Page, Request, Route } from 'playwright-core'

export class NoChromium extends TypeError {
  override name = 'NoChromium'
}

export const VIEWPORT = { width: 1000, height: 750 }

/**
 * @param more Additional switches.
 * @throws {NoChromium} If Playwright or a browser is missing, or no sandbox is possible.
 */
export async function launchChromium(
  sandbox: boolean,
  more: readonly string[] = [],
): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new NoChromium(
      'playwright-core, which controls Chromium, is not installed: run npm install playwright-core',
    )
  })
  if (sandbox && process.getuid?.() === 0) {
    throw new NoChromium(
      'root cannot start Chromium with its sandbox: run this as another user, or add --no-sandbox (in the configuration of an adopted app: adopt: { sandbox: false }) if you trust the pages of the site with this machine',
    )
  }
  const executablePath = process.env.CHROMIUM_PATH ?? onPath()
  return chromium
    .launch({
      args: ['--disable-gpu', '--disable-background-networking', ...more],
      // The caller has to clean up first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      chromiumSandbox: sandbox,
      ...(executablePath === undefined ? {} : { executablePath }),
    })
    .catch((error: Error) => {
      const why = /sandbox/i.test(error.message)
        ? 'this machine allows no sandbox: allow user namespaces, or, if you trust the pages of the site, add --no-sandbox, in the configuration of an adopted app adopt: { sandbox: false }'
        : 'install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH'
      throw new NoChromium(`Cannot start a Chromium (${error.message.split('\n')[0]}): ${why}`)
    })
}

function onPath(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}
