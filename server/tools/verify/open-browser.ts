// Opens pages in a real Chromium for verify, and returns HTML and pictures once a page is at rest.

import { withoutFragment } from '../../../src/url.ts'
import { atRest, watchRequests, withinTime } from '../../adopted/chromium/at-rest.ts'
import { BrowserContexts, type OpenContext } from '../../adopted/chromium/browser-contexts.ts'
import type { Page } from '../../adopted/chromium/launch.ts'
import { flatten } from '../../adopted/chromium/page-html.ts'

export interface BrowserOptions {
  /** Most ms for a page to load, and then to come to rest. */
  readonly timeout: number
  /** Whether Chromium runs in its sandbox, which root can't. */
  readonly sandbox: boolean
  /** ms after the `load` event in which timers may still add content. Default: 0. */
  readonly timers?: number
  /** The only origins that pages may request. Default: all. */
  readonly allow?: ReadonlySet<string> | undefined
}

export interface ShownPage {
  readonly url: string
  readonly html: string
  picture(): Promise<Buffer>
  close(): Promise<void>
}

export type Attempt = 'first' | 'last'

/** ms beyond a page's timeout in which its process must respond. */
const SLACK = 1000

export function openBrowser({ timeout, sandbox, timers = 0, allow }: BrowserOptions) {
  const contexts = new BrowserContexts({ sandbox, deadline: timeout, isOnline: true })
  let lost = 0

  async function show(
    opening: Promise<OpenContext>,
    load: (opened: OpenContext) => Promise<string>,
  ): Promise<ShownPage> {
    const opened = await opening
    const { page, close } = opened
    opened.lost.catch(() => {
      lost += 1
    })
    // A script may never yield; then no call to its page ends.
    const inTime = <T>(work: Promise<T>) => {
      const most = 2 * timeout + SLACK
      return Promise.race([
        opened.lost,
        withinTime(work, most, `its scripts block Chromium for more than ${most} ms`),
      ])
    }
    try {
      page.on('popup', (popup) => void popup.close().catch(() => undefined))
      if (allow) await inTime(allowOnly(allow, opened))
      const html = await inTime(load(opened))
      const picture = { type: 'jpeg', quality: 55, animations: 'disabled' } as const
      return { html, url: page.url(), picture: () => inTime(page.screenshot(picture)), close }
    } catch (error) {
      await close()
      throw error
    }
  }

  return {
    /**
     * @param attempt The last one waits for a fifth of the timeout: a busy machine may be late.
     * @throws {NoChromium} @throws {Error} When the page does not load in time.
     */
    openPage: (url: string, attempt: Attempt): Promise<ShownPage> =>
      show(contexts.open(true), async ({ page }) => {
        const requests = watchRequests(page)
        await page.goto(url, { waitUntil: 'load', timeout })
        const now = performance.now()
        const from = now + (attempt === 'last' ? Math.max(timers, timeout / 5) : timers)
        return (await atRest(page, requests, { from, until: now + timeout })).html
      }),
    /** Opens HTML without scripts, as if loaded from `url`. */
    openSnapshot: (url: string, html: string): Promise<ShownPage> =>
      show(contexts.open(false), async ({ page }) => {
        await respondWith(page, url, html)
        await page.goto(url, { waitUntil: 'load', timeout })
        return page.evaluate(flatten)
      }),
    /** How many browsers have ended. */
    get lost(): number {
      return lost
    },
    close: contexts.close,
  }
}

/** A page that leaves for another origin is empty there. */
async function allowOnly(allow: ReadonlySet<string>, { page, context }: OpenContext) {
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

function respondWith(page: Page, url: string, html: string): Promise<unknown> {
  return page.route(
    (target) => withoutFragment(target.href) === withoutFragment(url),
    (route) =>
      route.request().isNavigationRequest()
        ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: html })
        : route.continue(),
  )
}
