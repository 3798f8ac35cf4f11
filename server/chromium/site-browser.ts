// A Chromium that shows pages of adopted sites. In: a page's HTML, where it is, what may answer its requests. Out: looks: the page
// once it has come to rest, where it went instead, or what it still waited for.

import { type Answers, type Asked, answerRequest, MOST_LOADS } from './answer-request.ts'
import { noteAsked } from './asked-apis.ts'
import { atRest, openRequests, within } from './at-rest.ts'
import { type ContextOptions, type OpenContext, openContexts } from './contexts.ts'
import { flatten } from './flatten.ts'
import type { Frame, Page, Request } from './launch.ts'
import type { Look, LookOrder, StillLook } from './look.ts'
import { pageDocument } from './page-document.ts'

/** How pages are shown, and who answers them. */
export interface SiteBrowserOptions extends ContextOptions {
  /** Answers requests of a page; rejects what must not be asked. */
  readonly fetch: (pageUrl: string) => typeof fetch
  readonly isAllowed: (origin: string) => boolean
}

/** See the head of this file. All that it gives rejects when Chromium ends meanwhile. */
export interface SiteBrowser {
  /** @throws {TypeError} When no Chromium can be started. */
  look(order: LookOrder): Promise<Look>
  /** Shows HTML as if it had come from the page, without scripts. */
  still(order: Pick<LookOrder, 'pageUrl' | 'html'>): Promise<StillLook>
  close(): Promise<void>
}

/** For how long after its `load` event a page may have something to show by timers, in ms: as in our engine. */
const TIMERS = 1000

/** How much longer than a page's time its own process may take to answer, in ms. */
const SLACK = 1000

const MOST_ERRORS = 20

/** Opens it; Chromium is started with the first look. */
export function openSiteBrowser(options: SiteBrowserOptions): SiteBrowser {
  const { deadline, fetch, isAllowed } = options
  const contexts = openContexts(options)

  /** Has the requests of a context answered. */
  async function answering(
    { page, context }: OpenContext,
    { pageUrl, html }: Pick<LookOrder, 'pageUrl' | 'html'>,
    asked: Asked,
  ): Promise<void> {
    const ended = new AbortController()
    context.once('close', () => ended.abort())
    const answers: Answers = {
      pageUrl,
      html,
      fetch: fetch(pageUrl),
      isAllowed,
      signal: ended.signal,
    }
    await context.route(
      () => true,
      (route) => {
        const of = frameOf(route.request())
        // A window that the page opens is nobody's to look at.
        if (of?.page() !== page) return route.abort('aborted').catch(() => undefined)
        const isMain = route.request().isNavigationRequest() && of === page.mainFrame()
        // The page may be closed before it is answered.
        return answerRequest(route, isMain, answers, asked).catch(() => undefined)
      },
    )
  }

  const pictured = (page: Page) => () =>
    within(
      page.screenshot({ type: 'jpeg', quality: 55, animations: 'disabled' }),
      deadline + SLACK,
      'no picture can be taken of it',
    )

  async function look(order: LookOrder): Promise<Look> {
    const until = performance.now() + deadline
    const opened = await contexts.open(true)
    const { page, close } = opened
    const asked: Asked = { leftOut: new Map(), loads: 0, away: undefined, missing: [] }
    const errors: string[] = []
    const requests = openRequests(page)
    page.on('popup', (popup) => void popup.close().catch(() => undefined))
    page.on('pageerror', (error) => {
      if (errors.length < MOST_ERRORS) errors.push(error.stack ?? String(error))
    })
    const away = new Promise<'away'>((resolve) => {
      page.on('requestfailed', () => asked.away !== undefined && resolve('away'))
    })
    const show = async () => {
      if (order.notes) await opened.context.addInitScript(noteAsked)
      await answering(opened, order, asked)
      const isLoaded = await page
        .goto(order.url, { waitUntil: 'load', timeout: Math.max(1, until - performance.now()) })
        .then(
          () => true,
          (error: Error) => {
            if (asked.away === undefined && /Timeout/.test(error.name)) return false
            throw error
          },
        )
      if (!isLoaded) return { html: '', waiting: requests().slice(0, 5) }
      return atRest(page, requests, { from: performance.now() + TIMERS, until })
    }
    try {
      const end = await within(
        Promise.race([show(), away]),
        deadline + SLACK,
        `its scripts did not let go in ${deadline} ms`,
      )
      if (asked.loads > MOST_LOADS) throw new Error('it loads itself anew without end')
      if (asked.away !== undefined || end === 'away') {
        await close()
        return { type: 'away', href: asked.away ?? page.url() }
      }
      if (end.waiting.length > 0) {
        await close()
        return { type: 'late', waiting: end.waiting }
      }
      const said = await page.evaluate(() => ({
        status: document.head
          .querySelector('meta[name="prerender-status-code" i]')
          ?.getAttribute('content'),
        asked: [...((Reflect.get(window, '__hashbangAsked') ?? []) as Iterable<string>)],
      }))
      return {
        ...{ type: 'shown', url: page.url(), html: end.html, close },
        status: said.status ?? undefined,
        asked: said.asked.sort(),
        errors: [...asked.missing, ...errors],
        leftOut: [...asked.leftOut],
        document: () => within(page.evaluate(pageDocument), deadline + SLACK, 'it does not answer'),
        picture: pictured(page),
      }
    } catch (error) {
      await close()
      if (asked.away === undefined) throw error
      return { type: 'away', href: asked.away }
    }
  }

  return {
    look,
    async still(order) {
      const opened = await contexts.open(false)
      const { page, close } = opened
      try {
        await answering(opened, order, {
          leftOut: new Map(),
          loads: 0,
          away: undefined,
          missing: [],
        })
        await page.goto(order.pageUrl, { waitUntil: 'load', timeout: deadline })
        const html = await within(page.evaluate(flatten), deadline + SLACK, 'it does not answer')
        return { html, close, picture: pictured(page) }
      } catch (error) {
        await close()
        throw error
      }
    },
    close: contexts.close,
  }
}

/** The frame that asks; none yet for a window that is being opened. */
function frameOf(request: Request): Frame | undefined {
  try {
    return request.frame()
  } catch {
    return undefined
  }
}
