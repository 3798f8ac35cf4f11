// Shows pages in a real Chromium, and returns HTML and pictures once a page has come to rest.
// Playwright may never settle a call to a killed browser, so all work races against its end.

import { atRest, openRequests, within } from '../../adopted/chromium/at-rest.ts'
import { flatten } from '../../adopted/chromium/flatten.ts'
import {
  type BrowserContext,
  launchChromium,
  type Page,
  VIEWPORT,
} from '../../adopted/chromium/launch.ts'

export class BrowserEnded extends Error {
  override name = 'BrowserEnded'
  override message = 'Chromium ended during the comparison'
}

export interface Shown {
  readonly url: string
  /** The document, with its shadow roots in place. */
  readonly html: string
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Eyes {
  /** Opens a URL as a person does. @throws {Error} When it does not load in time. */
  show(url: string): Promise<Shown>
  /** Shows HTML without scripts, as if loaded from `url`. */
  showSnapshot(url: string, html: string): Promise<Shown>
}

export interface Chromium {
  /** Runs work in the browser; starts another one after its end. @throws {BrowserEnded} */
  during<T>(work: (eyes: Eyes) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** How long closing a page may take before the browser is killed, in ms. */
const CLOSING = 5000

/** How many ms beyond a page's timeout its process may take to respond. */
const SLACK = 1000

/**
 * @param timeout Most ms for a page to come to rest. Then the page is closed, or a hanging browser.
 * @throws {NoChromium} When Playwright, a browser or the sandbox is missing.
 */
export async function openChromium(timeout: number, sandbox: boolean): Promise<Chromium> {
  let running = launch(timeout, sandbox)
  await running
  async function current(): Promise<Running> {
    for (;;) {
      const last = running
      const one = await last
      if (!one.hasEnded()) return one
      // Of several callers that find it ended, only the first starts the next.
      if (last === running) running = launch(timeout, sandbox)
    }
  }
  return {
    async during(work) {
      const { eyes, race } = await current()
      return race(work(eyes))
    },
    close: () =>
      running.then(
        (one) => one.close(),
        () => undefined,
      ),
  }
}

interface Running {
  readonly eyes: Eyes
  hasEnded(): boolean
  race<T>(work: Promise<T>): Promise<T>
  close(): Promise<void>
}

async function launch(timeout: number, sandbox: boolean): Promise<Running> {
  const browser = await launchChromium(sandbox)
  const ending = new AbortController()
  browser.once('disconnected', () => ending.abort())
  const hasEnded = () => ending.signal.aborted || !browser.isConnected()
  const race = <T>(work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const end = () => reject(new BrowserEnded())
      ending.signal.addEventListener('abort', end, { once: true })
      // Work that ends with the browser has no result, whatever it says.
      work
        .then(
          (done) => (hasEnded() ? end() : resolve(done)),
          (error) => (hasEnded() ? end() : reject(error)),
        )
        .finally(() => ending.signal.removeEventListener('abort', end))
    })
  const close = (page: Page) =>
    within(page.close(), CLOSING, 'the page does not close').catch(() => {
      ending.abort()
      void browser.close().catch(() => undefined)
    })

  /** Opens a page for some work, and closes it if that fails. */
  async function look(context: BrowserContext, work: (page: Page) => Promise<string>) {
    const page = await context.newPage()
    page.setDefaultTimeout(timeout)
    const html = await work(page).catch(async (error) => {
      await close(page)
      throw error
    })
    const pictured = () => page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' })
    return {
      url: page.url(),
      html,
      picture: () => inTime(pictured(), timeout),
      close: () => close(page),
    }
  }
  const usual = { viewport: VIEWPORT, acceptDownloads: false }
  const [person, crawler] = await race(
    Promise.all([
      browser.newContext({ ...usual, serviceWorkers: 'block' }),
      browser.newContext({ ...usual, javaScriptEnabled: false }),
    ]),
  )
  const eyes: Eyes = {
    show: (url) => look(person, (page) => loaded(page, url, timeout)),
    showSnapshot: (url, html) => look(crawler, (page) => still(page, url, html, timeout)),
  }
  return { eyes, hasEnded, race, close: () => browser.close() }
}

// A page's script may never yield; then no call to the page ends.
const inTime = <T>(work: Promise<T>, timeout: number): Promise<T> =>
  within(work, timeout + SLACK, `its scripts block Chromium for more than ${timeout + SLACK} ms`)

async function loaded(page: Page, url: string, timeout: number): Promise<string> {
  const until = performance.now() + timeout
  page.on('popup', (popup) => void popup.close().catch(() => undefined))
  const open = openRequests(page)
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
