/** A running job: its context, its drawing and its state's resolution. */

import { declaredState } from '../../../src/address-state.ts'
import { fault } from '../../../src/diagnostics.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Page, Resolution } from '../../../src/resolution.ts'
import type { Table } from '../../../src/table.ts'
import { JobContext, nodeFetch, type ShellPlan } from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/clock.ts'
import { TraceLog } from '../../dom/isolation/page-trace.ts'
import { canonicalUrl } from '../../site/site-urls.ts'
import { type CodeFetchOptions, codeFetch } from '../fetch/code-fetch.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import type { AppSource } from './app-source.ts'
import { destinationOf, unlessLeft } from './destination.ts'
import type { Stage } from './draw-page.ts'
import type { ReadSheets } from './linked-sheets.ts'
import { pageTable } from './page-table.ts'

/** A page of the site, as a worker knows it before any job. */
export interface App {
  /** Its table, for the addresses, which all pages share. */
  readonly routes: Table
  readonly context: unknown
}

export type ShellOf = (page: string) => ShellPlan

export interface Site extends Omit<CodeFetchOptions, 'send'> {
  readonly source: AppSource
  readonly apps: ReadonlyMap<string, App>
  readonly shellOf: ShellOf
  readonly readSheets: ReadSheets
}

export interface Task {
  readonly job: Job
  readonly own: JobContext
  readonly app: App
  readonly drawing: Pick<Stage, 'shadow' | 'readSheets' | 'url'>
  readonly shell: ShellPlan
  readonly scheme: ReadableScheme | undefined
  readonly started: number
  /** Releases its modules. */
  end: () => void
}

export function openTask(site: Site, job: Job): Task {
  const { apps, allow } = site
  const app = apps.get(job.page) as App
  const fetches = codeFetch({ ...site, send: nodeFetch }, { ...job, routes: app.routes })
  const own = new JobContext(job, fetches.restrict, fetches.send)
  const { scheme: usual, options } = app.routes
  const scheme = job.readable ? options.readable : undefined
  const place = { state: job.state, url: job.url, schemes: [...(scheme ? [scheme] : []), usual] }
  if (job.trace) own.trace = new TraceLog()
  own.leads = (href) => destinationOf(href, { ...place, allow })
  const drawing = {
    shadow: job.live && !job.inPlace ? ('declarative' as const) : ('flatten' as const),
    readSheets: job.markdown ? site.readSheets : undefined,
    url: canonicalUrl(scheme ?? usual, job.url, declaredState(app.routes, job.state)),
  }
  const shell = site.shellOf(job.page)
  return { job, own, app, drawing, shell, scheme, started: machineNow(), end: () => undefined }
}

/** Evaluates the app's modules for the page. */
export async function openTable({ source }: Site, task: Task): Promise<Table> {
  const { module, end } = source.open(task.job.page)
  task.end = end
  const { routes } = await module
  return pageTable(routes, task.own)
}

/** Resolves the state. @returns Its page, or its answer without a page. */
export async function resolveTask(task: Task, routes: Table): Promise<Page | Answer> {
  const { job, own, app, scheme } = task
  const options = { context: app.context as never, signal: own.signal, fetch: own.fetch }
  const resolved = await unlessLeft(own, routes.resolve(job.state, options))
  const sent = 'destination' in resolved ? resolved.destination : undefined
  if (sent && !(sent instanceof Error)) return sent
  const found = 'destination' in resolved ? await routes.fail(job.state, sent) : resolved
  const page = isBlank(found) ? await routes.fail(found.state, noView(found)) : found
  if (page.type === 'aborted') return { type: 'late', waiting: own.waitedFor, after: job.deadline }
  if (page.type !== 'redirect') return page
  return { ...page, location: canonicalUrl(scheme ?? routes.scheme, job.url, page.state) }
}

/** A page without content: an empty outlet with status 200 would be cached and indexed. */
const isBlank = (found: Resolution): found is Page =>
  found.type === 'page' && !found.levels.some(({ view }) => view)

const noView = ({ levels, state }: Page): Error =>
  fault('HB004', [levels.at(-1)?.name ?? '', state])
