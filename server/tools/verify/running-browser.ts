// Keeps a Chromium running. Playwright may never settle a call to a killed browser, so every wait
// races against the browser's end.

import { type BrowserContext, launchChromium, VIEWPORT } from '../../adopted/chromium/launch.ts'

/** The browser ended during the work. */
export class BrowserEnded extends Error {
  override name = 'BrowserEnded'
}

export interface Running {
  /** Shows pages as people see them. */
  readonly person: BrowserContext
  readonly crawler: BrowserContext
  hasEnded(): boolean
  /** Waits for work in the browser. @throws {BrowserEnded} As soon as it has ended. */
  during<T>(work: Promise<T>): Promise<T>
  end(): void
}

export interface Browsers {
  current(): Promise<Running>
  close(): Promise<void>
}

/** @throws {NoChromium} When there is none. */
export async function openBrowsers(sandbox: boolean): Promise<Browsers> {
  let running = launch(sandbox)
  await running
  return {
    async current() {
      for (;;) {
        const last = running
        const one = await last
        if (!one.hasEnded()) return one
        // Of several callers that find it ended, only the first starts the next.
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
    throw new BrowserEnded('Chromium ended during the comparison')
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
