// Opens an empty context of a Chromium for each page of site-browser.ts and `verify`. The browser
// starts with the first page, and restarts after its end or many pages.

import { withinTime } from './at-rest.ts'
import { type Browser, type BrowserContext, launchChromium, type Page, VIEWPORT } from './launch.ts'

/** Times in ms. */
export interface ContextOptions {
  readonly locale?: string
  readonly timeZone?: string
  /** False runs Chromium without its sandbox. */
  readonly sandbox: boolean
  readonly deadline: number
  /** Whether pages have the network. Default: this process answers their requests. */
  readonly isOnline?: boolean
}

export interface OpenContext {
  readonly page: Page
  readonly context: BrowserContext
  /** Rejects when the browser ends: Playwright may never settle a call to it. */
  readonly lost: Promise<never>
  close(): Promise<void>
}

const MOST_PAGES = 500

/** Pause after a failed start, in ms. */
const RETRY = 30_000

/** How long closing may take, in ms; then the browser is given up. */
const CLOSING = 5000

/** Requests that this process does not handle fail. */
const SWITCHES = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

interface Running {
  readonly browser: Browser
  readonly lost: Promise<never>
  pages: number
  open: number
  isOld: boolean
}

export class BrowserContexts {
  readonly #options: ContextOptions
  #running: Promise<Running> | undefined
  #isClosed = false

  constructor(options: ContextOptions) {
    this.#options = options
  }

  /** Callers may pass this function on. */
  readonly close = async (): Promise<void> => {
    this.#isClosed = true
    const running = await this.#running?.catch(() => undefined)
    await running?.browser.close()
  }

  /** @throws {TypeError} If no Chromium can be started. */
  async open(isScripted: boolean): Promise<OpenContext> {
    const running = await this.#take()
    const { lost } = running
    let context: BrowserContext | undefined
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      await closeContext(running, context)
    }
    const opening = async () => {
      context = await this.#newContext(running.browser, isScripted)
      if (!this.#options.isOnline)
        await context.routeWebSocket(/.*/, (socket) => void socket.close())
      const page = await context.newPage()
      page.setDefaultTimeout(this.#options.deadline)
      return { page, close, context, lost }
    }
    try {
      return await Promise.race([opening(), lost])
    } catch (error) {
      await close()
      throw error
    }
  }

  async #take(): Promise<Running> {
    for (;;) {
      if (this.#isClosed) throw new Error('The browser is closing')
      this.#running ??= this.#start()
      const starting = this.#running
      const running = await starting.catch((error: unknown) => {
        // Callers receive the same error until the next try.
        setTimeout(() => this.#remove(starting), RETRY).unref()
        throw error
      })
      if (running.browser.isConnected() && running.pages < MOST_PAGES) {
        running.pages += 1
        running.open += 1
        return running
      }
      this.#remove(starting)
      running.isOld = true
      if (running.open === 0) await running.browser.close()
    }
  }

  async #start(): Promise<Running> {
    const { sandbox, isOnline } = this.#options
    const browser = await launchChromium(sandbox, isOnline ? [] : SWITCHES)
    const lost = new Promise<never>((_, reject) => {
      browser.once('disconnected', () => reject(new Error('Chromium ended')))
    })
    lost.catch(() => undefined)
    if (this.#isClosed) await browser.close()
    return { browser, lost, pages: 0, open: 0, isOld: false }
  }

  #remove(running: Promise<Running>): void {
    if (this.#running === running) this.#running = undefined
  }

  #newContext(browser: Browser, isScripted: boolean): Promise<BrowserContext> {
    const { locale, timeZone } = this.#options
    return browser.newContext({
      viewport: VIEWPORT,
      acceptDownloads: false,
      serviceWorkers: 'block',
      ...(locale !== undefined && { locale }),
      ...(timeZone !== undefined && { timezoneId: timeZone }),
      javaScriptEnabled: isScripted,
    })
  }
}

async function closeContext(running: Running, context: BrowserContext | undefined): Promise<void> {
  const { browser, lost } = running
  running.open -= 1
  if (!browser.isConnected()) return
  // The page's process may not respond.
  const closing = Promise.race([context?.close(), lost])
  await withinTime(closing, CLOSING, 'it does not close').catch(() => browser.close())
  if (running.isOld && running.open === 0) await browser.close()
}
