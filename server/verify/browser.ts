// A real Chromium that shows pages as people get them. In: URLs. Out: the page as HTML once it has come to
// rest, and pictures. The only module that reaches Playwright, which is an optional peer: imported when a
// browser is opened.

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Page } from 'playwright-core'
import { flatten } from './flatten.ts'

/** A picture: JPEG. */
export type Picture = Buffer

/** A page that is being looked at. */
export interface Shown {
  /** Where it is after the app has come to rest. */
  readonly url: string
  /** The document with its shadow roots in their places. */
  readonly html: string
  picture(): Promise<Picture>
  close(): Promise<void>
}

/** A running browser. */
export interface Eyes {
  /** Opens a URL as a person does. @throws {Error} When it cannot be loaded in time. */
  show(url: string): Promise<Shown>
  /** Shows HTML as if it had come from `url`, without scripts. */
  showSnapshot(url: string, html: string): Promise<Shown>
  close(): Promise<void>
}

const VIEWPORT = { width: 1000, height: 750 }

/** How long nothing may change before a page counts as at rest, in ms. */
const REST = 120

/**
 * Starts a Chromium: that of CHROMIUM_PATH, of the PATH, or Playwright's own.
 *
 * @param timeout How many ms a page may take to load and come to rest.
 * @throws {TypeError} When Playwright or a browser is missing; says what to install.
 */
export async function openEyes(timeout: number): Promise<Eyes> {
  const { chromium } = await import('playwright-core').catch(() => {
    throw new TypeError('Verifying needs a browser: npm install --save-dev playwright-core')
  })
  const executablePath = process.env.CHROMIUM_PATH ?? onPath()
  const args = ['--disable-gpu', '--disable-background-networking']
  // A browser of root's cannot have a sandbox; its pages are the site's own.
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  const browser = await chromium
    .launch({ args, ...(executablePath === undefined ? {} : { executablePath }) })
    .catch((error: Error) => {
      throw new TypeError(
        `Cannot start a Chromium (${error.message.split('\n')[0]}): install one (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or set CHROMIUM_PATH`,
      )
    })
  const person = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' })
  const crawler = await browser.newContext({ viewport: VIEWPORT, javaScriptEnabled: false })

  // A page that is used again costs a fraction of a new one. From a blank page every URL is a load of its
  // own: from another state it would be a step within the app.
  const idle: { page: Page; open: () => number }[] = []
  const take = async () => {
    const kept = idle.pop()
    if (kept) return kept
    const page = await person.newPage()
    return { page, open: openRequests(page) }
  }

  return {
    async show(url) {
      const taken = await take()
      const { page, open } = taken
      try {
        await page.goto(url, { waitUntil: 'load', timeout })
        const html = await atRest(page, open, performance.now() + timeout)
        const close = async () => {
          await page.goto('about:blank')
          idle.push(taken)
        }
        return { ...shown(page, html), close }
      } catch (error) {
        await page.close()
        throw error
      }
    },
    async showSnapshot(url, html) {
      const page = await crawler.newPage()
      await page.route(
        (asked) => asked.href.replace(/#.*/, '') === url.replace(/#.*/, ''),
        (route) =>
          route.request().isNavigationRequest()
            ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
            : route.continue(),
      )
      await page.goto(url, { waitUntil: 'load', timeout })
      // Shadow roots that are written down must come to their places first.
      const isShadowed = html.includes('shadowrootmode')
      return shown(page, isShadowed ? await page.evaluate(flatten) : html)
    },
    close: () => browser.close(),
  }
}

const shown = (page: Page, html: string): Shown => ({
  url: page.url(),
  html,
  picture: () => page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' }),
  close: () => page.close(),
})

/** Counts the requests that are under way. */
function openRequests(page: Page): () => number {
  const open = new Set<unknown>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => open.size
}

/** Waits until nothing is asked for and nothing changes any more. */
async function atRest(page: Page, open: () => number, until: number): Promise<string> {
  let before = ''
  for (;;) {
    const html = await page.evaluate(flatten)
    if (html === before && open() === 0) return html
    if (performance.now() > until) return html
    before = html
    await page.waitForTimeout(REST)
  }
}

function onPath(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
}
