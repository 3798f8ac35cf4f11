// Gives each page a separate, empty context of a Chromium. The browser starts with the first page
// and restarts after its end or many pages.

import { within } from './at-rest.ts'
import { type Browser, type BrowserContext, launchChromium, type Page, VIEWPORT } from './launch.ts'

/** How pages are shown. Times in ms. */
export interface ContextOptions {
  readonly locale?: string
  readonly timeZone?: string
  /** False runs Chromium without its sandbox. */
  readonly sandbox: boolean
  /** How long a page may take to come to rest. */
  readonly deadline: number
  /** Whether pages have the network. Default: false; this process answers their requests. */
  readonly isOnline?: boolean
}

export interface OpenContext {
  readonly page: Page
  readonly context: BrowserContext
  /** Rejects when the browser ends. Playwright may never settle a call to a killed browser. */
  readonly lost: Promise<never>
  close(): Promise<void>
}

export interface Contexts {
  /** @throws {TypeError} If no Chromium can be started. */
  open(isScripted: boolean): Promise<OpenContext>
  close(): Promise<void>
}

/** A browser is replaced after this number of pages. */
const MOST_PAGES = 500

/** ms until the next try after a failed start. */
const RETRY = 30_000

/** ms that closing a page may take before its browser is given up. */
const CLOSING = 5000

/** Requests that this process does not handle go to a nonexistent proxy, and fail. */
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
  made: number
  open: number
  isRetired: boolean
}

export function openContexts(options: ContextOptions): Contexts {
  const { sandbox, deadline, isOnline = false, locale, timeZone } = options
  let running: Promise<Running> | undefined
  let closed = false

  const start = async (): Promise<Running> => {
    const browser = await launchChromium(sandbox, isOnline ? [] : SWITCHES)
    const lost = new Promise<never>((_, reject) => {
      browser.once('disconnected', () => reject(new Error('Chromium ended')))
    })
    lost.catch(() => undefined)
    if (closed) await browser.close()
    return { browser, lost, made: 0, open: 0, isRetired: false }
  }

  const forget = (one: Promise<Running>) => {
    if (running === one) running = undefined
  }

  async function take(): Promise<Running> {
    for (;;) {
      if (closed) throw new Error('The browser is closing')
      running ??= start()
      const starting = running
      const found = await starting.catch((error: unknown) => {
        // Callers receive the same error until the next try.
        setTimeout(() => forget(starting), RETRY).unref()
        throw error
      })
      if (found.browser.isConnected() && found.made < MOST_PAGES) {
        found.made += 1
        found.open += 1
        return found
      }
      forget(starting)
      found.isRetired = true
      if (found.open === 0) await found.browser.close()
    }
  }

  async function open(isScripted: boolean): Promise<OpenContext> {
    const from = await take()
    const { browser, lost } = from
    let context: BrowserContext | undefined
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      from.open -= 1
      if (!browser.isConnected()) return
      // If the page's process does not respond, end the whole browser.
      const closing = Promise.race([context?.close(), lost])
      await within(closing, CLOSING, 'it does not close').catch(() => browser.close())
      if (from.isRetired && from.open === 0) await browser.close()
    }
    const opening = async () => {
      context = await browser.newContext({
        ...{ viewport: VIEWPORT, acceptDownloads: false, serviceWorkers: 'block' },
        ...(locale !== undefined && { locale }),
        ...(timeZone !== undefined && { timezoneId: timeZone }),
        javaScriptEnabled: isScripted,
      })
      if (!isOnline) await context.routeWebSocket(/.*/, (socket) => void socket.close())
      const page = await context.newPage()
      page.setDefaultTimeout(deadline)
      return { page, close, context, lost }
    }
    try {
      return await Promise.race([opening(), lost])
    } catch (error) {
      await close()
      throw error
    }
  }

  return {
    open,
    async close() {
      closed = true
      const found = await running?.catch(() => undefined)
      await found?.browser.close()
    },
  }
}
