// Renders states of adopted pages in Chromium; a worker then writes the document. The adopted sites
// call it. Bounded in pages, queue and time.

import PQueue from 'p-queue'
import { NoChromium } from '../../adopted/chromium/launch.ts'
import { openSiteBrowser, type SiteBrowser } from '../../adopted/chromium/site-browser.ts'
import { adoptedPages, mountsOf, shapeOf } from '../../site/adopted-pages.ts'
import { redirectTo } from '../../site/adopted-urls.ts'
import type { Config } from '../../site/config.ts'
import { allowedFetch } from '../../snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { Answer, JobRequest, Refusal } from '../../snapshot/pool/protocol.ts'
import type { Observer } from '../observe/events.ts'
import { QUEUE, regionOf, type WorkersOptions } from './start-pool.ts'

type Options = WorkersOptions & Pick<Config, 'adopt' | 'origin'>

/** Pages at a time, and the least time limit of one. */
const PAGES = 2
const DEADLINE_MS = 15_000

/** If a page names states for it. */
export function withChromium(ours: Pool, options: Options, observe: Observer): Pool {
  const named = new Map(
    adoptedPages(options.pages).map(([path, { chromium = [] }]) => [path, chromium]),
  )
  if ([...named.values()].every((states) => states.length === 0)) return ours
  const isNamed = ({ page, state }: JobRequest) =>
    named.get(page)?.some((one) => covers(one, state))
  let isReported = false
  const chromium = createChromiumPool({
    ...{ browser: openBrowser(options), pages: PAGES, deadline: deadlineOf(options) },
    queue: options.limits?.queue ?? QUEUE,
    allow: new Set(options.allowFetch),
    write: ours.render,
  })
  return {
    async render(request) {
      if (!isNamed(request)) return ours.render(request)
      const answer = await chromium.render(request)
      if (answer.type === 'app' && !isReported) {
        isReported = true
        const warning = `States for Chromium get the app without a snapshot, so readers without script see nothing: ${answer.why}`
        observe({ type: 'warning', state: request.state, warnings: [warning] })
      }
      return answer
    },
    get waiting() {
      return ours.waiting + chromium.waiting
    },
    get ready() {
      return ours.ready
    },
    // Workers write Chromium's pages, too.
    get isFull() {
      return ours.isFull
    },
    async close() {
      await chromium.close()
      await ours.close()
    },
  }
}

/** `/charts/*` covers `/charts/a`. */
export const covers = (name: string, state: string): boolean =>
  name.endsWith('*') ? state.startsWith(name.slice(0, -1)) : state === name

const deadlineOf = ({ limits }: Pick<Config, 'limits'>): number =>
  Math.max(limits?.deadline ?? 0, DEADLINE_MS)

function openBrowser(options: Options): SiteBrowser {
  const { origin, allowFetch, adopt: { sandbox = true } = {} } = options
  const allow = new Set(allowFetch)
  const site = siteFetch(mountsOf(options), origin, fetch)
  return openSiteBrowser({
    ...regionOf(options.region),
    ...{ sandbox, deadline: deadlineOf(options) },
    fetch: (pageUrl) => allowedFetch(site, pageUrl, allow),
    isAllowed: (one) => one === origin || allow.has(one),
  })
}

/** Times in ms. */
export interface ChromiumPoolOptions {
  readonly browser: SiteBrowser
  readonly pages: number
  readonly queue: number
  /** Of a page's load, and of its wait. */
  readonly deadline: number
  /** Other origins for redirects. */
  readonly allow: ReadonlySet<string>
  /** Renders a document of Chromium. */
  readonly write: Pool['render']
}

/** Returns `app` if Chromium cannot start. */
export function createChromiumPool(
  options: ChromiumPoolOptions,
): Pick<Pool, 'render' | 'waiting' | 'close'> {
  const { browser, pages, queue: most, deadline, allow, write } = options
  const queue = new PQueue({ concurrency: pages })
  let closed = false

  async function make(request: JobRequest): Promise<Answer | Refusal> {
    const shape = shapeOf(request)
    const look = await browser.render({
      pageUrl: request.url,
      url: shape.fragmentUrl(request.url, request.state),
      html: request.shell ?? '',
    })
    if (look.type === 'late') return { type: 'late', waiting: look.waiting, after: deadline }
    if (look.type === 'away') {
      const to = redirectTo(look.href, { url: request.url, shape, allow })
      if (to instanceof Error) return { type: 'crashed', error: to.message }
      return { type: 'redirect', status: 302, location: to.location }
    }
    const { url, errors, leftOut } = look
    const html = await look.document().finally(look.close)
    return write({ ...request, rendered: { html, url, errors, leftOut } })
  }

  return {
    async render(request) {
      if (closed) return { type: 'closed' }
      if (queue.size + queue.pending >= most) return { type: 'overloaded' }
      const queuedAt = performance.now()
      return queue.add(async () => {
        if (closed) return { type: 'closed' }
        if (performance.now() - queuedAt > deadline) return { type: 'overloaded' }
        return make(request).catch((error: Error) => failure(error, request, closed))
      })
    },
    get waiting() {
      return queue.size + queue.pending
    },
    async close() {
      closed = true
      await browser.close()
      await queue.onIdle()
    },
  }
}

function failure(error: Error, request: JobRequest, closed: boolean): Answer | Refusal {
  if (closed) return { type: 'closed' }
  const url = shapeOf(request).fragmentUrl(request.url, request.state)
  if (error instanceof NoChromium) return { type: 'app', why: error.message, url }
  return { type: 'crashed', error: `Chromium could not show the page: ${error.message}` }
}
