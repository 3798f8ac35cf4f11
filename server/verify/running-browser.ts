// A Chromium, and the next when that has ended: by a page that does not let go, or by somebody's hand. Playwright may leave what
// was asked of a browser unanswered for ever when it is killed, so nothing is waited for but beside the browser's end.

import { type BrowserContext, launchChromium, VIEWPORT } from '../chromium/launch.ts'

/** The browser has ended while it was at work. */
export class BrowserEnded extends Error {
  override name = 'BrowserEnded'
}

/** A running browser. */
export interface Running {
  /** Where pages are shown as people see them. */
  readonly person: BrowserContext
  /** The same without scripts. */
  readonly crawler: BrowserContext
  hasEnded(): boolean
  /** Waits for work in it. @throws {BrowserEnded} As soon as it has ended. */
  during<T>(work: Promise<T>): Promise<T>
  /** Ends it. */
  end(): void
}

/** Gives the browser that runs; starts another where that has ended. */
export interface Browsers {
  current(): Promise<Running>
  close(): Promise<void>
}

/**
 * Starts the first one.
 *
 * @throws {NoChromium} When there is none.
 */
export async function openBrowsers(sandbox: boolean): Promise<Browsers> {
  let running = launch(sandbox)
  await running
  return {
    async current() {
      for (;;) {
        const last = running
        const one = await last
        if (!one.hasEnded()) return one
        // Of those who find it ended, one starts the next.
        if (last === running) running = launch(sandbox)
      }
    },
    close: () =>
      running.then(
        (one) => one.close(),
        () => undefined,
      ),
  }
}

async function launch(sandbox: boolean): Promise<Running & { close(): Promise<void> }> {
  const browser = await launchChromium(sandbox)
  let isEnding = false
  let tell = () => {}
  const ended = new Promise<'ended'>((resolve) => {
    tell = () => resolve('ended')
    browser.once('disconnected', tell)
  })
  const hasEnded = () => isEnding || !browser.isConnected()
  const during = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await Promise.race([work, ended])
      if (done !== 'ended') return done as T
    } catch (error) {
      if (!hasEnded()) throw error
    }
    throw new BrowserEnded('Chromium has ended meanwhile')
  }
  const end = () => {
    isEnding = true
    tell()
    void browser.close().catch(() => undefined)
  }
  const usual = { viewport: VIEWPORT, acceptDownloads: false }
  const [person, crawler] = await during(
    Promise.all([
      browser.newContext({ ...usual, serviceWorkers: 'block' }),
      browser.newContext({ ...usual, javaScriptEnabled: false }),
    ]),
  )
  return { person, crawler, hasEnded, during, end, close: () => browser.close() }
}
