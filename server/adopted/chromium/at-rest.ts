// Waits until a page of Chromium is at rest: no requests and no changes. For site-browser.ts and
// `verify`.

import type { Page } from './launch.ts'
import { flatten } from './page-html.ts'

/** ms without a change until a page is at rest. */
const REST = 120

export function withinTime<T>(work: Promise<T>, ms: number, wrong: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(wrong)), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

export function watchRequests(page: Page): () => readonly string[] {
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

/** As of `performance.now()`. */
export interface Patience {
  /** The earliest end: timers add content within a second. Default: as soon as nothing changes. */
  readonly from?: number
  readonly until: number
}

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
    const isShown = await page.evaluate(showsContent)
    const now = performance.now()
    const isStill = html === before && requests.length === 0 && isReady && now >= from
    if (isStill && (isShown || now > until)) return { html, waiting: [] }
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

/** On a busy machine an app shows nothing for a while. Runs in the page. */
function showsContent(): boolean {
  const outlet = document.querySelector('hashbang-outlet')
  if (outlet?.ariaBusy === 'true') return false
  const content: HTMLElement | null = outlet ?? document.body
  return (
    (content?.innerText ?? '').trim() !== '' ||
    content?.querySelector('img, svg, canvas, video, input, iframe') != null
  )
}
