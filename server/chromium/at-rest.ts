// Waits until a page has come to rest: nothing is asked for, nothing changes any more. In: a page of a browser. Out: its document
// as it is seen, and what it was still waiting for when its time was over.

import { flatten } from './flatten.ts'
import type { Page } from './launch.ts'

/** How long nothing may change before a page counts as at rest, in ms. */
const REST = 120

/** Rejects with what is wrong when the work is not done in time. */
export function within<T>(work: Promise<T>, ms: number, wrong: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(wrong)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Gives the URLs of the requests that are under way. */
export function openRequests(page: Page): () => readonly string[] {
  const open = new Map<unknown, string>()
  page.on('request', (request) => open.set(request, request.url()))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => [...open.values()]
}

/** A page that was waited for. */
export interface Rested {
  readonly html: string
  /** Nothing, where it has come to rest. */
  readonly waiting: readonly string[]
}

/** How long a page is waited for. Times as of `performance.now()`. */
export interface Patience {
  /** Not before that: what timers show within a second belongs to a page. Default: as soon as nothing changes. */
  readonly from?: number
  readonly until: number
}

/** Waits. @param open The requests under way. */
export async function atRest(
  page: Page,
  open: () => readonly string[],
  { from = 0, until }: Patience,
): Promise<Rested> {
  let before: string | undefined
  for (;;) {
    const html = await page.evaluate(flatten)
    const requests = open()
    const isReady = await page.evaluate(() => Reflect.get(window, 'prerenderReady') !== false)
    const now = performance.now()
    if (html === before && requests.length === 0 && isReady && now >= from) {
      return { html, waiting: [] }
    }
    if (now > until) {
      const waiting = [
        ...requests.slice(0, 5),
        ...(isReady ? [] : ['window.prerenderReady to become true']),
      ]
      return { html, waiting: waiting.length > 0 ? waiting : ['what it shows to stop changing'] }
    }
    before = html
    await page.waitForTimeout(REST)
  }
}
