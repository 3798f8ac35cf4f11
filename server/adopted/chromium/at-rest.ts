// Waits until a browser's page is at rest: no requests and no changes. Returns its visible
// document, and what it still waited for at the deadline.

import { flatten } from './flatten.ts'
import type { Page } from './launch.ts'

/** ms without a change until a page is at rest. */
const REST = 120

/** Rejects with `wrong` if the work takes too long. */
export function within<T>(work: Promise<T>, ms: number, wrong: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(wrong)), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

export function openRequests(page: Page): () => readonly string[] {
  const open = new Map<unknown, string>()
  page.on('request', (request) => open.set(request, request.url()))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return () => [...open.values()]
}

export interface Rested {
  readonly html: string
  /** Empty if it is at rest. */
  readonly waiting: readonly string[]
}

/** How long to wait. Times as of `performance.now()`. */
export interface Patience {
  /**
   * The earliest end: content from timers within a second belongs to a page. Default: as soon as
   * nothing changes.
   */
  readonly from?: number
  readonly until: number
}

/** @param open The pending requests. */
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
