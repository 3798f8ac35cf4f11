/** Shows every view of the corpus in Chromium and through the production handler. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from '@playwright/test'
import sirv from 'sirv'
import { createHandler, type Site, toNode } from '../../dist/server/index.js'
import { type BuiltCorpus, INSTALLED } from './install.ts'
import { leavesIn, viewsIn } from './names.ts'
import { read, type Shown } from './read.ts'

/** The comparison of a snapshot with Chromium. `text`: only the text is the same. */
export type Verdict = 'equal' | 'text' | 'differs' | 'failed'

export interface Snapshot {
  readonly name: string
  readonly status: number
  readonly html: string
  /** The messages of the server while it made the snapshot: warnings, and workers that it lost. */
  readonly warnings: readonly string[]
}

export interface Compared extends Snapshot {
  readonly verdict: Verdict
  readonly chromium: Shown
  readonly snapshot: Shown
}

/**
 * How long a page in Chromium must show the same, in ms, and how long it is watched at the least:
 * as long as a snapshot's clock goes.
 */
const SAME = 400
const LEAST = 1000

/** A browser, or a context of one, that opens pages. */
export type Tabs = Pick<Browser, 'newPage'>

export interface Corpus {
  readonly origin: string
  readonly names: readonly string[]
  /** The names of pages that leave something behind. */
  readonly leaves: readonly string[]
  /** Why the server has replaced workers. */
  readonly replaced: readonly string[]
  snapshot(name: string): Promise<Snapshot>
  compare(page: Page, snapshot: Snapshot): Promise<Compared>
  close(): Promise<void>
}

/**
 * @param create Of the package, or of a copy of it. @param port Of another run, to compare with it:
 * random numbers depend on the origin.
 */
export async function openCorpus(
  { client, shell, app, views }: BuiltCorpus = INSTALLED,
  create = createHandler,
  port = 0,
): Promise<Corpus> {
  const replaced: string[] = []
  const logs = new Map<string, string[]>()
  const underWay = new Set<string>()
  const note = (state: string, warnings: readonly string[]) =>
    void logs.set(state, [...(logs.get(state) ?? []), ...warnings])
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  const files = sirv(client)
  let node: ReturnType<typeof toNode> | undefined
  server.on('request', (request, response) => {
    const next = () => files(request, response, () => void response.writeHead(404).end())
    if (node) node(request, response, next)
    else next()
  })
  const createSite = (): Promise<Site> =>
    create(
      {
        origin,
        pages: { '/': { shell, app } },
        workers: 1,
        limits: { deadline: 60_000 },
        cache: { bytes: 0 },
      },
      {
        observers: [
          (event) => {
            if (event.type === 'warning') note(decodeURIComponent(event.state), event.warnings)
            if (event.type !== 'replaced') return
            replaced.push(event.why)
            // A worker that is lost harms every page that is under way.
            for (const state of underWay) note(state, [`A worker was replaced: ${event.why}`])
          },
        ],
      },
    )
  const site = await createSite()
  node = toNode(site)

  return {
    origin,
    names: viewsIn(views),
    leaves: leavesIn(views).map((name) => `leaves/${name}`),
    replaced,
    async snapshot(name) {
      underWay.add(`/${name}`)
      const response = await fetch(
        `${origin}/?_escaped_fragment_=${stateOf(name).replaceAll('%', '%25')}`,
        { redirect: 'manual' },
      )
      const html = await response.text()
      underWay.delete(`/${name}`)
      return { name, status: response.status, html, warnings: logs.get(`/${name}`) ?? [] }
    },
    async compare(page, made) {
      const load = async (): Promise<Shown> => {
        await page.goto('about:blank')
        await page.goto(`${origin}/#!${stateOf(made.name)}`)
        await page.waitForLoadState('networkidle')
        await settled(page)
        return page.evaluate(read, null)
      }
      const chromium = await load()
      const snapshot = await page.evaluate(read, made.html)
      const first = judge(made.status, chromium, chromium, snapshot)
      if (first === 'equal' || first === 'failed')
        return { ...made, chromium, snapshot, verdict: first }
      const verdict = judge(made.status, chromium, await load(), snapshot)
      return { ...made, chromium, snapshot, verdict }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await site.close()
    },
  }
}

/** Some libraries write the time into ids: echarts, billboard. */
export const withoutTimes = (html: string): string => html.replace(/(?<!\d)\d{13}(?!\d)/g, '')

const stateOf = (name: string): string => `/${name.split('/').map(encodeURIComponent).join('/')}`

/** @param again Another load in Chromium. */
function judge(status: number, chromium: Shown, again: Shown, snapshot: Shown): Verdict {
  if (status !== 200) return 'failed'
  const isSame = (part: keyof Shown) => agrees(chromium[part], again[part], snapshot[part])
  if (!isSame('text') || !isSame('head')) return 'differs'
  return isSame('tree') ? 'equal' : 'text'
}

function agrees(one: string, again: string, snapshot: string): boolean {
  if (one === snapshot) return true
  const [words, others, shown] = [one, again, snapshot].map((text) => text.split(/\b|(?=_)/))
  if (!words || !others || !shown) return false
  if (words.length !== others.length || words.length !== shown.length) return false
  const names = new Map<string, string | undefined>()
  return words.every((word, at) => {
    if (word === others[at]) return word === shown[at]
    if (!names.has(word)) names.set(word, shown[at])
    return names.get(word) === shown[at]
  })
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
