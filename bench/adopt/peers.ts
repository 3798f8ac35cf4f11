// The renderers of an adopted app's states: each a function from a state to its HTML, and a
// function that ends it. All are warm.
import { ServerRenderer } from '@happy-dom/server-renderer'
import { type Browser, chromium, type Page } from '@playwright/test'
import { createHandler } from 'hashbang-router/server'
import type { StatePrefix } from '../../dist/server/site/adopted-urls.js'

export interface Peer {
  /** @param text The text of the page when it is ready. */
  show(state: string, text: string): Promise<string>
  close(): Promise<unknown>
}

/** A page that shows nothing for so many ms never will. */
const LONGEST_MS = 60_000

/** Ours, without its cache. */
export async function adopted(folder: string, states: StatePrefix): Promise<Peer> {
  const site = await createHandler({
    origin: 'http://bench.test',
    pages: { '/': { site: folder, states } },
    ...{ workers: 2, cache: { maxAge: 0 }, limits: { deadline: LONGEST_MS } },
  })
  return {
    async show(state, text) {
      const target = `/?_escaped_fragment_=${encodeURIComponent(state)}`
      const answer = await site({ method: 'GET', target, headers: {} })
      const html = String(answer?.body)
      if (!html.includes(text)) throw new Error(`"${text}" is not shown: ${answer?.status} ${html}`)
      return html
    },
    close: () => site.close(),
  }
}

/**
 * Goes to a fragment, and waits for a text; as text, as compilers put names of theirs into
 * functions.
 */
const GO = `(fragment, text) => new Promise((resolve, reject) => {
  const end = performance.now() + ${LONGEST_MS}
  if (location.hash !== fragment) location.hash = fragment
  const look = () => {
    const html = document.documentElement.outerHTML
    if (html.includes(text)) resolve(html)
    else if (performance.now() > end) reject(new Error('"' + text + '" is not shown: ' + html))
    else setTimeout(look, 1)
  }
  look()
})`

/** Pages of a browser that is up, each of which loads one state after the other. */
export async function chromiumPages(
  browser: Browser,
  origin: string,
  mark: string,
  count: number,
): Promise<Peer> {
  const free: Page[] = []
  const waiting: ((page: Page) => void)[] = []
  for (let i = 0; i < count; i++) {
    const page = await browser.newPage()
    await page.goto(`${origin}/`)
    free.push(page)
  }
  let id = 0
  const take = () => {
    const page = free.pop()
    return page ? Promise.resolve(page) : new Promise<Page>((resolve) => waiting.push(resolve))
  }
  const give = (page: Page) => {
    const next = waiting.shift()
    if (next) next(page)
    else free.push(page)
  }
  return {
    async show(state, text) {
      const page = await take()
      try {
        const fragment = mark + state
        await page.goto(`${origin}/?n=${id++}${fragment}`)
        return await page.evaluate<string>(
          `(${GO})(${JSON.stringify(fragment)}, ${JSON.stringify(text)})`,
        )
      } finally {
        give(page)
      }
    },
    close: async () => undefined,
  }
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })

/** Happy DOM's own product for the purpose, its worker kept alive. */
export function serverRenderer(origin: string, mark: string): Peer {
  const renderer = new ServerRenderer({
    browser: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
    },
    cache: { disable: false, directory: '' },
    logLevel: 0,
    render: { maxConcurrency: 16 },
    worker: { disable: false, maxConcurrency: 2 },
  })
  let id = 0
  return {
    async show(state, text) {
      const url = `${origin}/?n=${id++}${mark}${state}`
      const [result] = await renderer.render([{ url }], { keepAlive: true })
      if (!result?.content?.includes(text)) throw new Error(result?.error ?? `No "${text}"`)
      return result.content
    },
    close: () => renderer.close(),
  }
}

/** So often a page is asked for again that the service has given too early. */
const MOST_ASKED = 5

/**
 * A service for the purpose, with a Chromium of its own. The bench retries if it answers before the
 * page shows anything.
 */
export function prerendered(
  { html }: { html(url: string): Promise<string> },
  origin: string,
  mark: string,
): Peer {
  let id = 0
  return {
    async show(state, text) {
      let shown = ''
      for (let asked = 0; asked < MOST_ASKED; asked++) {
        shown = await html(`${origin}/?n=${id++}${mark}${state}`)
        if (shown.includes(text)) return shown
      }
      throw new Error(`"${text}" is not shown: ${shown}`)
    },
    close: async () => undefined,
  }
}
