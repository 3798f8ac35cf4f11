// The stages of a page of a route table, which serve-jobs.ts calls in their order.

import { setImmediate } from 'node:timers/promises'
import { declaredState } from '../../../src/address-state.ts'
import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { Page } from '../../../src/page.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Table } from '../../../src/table.ts'
import { isForPeople } from '../../cache/cache-key.ts'
import {
  close,
  fillDocument,
  hiddenNodes,
  isQuiet,
  machineNow,
  nodeFetch,
  open,
  PageContext,
  type PageDocument,
  type ShellPlan,
  seedViews,
  setFileLookup,
  TraceLog,
  takeErrors,
  usesStyles,
} from '../../dom/index.ts'
import { pageData } from '../../html/inline-scripts.ts'
import type { Readables } from '../../html/readable-links.ts'
import { canonicalUrl, feedLink } from '../../site/site-urls.ts'
import type { DocumentMetadata, FinishedPage } from '../document/document-metadata.ts'
import { LiveDocument } from '../document/live-document.ts'
import { type MarkdownParts, markdownOf } from '../document/markdown-page.ts'
import type { ShellText } from '../document/shell-text.ts'
import { type CodeFetchOptions, codeFetch } from '../fetch/code-fetch.ts'
import { fileLookup } from '../fetch/file-lookup.ts'
import { resetCounters } from '../modules/counters.ts'
import type { Answer, Job, LateAnswer } from '../pool/protocol.ts'
import { StyleScope } from '../serialize/scope.ts'
import type { Shadow } from '../serialize/serialize-options.ts'
import type { AppSource } from './app-source.ts'
import { errorText } from './error-text.ts'
import { type ReadSheets, sheetUrls } from './linked-sheets.ts'
import { contentOf, cutLevel, unmount } from './outlet-content.ts'
import { pageTable } from './page-table.ts'
import { inTime } from './page-waits.ts'
import { failureInTime, lateAnswer, resolveJob } from './resolve-job.ts'
import type { Early, PageStages } from './serve-jobs.ts'
import { type Settled, settle } from './settle.ts'
import { tableDestination } from './table-destination.ts'
import {
  contentAt,
  isEmpty,
  metadataOf,
  type PageAddress,
  pageHead,
  routedKeys,
  tableDraft,
  type WrittenPage,
  withLinks,
} from './table-document.ts'
import { checkedPage, renderOnce } from './text-views.ts'

export interface App {
  /** The table for addresses, which all pages share. */
  readonly routes: Table
  readonly context: unknown
}

/** Of the index.html of a page. */
export interface PageShell {
  readonly plan: ShellPlan
  readonly text: ShellText
}

export interface WorkerSite extends Omit<CodeFetchOptions, 'send'> {
  readonly source: AppSource
  readonly apps: ReadonlyMap<string, App>
  readonly readables: Readables
  readonly shellOf: (page: string) => PageShell
  readonly readSheets: ReadSheets
  /** The style sheets of imported modules, in development. Default: they are sheets. */
  readonly stylesOf?: (page: string, modules: readonly string[]) => Promise<readonly string[]>
}

/** The page in the outlet: that of the state, or its failure page. */
interface Shown {
  readonly page: Page
  readonly failPage: Table['fail']
}

const MODULES = 'the modules of the app'
const EMPTY = 'The page shows nothing, and has reported an error'

export class TableStages implements PageStages {
  readonly pageContext: PageContext
  readonly markdown: MarkdownParts | undefined
  readonly #site: WorkerSite
  readonly #job: Job
  readonly #app: App
  readonly #shell: PageShell
  /** The scheme of a readable address. */
  readonly #scheme: ReadableScheme | undefined
  readonly #address: PageAddress
  /** By the page's scheme. Its head or view may name another canonical one. */
  readonly #url: string
  /** The same for all forms of a state, so that they have the same random values. */
  readonly #seed: string
  readonly #started = machineNow()
  #mounted = this.#started
  #outlet: HashbangOutlet | undefined
  #document: PageDocument | undefined
  #shown: Shown | undefined
  #linked: readonly CSSStyleSheet[] | undefined
  #settled: Settled = { pending: [], open: [] }
  readonly #errors: unknown[] = []
  #releaseModules = () => {}
  /** Of a page that needs no further stage. */
  #written: WrittenPage | undefined
  #draft: FinishedPage | undefined

