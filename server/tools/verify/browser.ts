// Shows pages in a real Chromium, and returns HTML and pictures once a page has come to rest.

import { withoutFragment } from '../../../src/url.ts'
import { atRest, openRequests, within } from '../../adopted/chromium/at-rest.ts'
import { type OpenContext, openContexts } from '../../adopted/chromium/contexts.ts'
import { flatten } from '../../adopted/chromium/flatten.ts'
import type { Page } from '../../adopted/chromium/launch.ts'

export interface EyeOptions {
  /** Most ms for a page to come to rest. Then the page is closed, or a hanging browser. */
  readonly timeout: number
  /** Runs Chromium in its sandbox, which root cannot do. */
  readonly sandbox: boolean
  /** ms after the `load` event in which timers may still add content. Default: 0. */
  readonly timers?: number
  /** The only origins that pages may request. Default: all. */
  readonly allow?: ReadonlySet<string> | undefined
}

export interface Shown {
  readonly url: string
  /** The document, with its shadow roots in place. */
  readonly html: string
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export interface Eyes {
  /**
   * Opens a URL as a person does.
   * @throws {NoChromium} When Playwright, a browser or the sandbox is missing.
   * @throws {Error} When the page does not load in time, or the browser ends.
   */
  show(url: string): Promise<Shown>
  /** Shows HTML without scripts, as if loaded from `url`. */
  showSnapshot(url: string, html: string): Promise<Shown>
  /** Changes when a browser ends. What failed then may be tried again. */
  readonly lost: number
  close(): Promise<void>
}

/** How many ms beyond a page's timeout its process may take to respond. */
const SLACK = 1000

export function openEyes({ timeout, sandbox, timers = 0, allow }: EyeOptions): Eyes {
  const contexts = openContexts({ sandbox, deadline: timeout, isOnline: true })
  let lost = 0

  async function look(isScripted: boolean, show: (opened: OpenContext) => Promise<string>) {
    const opened = await contexts.open(isScripted)
    const { page, close } = opened
    opened.lost.catch(() => {
      lost += 1
    })
    // A page's script may never yield; then no call to the page ends.
    const inTime = <T>(work: Promise<T>) => {
      const most = timeout + SLACK
      return Promise.race([
        opened.lost,
        within(work, most, `its scripts block Chromium for more than ${most} ms`),
      ])
    }
    try {
      page.on('popup', (popup) => void popup.close().catch(() => undefined))
      if (allow) await inTime(keepAmong(allow, opened))
      const html = await inTime(show(opened))
      const picture = { type: 'jpeg', quality: 55, animations: 'disabled' } as const
      return { html, url: page.url(), picture: () => inTime(page.screenshot(picture)), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  return {
    show: (url) =>
      look(true, async ({ page }) => {
        const until = performance.now() + timeout
        const open = openRequests(page)
        await page.goto(url, { waitUntil: 'load', timeout })
        return (await atRest(page, open, { from: performance.now() + timers, until })).html
      }),
    showSnapshot: (url, html) =>
      look(false, async ({ page }) => {
        await answerWith(page, url, html)
        await page.goto(url, { waitUntil: 'load', timeout })
        return page.evaluate(flatten)
      }),
    get lost() {
      return lost
    },
    close: contexts.close,
  }
}

/** Refuses requests to other origins. A page that leaves for one is shown empty there. */
async function keepAmong(allow: ReadonlySet<string>, { page, context }: OpenContext) {
  await context.routeWebSocket(/.*/, (socket) => void socket.close())
  await context.route(
    ({ protocol, origin }) => protocol.startsWith('http') && !allow.has(origin),
    (route) => {
      const request = route.request()
      const isMain = request.isNavigationRequest() && request.frame() === page.mainFrame()
      return isMain ? route.fulfill({ body: '' }) : route.abort('blockedbyclient')
    },
  )
}

function answerWith(page: Page, url: string, html: string): Promise<unknown> {
  return page.route(
    (asked) => withoutFragment(asked.href) === withoutFragment(url),
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.continue(),
  )
}
