// A real Chromium that shows pages as people get them. In: URLs. Out: the page as HTML once it has come to
// rest, and pictures.

import { atRest, openRequests, within } from '../chromium/at-rest.ts'
import { flatten } from '../chromium/flatten.ts'
import {
  type Browser,
  type BrowserContext,
  launchChromium,
  type Page,
  VIEWPORT,
} from '../chromium/launch.ts'

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

/** How long closing a page may take before its browser is given up, in ms. */
const CLOSING = 5000

/** How much longer than a page's time its own process may take to answer, in ms. */
const SLACK = 1000

/** A page that is used again: it costs a fraction of a new one. */
interface Tab {
  readonly page: Page
  /** The requests that are under way. */
  readonly open: ReturnType<typeof openRequests>
}

/** A browser with what is in it; another takes its place when it has ended. */
interface Running {
  readonly browser: Browser
  readonly person: BrowserContext
  readonly crawler: BrowserContext
  readonly idle: Tab[]
}

/**
 * Starts a Chromium: that of CHROMIUM_PATH, of the PATH, or Playwright's own.
 *
 * @param timeout How many ms a page may take to load and come to rest; one that no longer answers then is
 *   closed, and so is its browser if need be.
 * @param sandbox False runs it without its sandbox.
 * @throws {TypeError} When Playwright or a browser is missing, or there can be no sandbox; says what to do.
 */
export async function openEyes(timeout: number, sandbox: boolean): Promise<Eyes> {
  let running = await launch(sandbox)
  const current = async () => {
    if (!running.browser.isConnected()) running = await launch(sandbox)
    return running
  }
  // What runs in a page may never give back its turn, and then no call of it ends.
  const inTime = <T>(work: Promise<T>, ms = timeout + SLACK) =>
    within(work, ms, `its scripts did not let go in ${ms} ms`)
  const abandon = ({ browser }: Running, page: Page) =>
    within(page.close(), CLOSING, 'it does not close').catch(() => void browser.close())

  const shown = (from: Running, page: Page, html: string): Shown => ({
    url: page.url(),
    html,
    picture: () => inTime(page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' })),
    close: () => abandon(from, page),
  })

  return {
    async show(url) {
      const from = await current()
      const tab = from.idle.pop() ?? (await openTab(from.person, timeout))
      const { page, open } = tab
      try {
        const until = performance.now() + timeout
        await page.goto(url, { waitUntil: 'load', timeout })
        const { html } = await inTime(atRest(page, open, { until }))
        const close = async () => {
          // From a blank page every URL is a load of its own: from another state it would be a step within the app.
          const isBlank = await page.goto('about:blank', { timeout }).then(
            () => true,
            () => false,
          )
          if (isBlank) from.idle.push(tab)
          else await abandon(from, page)
        }
        return { ...shown(from, page, html), close }
      } catch (error) {
        await abandon(from, page)
        throw error
      }
    },
    async showSnapshot(url, html) {
      const from = await current()
      const page = await from.crawler.newPage()
      try {
        await page.route(
          (asked) => asked.href.replace(/#.*/, '') === url.replace(/#.*/, ''),
          (route) =>
            route.request().isNavigationRequest()
              ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
              : route.continue(),
        )
        await page.goto(url, { waitUntil: 'load', timeout })
        return shown(from, page, await inTime(page.evaluate(flatten)))
      } catch (error) {
        await abandon(from, page)
        throw error
      }
    },
    close: () => running.browser.close(),
  }
}

async function launch(sandbox: boolean): Promise<Running> {
  const browser = await launchChromium(sandbox)
  const usual = { viewport: VIEWPORT, acceptDownloads: false }
  const person = await browser.newContext({ ...usual, serviceWorkers: 'block' })
  const crawler = await browser.newContext({ ...usual, javaScriptEnabled: false })
  return { browser, person, crawler, idle: [] }
}

async function openTab(context: BrowserContext, timeout: number): Promise<Tab> {
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  // Windows that a page opens are nobody's to look at.
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  return { page, open: openRequests(page) }
}