  constructor(site: WorkerSite, job: Job) {
    const app = site.apps.get(job.page) as App
    const fetches = codeFetch({ ...site, send: nodeFetch }, { ...job, routes: app.routes })
    const pageContext = new PageContext(job, fetches.restrict, fetches.send)
    const { scheme: usual, options } = app.routes
    const scheme = job.form === 'crawler' ? undefined : options.readable
    const schemes = [...(scheme ? [scheme] : []), usual]
    if (job.trace) pageContext.trace = new TraceLog()
    pageContext.leads = (href) =>
      tableDestination(href, { state: job.state, url: job.url, schemes, allow: site.allow })
    this.pageContext = pageContext
    this.#site = site
    this.#job = job
    this.#app = app
    this.#shell = site.shellOf(job.page)
    this.#scheme = scheme
    const state = declaredState(app.routes, job.state)
    this.#url = canonicalUrl(scheme ?? usual, job.url, state)
    this.#seed = canonicalUrl(usual, job.url, state)
    this.markdown = markdownOf(job, app.routes, this.#shell.plan)
    const { form, url } = job
    this.#address = { state: job.state, form, url, scheme, feed: feedLink(app.routes, url) }
  }

  async open(): Promise<undefined> {
    open(this.#url, this.#seed, this.pageContext)
    setFileLookup(fileLookup(this.pageContext.fetch))
    resetCounters()
    this.#outlet = new HashbangOutlet()
    const head = { tags: [], lang: undefined }
    this.#document = fillDocument(this.#shell.plan, head, this.#outlet)
  }

  async run(): Promise<Early> {
    const { pageContext } = this
    const job = this.#job
    const routes = await inTime(this.#evaluateModules(), pageContext.signal)
    if (routes === 'late') return lateAnswer([MODULES], job)
    const { context } = this.#app
    const resolved = await resolveJob(routes, { job, pageContext, context, scheme: this.#scheme })
    if (!('levels' in resolved)) return resolved
    seedViews()
    const page = checkedPage(resolved)
    const rendered = renderOnce(page)
    this.#show({ page: rendered?.page ?? page, failPage: routes.fail })
    // Plain text needs no document, if nothing is under way that could change it.
    const needsDocument = !rendered?.isPlain || this.markdown || this.#shell.text.isOutletDoubtful
    if (needsDocument || !(await this.#isDone())) return this.#orFail(() => this.#mount())
    this.#written = this.#writtenOf(page, rendered.markup)
    return undefined
  }

  /** Whether nothing has changed the document, or will. Errors of microtasks come with a task. */
  async #isDone(): Promise<boolean> {
    await setImmediate()
    return isQuiet() && !this.#document?.isChanged
  }

  async settle(): Promise<Early> {
    return this.#written ? undefined : this.#orFail(() => this.#settle())
  }

  async write(): Promise<Answer | 'written'> {
    const early = this.#written ? undefined : await this.#orFail(() => this.#write())
    const { pageContext } = this
    const left = pageContext.takeDestination()
    if (left && !(left instanceof Error)) return left
    const late = left ? await this.#fail(left) : early
    if (late) return late
    const written = this.#written as WrittenPage
    const styles = [...pageContext.styles]
    this.#draft = tableDraft(written, {
      pageContext,
      shell: this.#shell.text,
      address: this.#address,
      url: this.#url,
      started: this.#started,
      styles: (await this.#site.stylesOf?.(this.#job.page, styles)) ?? styles,
      data: this.#sentData(written.page),
    })
    return 'written'
  }

  async close(): Promise<void> {
    // A page that ended early has not unmounted its views.
    if (this.#outlet?.page) this.#outlet.remove()
    await close(this.pageContext)
    this.#releaseModules()
  }

  finish(): FinishedPage {
    return withLinks(this.#draft as FinishedPage, this.#site.readables, this.#address)
  }

  async #evaluateModules(): Promise<Table> {
    const { module, end } = this.#site.source.open(this.#job.page)
    this.#releaseModules = end
    const { routes } = await module
    return pageTable(routes, this.pageContext)
  }

  #show(shown: Shown): void {
    this.#shown = shown
    this.#document?.setHead(pageHead(shown.page, this.#url))
  }

  /** Rejects with the error of a view. */
  async #mount(): Promise<void> {
    const outlet = this.#outlet as HashbangOutlet
    this.#mounted = machineNow()
    outlet.page = (this.#shown as Shown).page
    await inTime(outlet.updateComplete, this.pageContext.signal)
  }

  /** Waits until the views have settled, or navigate away. */
  async #settle(): Promise<void> {
    const { pageContext } = this
    const { signal } = pageContext
    if (this.markdown) this.#linked = await this.#site.readSheets(sheetUrls(pageContext))
    for (;;) {
      const { leaving } = pageContext
      const outlet = this.#outlet as HashbangOutlet
      this.#settled = await settle(outlet, AbortSignal.any([signal, leaving]))
      if (signal.aborted || !leaving.aborted || pageContext.isLeaving) return
    }
  }

  async #write(): Promise<void> {
    const outlet = this.#outlet as HashbangOutlet
    const { page } = this.#shown as Shown
    const shown = machineNow()
    this.#errors.push(...takeErrors())
    const { content, metadata, live, sheets, refused } = this.#writeViews(page, outlet)
    const failed = this.#errors.length > 0
    if (failed && page.error === undefined && isEmpty(content, live)) throw new Error(EMPTY)
    const written = this.#writtenOf(page, content, metadata)
    const serialize = machineNow() - shown
    const cut = cutLevel(outlet, page)
    this.#errors.push(...takeErrors())
    await unmount(outlet)
    const times = { dom: shown - this.#mounted, serialize }
    this.#written = { ...written, ...this.#faults(cut, refused), ...times, live, sheets }
  }

  /** @throws {SerializeError} For an unsafe tree. Any other is shown closely. */
  #writeViews(page: Page, outlet: HashbangOutlet) {
    const scope = new StyleScope(this.pageContext.styles.size > 0 || usesStyles())
    const omit = this.#linked && hiddenNodes(document, this.#linked)
    const shadow: Shadow = this.#job.form === 'people' ? 'declarative' : 'flatten'
    const options = { shadow, omit, scope }
    const { html: content, why } = contentOf(outlet, options)
    const metadata = this.#metadataOf(page)
    const live = new LiveDocument(this.#document as PageDocument, {
      outlet,
      options,
      content: contentAt(content, this.#address),
      headKeys: routedKeys(page, this.#url),
      canonical: metadata.canonical,
      isTakenOver: isForPeople(this.#job.form),
    })
    const refused = [...why, ...scope.refused, ...live.refused]
    return { content, metadata, live, sheets: scope.html(), refused }
  }

  #metadataOf(page: Page): DocumentMetadata {
    return metadataOf(page, this.#url, this.#shell.text, this.#document as PageDocument)
  }

  #writtenOf(page: Page, content: string, metadata = this.#metadataOf(page)): WrittenPage {
    const none = { live: undefined, sheets: '', warnings: [], dom: 0, serialize: 0 }
    return { page, metadata, content, fault: 'none', ...none }
  }

  #faults(
    cut: readonly string[],
    refused: readonly string[],
  ): Pick<WrittenPage, 'fault' | 'warnings'> {
    const { pageContext } = this
    const errors = this.#errors
    const { pending, open } = this.#settled
    const unanswered = pageContext.takeUnanswered()
    const faults = [errors, pending, open, unanswered, cut]
    return {
      fault: faults.some(({ length }) => length > 0) ? 'failed' : 'none',
      warnings: [
        ...[cut, unanswered, refused].flat(),
        ...(pageContext.isLeaving ? ['it has sent its readers elsewhere'] : []),
        ...pending.map((work) => `still pending at the deadline: ${work}`),
        ...open.map((request) => `not waited for, because it stays open: ${request}`),
        ...errors.map((error) => `reported by the page: ${errorText(error)}`),
        ...takeErrors().map((error) => `reported when it was unmounted: ${errorText(error)}`),
      ],
    }
  }

  /** A tree that is too deep to walk fails alone. */
  async #orFail(stage: () => Promise<void>): Promise<LateAnswer | undefined> {
    try {
      await stage()
    } catch (error) {
      return this.#fail(error)
    }
    return undefined
  }

  async #fail(error: unknown): Promise<LateAnswer | undefined> {
    const { page, failPage } = this.#shown as Shown
    const request = { job: this.#job, pageContext: this.pageContext }
    const failure = await failureInTime(failPage, page.state, error, request)
    if (!('levels' in failure)) return failure
    this.#show({ page: failure, failPage })
    try {
      await this.#mount()
      await this.#settle()
      await this.#write()
    } catch {
      // Unmounts its views.
      this.#outlet?.remove()
      this.#written = this.#writtenOf(failure, '')
    }
    return undefined
  }

  #sentData(page: Page): string {
    const { data = false } = this.#scheme ?? this.#app.routes.scheme
    const isSent = data && this.#job.form !== 'crawler'
    return isSent && page.type === 'page' && page.error === undefined ? pageData(page) : ''
  }
}
