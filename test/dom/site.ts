/** A site for the specs of src/dom. */
import { readFile } from 'node:fs/promises'
import { test as base } from '@playwright/test'
import { listening } from '../listening.ts'

export interface Shell {
  readonly head?: string
  readonly body?: string
  /** The code of a module that uses `routes` and the names of the package. */
  readonly script?: string
}

export interface Site {
  readonly origin: string
  page(path: string, shell?: Shell): string
  close(): Promise<void>
}

const IMPORTS = {
  'hashbang-router': '/dist/src/index.js',
  'hashbang-router/browser': '/dist/src/browser.js',
  '@lit/reactive-element': '/node_modules/@lit/reactive-element/reactive-element.js',
}

const START = 'window.router = browser.start(routes, { context: null })'

/** The page's HTML: an outlet, and the app started on it. */
const shellHtml = ({
  head = '',
  body = '<hashbang-outlet></hashbang-outlet>',
  script = START,
}: Shell): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shell</title>
  <script type="importmap">${JSON.stringify({ imports: IMPORTS })}</script>${head}
  <body>${body}<script type="module">
    import * as browser from 'hashbang-router/browser'
    import * as app from '/test/fixtures/router/app.js'
    const { routes } = app
    Object.assign(window, { browser, app, errors: [] })
    window.addEventListener('error', (event) => window.errors.push(event.message))
    window.addEventListener('unhandledrejection', (event) => window.errors.push(\`unhandled: \${event.reason}\`))
    ${script}
  </script>`

/** Tests with a site, and with pages that lack the Navigation API where `without` says so. */
export const test = base.extend<{ without: boolean }, { site: Site }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs.
    async ({}, use) => {
      const site = await startSite()
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  without: [false, { option: true }],
  context: async ({ context, without }, use) => {
    await context.addInitScript((without) => {
      Object.assign(window, { entries: window.navigation })
      if (without) Object.defineProperty(window, 'navigation', { value: undefined })
    }, without)
    await use(context)
  },
})

/**
 * Declares tests for both histories. Those on hash events are nightly, but for those that `rarely`
 * is not given to.
 */
export function overHistories(define: (rarely: { tag: string[] }, without: boolean) => void): void {
  for (const without of [false, true]) {
    test.describe(without ? 'without the Navigation API' : 'with the Navigation API', () => {
      test.use({ without })
      test.skip(({ browserName }) => without && browserName !== 'chromium', 'hidden in Chromium')
      define({ tag: without ? ['@nightly'] : [] }, without)
    })
  }
}

/** How often a page is polled for the expected text: it responds in a few ms. */
export const OFTEN = { intervals: [20] }

const TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', html: 'text/html' }

export async function startSite(): Promise<Site> {
  const pages = new Map<string, string>()
  const root = new URL('../../', import.meta.url)
  const { origin, close } = await listening(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/empty') return void response.writeHead(204).end()
    if (path === '/file') {
      response.writeHead(200, { 'content-disposition': 'attachment; filename=x.txt' }).end('x')
      return
    }
    const page = pages.get(path)
    const known = /^\/(dist|node_modules|test\/fixtures)\/[\w@./-]+\.js$/.test(path)
    const body =
      page ?? (known ? await readFile(new URL(`.${path}`, root)).catch(() => null) : null)
    const type =
      page === undefined ? (TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain') : 'text/html'
    response.writeHead(body === null ? 404 : 200, {
      'content-type': `${type}; charset=utf-8`,
      'access-control-allow-origin': '*',
      'cache-control': 'no-store',
    })
    response.end(body ?? 'Not here')
  })
  return {
    origin,
    page(path, shell = {}) {
      pages.set(path, shellHtml(shell))
      return origin + path
    },
    close,
  }
}
