// A real Chromium that shows pages as people get them. In: URLs. Out: the page as HTML once it has come to
// rest, and pictures.

import { atRest, openRequests, within } from '../chromium/at-rest.ts'
import { flatten } from '../chromium/flatten.ts'
import type { BrowserContext, Page } from '../chromium/launch.ts'
import { openBrowsers, type Running } from './running-browser.ts'

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
  /** Opens a URL as a person does. @throws {Error} When it cannot be loaded in time. @throws {BrowserEnded} */
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

/**
 * Starts a Chromium: that of CHROMIUM_PATH, of the PATH, or Playwright's own.
 *
 * @param timeout How many ms a page may take to load and come to rest; one that no longer answers then is
 *   closed, and so is its browser if need be.
 * @param sandbox False runs it without its sandbox.
 * @throws {TypeError} When Playwright or a browser is missing, or there can be no sandbox; says what to do.
 */
export async function openEyes(timeout: number, sandbox: boolean): Promise<Eyes> {
  const { current, close } = await openBrowsers(sandbox)
  const idle = new WeakMap<Running, Tab[]>()
  const abandon = (from: Running, page: Page) =>
    from.during(within(page.close(), CLOSING, 'it does not close')).catch(() => from.end())

  /** Looks at a page, which is given up if that fails. */
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

  /** Takes what it shows from a tab, so that it can be used again. */
  async function leave(from: Running, tab: Tab): Promise<void> {
    // From a blank page every URL is a load of its own: from another state it would be a step within the app.
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

// What runs in a page may never give back its turn, and then no call of it ends.
const inTime = <T>(work: Promise<T>, timeout: number): Promise<T> =>
  within(work, timeout + SLACK, `its scripts did not let go in ${timeout + SLACK} ms`)

/** Loads a page. @returns Its document once it has come to rest. */
async function loaded({ page, open }: Tab, url: string, timeout: number): Promise<string> {
  const until = performance.now() + timeout
  await page.goto(url, { waitUntil: 'load', timeout })
  return (await inTime(atRest(page, open, { until }), timeout)).html
}

/** Shows HTML where it has come from. @returns The document that is made of it. */
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
  // Windows that a page opens are nobody's to look at.
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  return { page, open: openRequests(page) }
}
