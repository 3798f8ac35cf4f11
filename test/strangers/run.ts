/**
 * Shows every view of the corpus in Chromium and through the production handler. In: a browser, names of views. Out: for each
 * what both showed, what the server said, and how they compare.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sirv from 'sirv'
import { createHandler, type Site, toNode } from '../../dist/server/index.js'
import { STRANGERS } from './install.ts'
import { read, type Shown } from './read.ts'

/** How a snapshot compares with Chromium. `text`: only what is read is the same. */
export type Verdict = 'equal' | 'text' | 'differs' | 'failed'

/** A view as the handler showed it. */
export interface Snapshot {
  readonly name: string
  readonly status: number
  readonly html: string
  /** What the server said when it made the snapshot. */
  readonly warnings: readonly string[]
}

/** One view, shown twice. */
export interface Compared extends Snapshot {
  readonly verdict: Verdict
  readonly chromium: Shown
  readonly snapshot: Shown
}

declare global {
  /** In the page. */
  var strangers: () => Promise<string[]>
}

/** How long a page in Chromium must show the same, in ms, and how long it is watched at the least: as long as a snapshot's clock goes. */
const SAME = 400
const LEAST = 1000

/** What opens pages: a browser, or a context of one. */
export type Tabs = Pick<Browser, 'newPage'>

/** The corpus behind its server. */
export interface Corpus {
  readonly origin: string
  names(browser: Tabs): Promise<string[]>
  snapshot(name: string): Promise<Snapshot>
  /** Shows the view in the page as well. */
  compare(page: Page, snapshot: Snapshot): Promise<Compared>
  /** Starts new workers at the same address, which random numbers of pages depend on. */
  restart(workers?: number): Promise<void>
  close(): Promise<void>
}

export async function openCorpus({ workers = 1 } = {}): Promise<Corpus> {
  const said = new Map<string, string[]>()
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const files = sirv(join(STRANGERS.folder, 'dist/client'))
  let node: ReturnType<typeof toNode> | undefined
  server.on('request', (request, response) => {
    const next = () => files(request, response, () => void response.writeHead(404).end())
    if (node) node(request, response, next)
    else next()
  })
  const createSite = (workers: number): Promise<Site> =>
    createHandler({
      origin,
      pages: {
        '/': {
          shell: join(STRANGERS.folder, 'dist/client/index.html'),
          app: join(STRANGERS.folder, 'dist/worker/app.js'),
        },
      },
      workers,
      deadline: 60_000,
      cacheBytes: 0,
      observe(event) {
        if (event.type === 'warning')
          said.set(event.state, [...(said.get(event.state) ?? []), ...event.warnings])
      },
    })
  let site = await createSite(workers)
  node = toNode(site)

  return {
    origin,
    async names(browser) {
      const page = await browser.newPage()
      await page.goto(origin)
      await page.waitForFunction(() => 'strangers' in globalThis)
      const names = await page.evaluate(() => globalThis.strangers())
      await page.close()
      return names
    },
    async snapshot(name) {
      const response = await fetch(
        `${origin}/?_escaped_fragment_=${stateOf(name).replaceAll('%', '%25')}`,
        { redirect: 'manual' },
      )
      const html = await response.text()
      const warnings = [...said]
        .filter(([state]) => decodeURIComponent(state) === `/${name}`)
        .flatMap(([, all]) => all)
      return { name, status: response.status, html, warnings }
    },
    async compare(page, made) {
      await page.goto('about:blank')
      await page.goto(`${origin}/#!${stateOf(made.name)}`)
      await page.waitForLoadState('networkidle')
      await settled(page)
      const chromium = await page.evaluate(read, null)
      const snapshot = await page.evaluate(read, made.html)
      return { ...made, chromium, snapshot, verdict: judge(made.status, chromium, snapshot) }
    },
    async restart(workers = 1) {
      await site.close()
      site = await createSite(workers)
      node = toNode(site)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await site.close()
    },
  }
}

const stateOf = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`

function judge(status: number, chromium: Shown, snapshot: Shown): Verdict {
  if (status !== 200) return 'failed'
  if (chromium.text !== snapshot.text || chromium.head !== snapshot.head) return 'differs'
  return chromium.tree === snapshot.tree ? 'equal' : 'text'
}

/** Waits in the page's own time until it shows the same for a while. */
const settled = (page: Page): Promise<void> =>
  page.evaluate(
    ([same, least]) =>
      new Promise<void>((resolve) => {
        const started = performance.now()
        let changed = started
        new MutationObserver(() => {
          changed = performance.now()
        }).observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        })
        const look = () => {
          const now = performance.now()
          if (now - started > 6000 || (now - started > least && now - changed > same)) resolve()
          else setTimeout(look, 50)
        }
        look()
      }),
    [SAME, LEAST] as const,
  )
