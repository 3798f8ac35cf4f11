// Starts a real Chromium: that of CHROMIUM_PATH, of the PATH, or Playwright's own. The only module that reaches Playwright, which
// is an optional peer: imported when a browser is started. In: whether it has its sandbox. Out: the browser, or an error that says
// what is missing and what to do.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Browser } from 'playwright-core'

export type { Browser, BrowserContext, Frame, Page, Request, Route } from 'playwright-core'

/** There is no browser to be had; the message says why, and what to do. */
export class NoChromium extends TypeError {
  override name = 'NoChromium'
}

/** What pages are shown in. */
export const VIEWPORT = { width: 1000, height: 750 }

/**
 * Starts it.
 *
 * @param sandbox False runs it without its sandbox.
 * @param more Switches beside the usual ones.
 * @throws {NoChromium} When Playwright or a browser is missing, or there can be no sandbox; says what to do.
 */
export async function launchChromium(
  sandbox: boolean,
  more: readonly string[] = [],
): Promise<Browser> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new NoChromium('A Chromium is driven by playwright-core: npm install playwright-core')
  })
  if (sandbox && process.getuid?.() === 0) {
    throw new NoChromium(
      'Chromium has no sandbox when root starts it: run this as another user, or with --no-sandbox if the pages of the site are to be trusted with this machine',
    )
  }
  const executablePath = process.env.CHROMIUM_PATH ?? onPath()
  return chromium
    .launch({
      args: ['--disable-gpu', '--disable-background-networking', ...more],
      // Whoever asks for a browser hears them, and has something to do first.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
      chromiumSandbox: sandbox,
      ...(executablePath === undefined ? {} : { executablePath }),
    })
    .catch((error: Error) => {
      const why = /sandbox/i.test(error.message)
        ? 'this machine gives it no sandbox: allow user namespaces, or give --no-sandbox if the pages of the site are to be trusted'
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
