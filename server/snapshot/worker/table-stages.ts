// The stages of a page of a route table, which make-page.ts calls in their order.

import { declaredState } from '../../../src/address-state.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Table } from '../../../src/table.ts'
import {
  close,
  fillDocument,
  machineNow,
  nodeFetch,
  open,
  PageContext,
  type ShellPlan,
  seedViews,
  setFileLookup,
  TraceLog,
} from '../../dom/index.ts'
import type { Readables } from '../../html/readable-links.ts'
import { canonicalUrl, feedLink } from '../../site/site-urls.ts'
import { type CodeFetchOptions, codeFetch } from '../fetch/code-fetch.ts'
import { fileLookup } from '../fetch/file-lookup.ts'
import { resetCounters } from '../modules/counters.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import type { AppSource } from './app-source.ts'
import type { ReadSheets } from './linked-sheets.ts'
import type { Early, PageStages } from './make-page.ts'
import { type MarkdownParts, markdownOf } from './markdown-page.ts'
import { pageTable } from './page-table.ts'
import { inTime } from './page-waits.ts'
import { livePage, readablePage, takenData } from './readable-page.ts'
import { ViewRender } from './render-views.ts'
import { resolveJob } from './resolve-job.ts'
import { tableDestination } from './table-destination.ts'
import { tableSnapshot } from './table-snapshot.ts'

export interface App {
  /** The table for addresses, which all pages share. */
  readonly routes: Table
  readonly context: unknown
}

export interface WorkerSite extends Omit<CodeFetchOptions, 'send'> {
  readonly source: AppSource
  readonly apps: ReadonlyMap<string, App>
  readonly readables: Readables
  readonly shellOf: (page: string) => ShellPlan
  readonly readSheets: ReadSheets
}

const MODULES = 'the modules of the app'

export class TableStages implements PageStages {
  readonly own: PageContext
  readonly markdown: MarkdownParts | undefined
  readonly #site: WorkerSite
  readonly #job: Job
  readonly #app: App
  readonly #shell: ShellPlan
  /** The scheme of a readable address. */
  readonly #scheme: ReadableScheme | undefined
  readonly #url: string
  /** The same for all forms of a state, so that they have the same random values. */
  readonly #seed: string
  readonly #started = machineNow()
  #views: ViewRender | undefined
  #releaseModules = () => {}
  /** The loaders' data, as HTML. */
  #data = ''

  constructor(site: WorkerSite, job: Job) {
    const app = site.apps.get(job.page) as App
    const fetches = codeFetch({ ...site, send: nodeFetch }, { ...job, routes: app.routes })
    const own = new PageContext(job, fetches.restrict, fetches.send)
    const { scheme: usual, options } = app.routes
    const scheme = job.form === 'crawler' ? undefined : options.readable
    const schemes = [...(scheme ? [scheme] : []), usual]
    if (job.trace) own.trace = new TraceLog()
    own.leads = (href) =>
      tableDestination(href, { state: job.state, url: job.url, schemes, allow: site.allow })
    this.own = own
    this.#site = site
    this.#job = job
    this.#app = app
    this.#shell = site.shellOf(job.page)
    this.#scheme = scheme
    const state = declaredState(app.routes, job.state)
    this.#url = canonicalUrl(scheme ?? usual, job.url, state)
    this.#seed = canonicalUrl(usual, job.url, state)
    this.markdown = markdownOf(job, app.routes, this.#shell)
  }

  async open(): Promise<undefined> {
    const { form } = this.#job
    open(this.#url, this.#seed, this.own)
    setFileLookup(fileLookup(this.own.fetch))
    resetCounters()
    const outlet = new HashbangOutlet()
    this.#views = new ViewRender({
      ...{ own: this.own, url: this.#url, outlet },
      document: fillDocument(this.#shell, { tags: [], lang: undefined }, outlet),
      shadow: form === 'people' ? 'declarative' : 'flatten',
      readSheets: form === 'markdown' ? this.#site.readSheets : undefined,
    })
  }

  async run(): Promise<Early> {
    const { own } = this
    const job = this.#job
    const routes = await inTime(this.#evaluateModules(), own.signal)
    if (routes === 'late') return { type: 'late', waiting: [MODULES], after: job.deadline }
    const { context } = this.#app
    const page = await resolveJob(routes, { job, own, context, scheme: this.#scheme })
    if (!('levels' in page)) return page
    seedViews()
    await this.#views?.run(page, routes.fail)
    return undefined
  }

  async settle(): Promise<undefined> {
    await this.#views?.settle()
  }

  async write(): Promise<Answer> {
    const { own } = this
    const views = this.#views as ViewRender
    const rendered = await views.write()
    const left = own.takeDestination()
    if (left && !(left instanceof Error)) return left
    const shown = left ? await views.fail(left) : rendered
    const load = machineNow() - this.#started - shown.dom - shown.serialize
    const snapshot = tableSnapshot(shown, own, { url: this.#url, load })
    // Data may have code of its own, which runs before the page is closed.
    if (this.#job.form !== 'crawler')
      this.#data = takenData(shown.page, snapshot, this.#scheme ?? this.#app.routes.scheme)
    return snapshot
  }

  async close(): Promise<void> {
    await close(this.own)
    this.#releaseModules()
  }

  finish(answer: Answer): Answer {
    const { url, form } = this.#job
    const scheme = this.#scheme
    if (answer.type !== 'snapshot' || form === 'crawler') return answer
    const feed = feedLink(this.#app.routes, url)
    const data = this.#data
    if (!scheme) return livePage(answer, feed, data)
    return readablePage(answer, { readables: this.#site.readables, scheme, url, feed, data })
  }

  async #evaluateModules(): Promise<Table> {
    const { module, end } = this.#site.source.open(this.#job.page)
    this.#releaseModules = end
    const { routes } = await module
    return pageTable(routes, this.own)
  }
}
