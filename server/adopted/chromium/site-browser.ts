// Shows pages of adopted sites in a Chromium, for the lane of Chromium: up to the page at rest,
// its navigation, or the work that it still waited for.

import { shapeOf } from '../../site/adopted-pages.ts'
import type { ChromiumDocument, Job } from '../../snapshot/pool/protocol.ts'
import { answerRequests, MOST_LOADS, PageTraffic, type SiteAccess } from './answer-requests.ts'
import { atRest, watchRequests, withinTime } from './at-rest.ts'
import { BrowserContexts, type ContextOptions } from './browser-contexts.ts'
import type { Page } from './launch.ts'
import { pageDocument } from './page-html.ts'

export type ChromiumResult =
  | ({ readonly type: 'shown' } & ChromiumDocument)
  | { readonly type: 'away'; readonly href: string }
  | { readonly type: 'late'; readonly waiting: readonly string[] }

export interface SiteBrowserOptions extends ContextOptions, SiteAccess {}

/** All its promises reject if Chromium ends meanwhile. */
export interface SiteBrowser {
  /** @throws {TypeError} If no Chromium can be started. */
  show(job: Job): Promise<ChromiumResult>
  close(): Promise<void>
}

/** In ms after the `load` event: timers may still add content, as in workers. */
const TIMERS = 1000

/** In ms, beyond the page's deadline. */
const SLACK = 1000

const MOST_ERRORS = 20

/** Chromium starts with the first page. */
export function openSiteBrowser(options: SiteBrowserOptions): SiteBrowser {
  const { deadline } = options
  const contexts = new BrowserContexts(options)

  async function show(job: Job): Promise<ChromiumResult> {
    const url = shapeOf(job).fragmentUrl(job.url, job.state)
    const until = performance.now() + deadline
    const opened = await contexts.open(true)
    const { page, close } = opened
    const traffic = new PageTraffic()
    const errors = errorsOf(page)
    const requests = watchRequests(page)
    page.on('popup', (popup) => void popup.close().catch(() => undefined))
    const away = new Promise<'away'>((resolve) => {
      page.on('requestfailed', () => traffic.away !== undefined && resolve('away'))
    })
    const load = async () => {
      await answerRequests(opened, job, options, traffic)
      if (!(await loads(page, url, until, traffic))) return { waiting: requests().slice(0, 5) }
      return atRest(page, requests, { from: performance.now() + TIMERS, until })
    }
    try {
      const end = await withinTime(
        Promise.race([load(), away]),
        deadline + SLACK,
        `its scripts did not let go in ${deadline} ms`,
      )
      if (traffic.loads > MOST_LOADS) throw new Error('it reloads itself endlessly')
      if (traffic.away !== undefined || end === 'away')
        return { type: 'away', href: traffic.away ?? page.url() }
      if (end.waiting.length > 0) return { type: 'late', waiting: end.waiting }
      const shown = {
        url: page.url(),
        leftOut: [...traffic.leftOut],
        errors: [...traffic.missing, ...errors],
      }
      const written = page.evaluate(pageDocument)
      const html = await withinTime(written, deadline + SLACK, 'it does not answer')
      return { type: 'shown', html, ...shown }
    } catch (error) {
      if (traffic.away === undefined) throw error
      return { type: 'away', href: traffic.away }
    } finally {
      await close()
    }
  }

  return { show, close: contexts.close }
}

function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => {
    if (errors.length < MOST_ERRORS) errors.push(error.stack ?? String(error))
  })
  return errors
}

/** @param until As `performance.now()` counts. */
async function loads(
  page: Page,
  url: string,
  until: number,
  traffic: PageTraffic,
): Promise<boolean> {
  try {
    await page.goto(url, { waitUntil: 'load', timeout: Math.max(1, until - performance.now()) })
    return true
  } catch (error) {
    if (traffic.away === undefined && /Timeout/.test((error as Error).name)) return false
    throw error
  }
}
