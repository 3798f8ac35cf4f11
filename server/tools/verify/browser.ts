// Shows pages in a real Chromium, and returns HTML and pictures once a page has come to rest.

import { atRest, openRequests, within } from '../../adopted/chromium/at-rest.ts'
import { flatten } from '../../adopted/chromium/flatten.ts'
import type { BrowserContext, Page } from '../../adopted/chromium/launch.ts'
import { openBrowsers, type Running } from './running-browser.ts'

/** JPEG. */
export type Picture = Buffer

export interface Shown {
  readonly url: string
  /** The document, with its shadow roots in place. */
  readonly html: string
  picture(): Promise<Picture>
  close(): Promise<void>
}

export interface Eyes {
  /**
   * Opens a URL as a person does. @throws {Error} When it does not load in time. @throws
   * {BrowserEnded}
   */
  show(url: string): Promise<Shown>
  /** Shows HTML without scripts, as if loaded from `url`. */
  showSnapshot(url: string, html: string): Promise<Shown>
  close(): Promise<void>
}

/** How long closing a page may take before the browser is killed, in ms. */
const CLOSING = 5000

/** How many ms beyond a page's timeout its process may take to respond. */
const SLACK = 1000

/** A reused page: a fraction of the cost of a new one. */
interface Tab {
  readonly page: Page
  readonly open: ReturnType<typeof openRequests>
}

/**
 * Starts Chromium from CHROMIUM_PATH, the PATH, or Playwright.
 * @param timeout Most ms for a page to come to rest. Then the page is closed, or a hanging browser.
 * @param sandbox False runs Chromium without its sandbox.
 * @throws {TypeError} When Playwright, a browser or the sandbox is missing; the message has the
 * fix.
 */
export async function openEyes(timeout: number, sandbox: boolean): Promise<Eyes> {
  const { current, close } = await openBrowsers(sandbox)
  const idle = new WeakMap<Running, Tab[]>()
  const abandon = (from: Running, page: Page) =>
    from.during(within(page.close(), CLOSING, 'the page does not close')).catch(() => from.end())

  /** Runs work on a page, and closes the page if that fails. */
  async function look(from: Running, page: Page, work: Promise<string>): Promise<Shown> {
    const html = await from.during(work).catch(async (error) => {
      await abandon(from, page)
      throw error
    })
    const pictured = () =>
      inTime(page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' }), timeout)
    return {
      url: page.url(),
      html,
      picture: () => from.during(pictured()),
      close: () => abandon(from, page),
    }
  }

  /** Empties a tab for reuse. */
  async function leave(from: Running, tab: Tab): Promise<void> {
    // From another state, a URL would be a step within the app.
    const isBlank = await from.during(tab.page.goto('about:blank', { timeout })).then(
      () => true,
      () => false,
    )
    if (!isBlank) await abandon(from, tab.page)
    else idle.set(from, [...(idle.get(from) ?? []), tab])
  }

  return {
    async show(url) {
      const from = await current()
      const tab = idle.get(from)?.pop() ?? (await from.during(openTab(from.person, timeout)))
      const shown = await look(from, tab.page, loaded(tab, url, timeout))
      return { ...shown, close: () => leave(from, tab) }
    },
    async showSnapshot(url, html) {
      const from = await current()
      const page = await from.during(from.crawler.newPage())
      return look(from, page, still(page, url, html, timeout))
    },
    close,
  }
}

// A page's script may never yield; then no call to the page ends.
const inTime = <T>(work: Promise<T>, timeout: number): Promise<T> =>
  within(work, timeout + SLACK, `its scripts block Chromium for more than ${timeout + SLACK} ms`)

/** @returns The page's document once it has come to rest. */
async function loaded({ page, open }: Tab, url: string, timeout: number): Promise<string> {
  const until = performance.now() + timeout
  await page.goto(url, { waitUntil: 'load', timeout })
  return (await inTime(atRest(page, open, { until }), timeout)).html
}

/** Shows HTML as if loaded from its URL. @returns The resulting document. */
async function still(page: Page, url: string, html: string, timeout: number): Promise<string> {
  await page.route(
    (asked) => asked.href.replace(/#.*/, '') === url.replace(/#.*/, ''),
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.continue(),
  )
  await page.goto(url, { waitUntil: 'load', timeout })
  return inTime(page.evaluate(flatten), timeout)
}

async function openTab(context: BrowserContext, timeout: number): Promise<Tab> {
  const page = await context.newPage()
  page.setDefaultTimeout(timeout)
  // Closes pop-ups.
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  return { page, open: openRequests(page) }
}
