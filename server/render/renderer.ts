// State -> HTML of its page. In: the app's table and context, a state. Out: status, head and body as text.
// Runs in a worker thread, after dom.ts. Loaders of many jobs overlap; the DOM has one page at a time.

import { clearTimeout, setTimeout } from 'node:timers'
import type { Table } from '../../src/define-routes.ts'
import { fault } from '../../src/diagnostics.ts'
import { viewPage } from '../../src/dom/mount.ts'
import type { Page, Resolution } from '../../src/page.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import {
  asText,
  isUntouched,
  JobContext,
  nodeFetch,
  type ShellPlan,
  soiled,
  uncaught,
} from '../happy-dom/index.ts'
import { isPlain } from '../html/plain.ts'
import { isKnownPlain } from '../html/plain-templates.ts'
import { allowedFetch } from '../http/restricted-fetch.ts'
import type { Answer, Job, Snapshot } from '../pool/protocol.ts'
import type { Shadow } from '../serialize/index.ts'
import { stateUrlOrPage } from '../site/state-url.ts'
import { destinationOf, unlessLeft } from './destination.ts'
import { createMemoryCheck } from './module-memory.ts'
import { readablePage } from './readable-page.ts'
import type { Drawing } from './render-page.ts'
import { snapshotOf } from './snapshot-of.ts'
import { withTags } from './tagged-table.ts'
import { livePage } from './taken-over.ts'
import { importsBetweenPages, withViewsApart } from './view-imports.ts'
import { allOf, groupOf, isReusable, isWhole, type Shown, type Stage } from './view-reuse.ts'
import { watchTable } from './waiting.ts'

/** A page of a site: its routes, and what their loaders are given. */
export interface App {
  readonly routes: Table
  readonly context: unknown
}

/** Gives the shell of a page. */
export type ShellOf = (page: string) => ShellPlan

/** Told which job has the DOM, in case that it never gives it back. */
export interface Turns {
  enter(job: number): void
  leave(): void
}

/** Who hears what a page still waits for, and after how many ms; undefined: nobody. */
export interface Slow {
  readonly after: number | undefined
  tell(state: string, waiting: readonly string[]): void
}

const NEVER_SLOW: Slow = { after: undefined, tell: () => undefined }

/** Makes snapshots; one page is in the DOM at a time. */
export function createRenderer(
  apps: ReadonlyMap<string, App>,
  turns: Turns,
  allow: ReadonlySet<string>,
  stage: Stage,
  shellOf: ShellOf,
  slow: Slow = NEVER_SLOW,
): (job: Job) => Promise<Answer> {
  const show = forgiving(stage.show)
  const steadiness = createMemoryCheck<Drawing>()
  let turn: Promise<unknown> = Promise.resolve()

  function inTurn<T>(job: Pick<Job, 'id'>, work: () => Promise<T>): Promise<T> {
    const mine = turn.then(() => {
      if (soiled().length > 0) return NEVER
      turns.enter(job.id)
      return work()
    })
    turn = mine.then(turns.leave, turns.leave)
    return mine
  }

  const importView = importsBetweenPages(inTurn)
  const tables = new Map<string, Table>()
  const readables = new Map<string, ReadableScheme>()
  for (const [path, { routes }] of apps) {
    if (routes.options.readable) readables.set(path, routes.options.readable)
    const apart = withViewsApart(routes, importView)
    tables.set(
      path,
      watchTable(withTags(apart), () => JobContext.current?.waiting),
    )
  }

  const make = async (job: Job, own: JobContext, signal: AbortSignal): Promise<Answer> => {
    const { context } = apps.get(job.page) as App
    const routes = tables.get(job.page) as Table
    const started = performance.now()
    const { fetch } = own
    const scheme = job.readable ? readables.get(job.page) : undefined
    const schemes = [...(scheme ? [scheme] : []), routes.scheme]
    const place = { state: job.state, url: job.url, schemes, allow }
    own.address = stateUrlOrPage(routes.scheme, job.url, job.state)
    own.leads = (href) => destinationOf(href, place)
    const options = { context: context as never, signal, fetch }
    const resolved = await unlessLeft(own, routes.resolve(job.state, options))
    let sent = 'destination' in resolved ? resolved.destination : undefined
    if (sent && !(sent instanceof Error)) return sent
    const found = 'destination' in resolved ? await routes.fail(job.state, sent) : resolved
    const page = isBlank(found) ? await routes.fail(found.state, noView(found)) : found
    const trespass = own.takeTrespass()
    if (page.type === 'aborted')
      return { type: 'late', waiting: [...own.waiting], after: job.deadline }
    const url = stateUrlOrPage(scheme ?? routes.scheme, job.url, page.state)
    if (page.type === 'redirect') return { ...page, location: url }
    const load = performance.now() - started
    const shadow: Shadow = job.live ? 'declarative' : 'flatten'
    const drawing = { routes, page, shell: shellOf(job.page), url, signal, shadow }
    const group = groupOf(job.page, page)
    const said = (shown: Shown): Snapshot => {
      const made = snapshotOf(shown, own, { group, url, load })
      if (scheme) return readablePage(made, shown.page, { readables, scheme, url: job.url })
      return job.live ? livePage(made, shown.page, routes.scheme) : made
    }
    const at = performance.now()
    const draw = async (what: Drawing, by?: string): Promise<Shown> =>
      textOf(what.page, what.url, own) ??
      (await inTurn(job, () => show(what, by, job.reuse === 'proven')))
    const reuse = job.reuse === 'proven' || (job.reuse === 'allowed' && page.reuse === true)
    let shown = await draw(drawing, reuse && isReusable(page) ? group : undefined)
    sent = own.takeDestination()
    if (sent && !(sent instanceof Error)) return sent
    if (sent) shown = await draw({ ...drawing, page: await routes.fail(page.state, sent) })
    if (trespass) own.fault(new Error(`${trespass} was asked for by a guard, loader or head`))
    // A thread that is over draws nothing more.
    if (!isWhole(shown, drawing) || soiled().length > 0) return said(shown)
    const unsteady = await steadiness(group, { ...drawing, at }, allOf(shown), async (first) => {
      const again = { ...first, signal }
      const now = await draw(again)
      return isWhole(now, again) ? allOf(now) : undefined
    })
    return { ...said(shown), remembers: unsteady }
  }
  return async (job) => {
    // Not AbortSignal.timeout, which would keep all of the page until the deadline.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    const tell = () => own.waiting.size > 0 && slow.tell(job.state, [...own.waiting])
    const slowTimer = slow.after === undefined ? undefined : setTimeout(tell, slow.after)
    const restrict = (send: typeof fetch) => allowedFetch(send, job.url, allow)
    const own = new JobContext(job, late.signal, restrict, nodeFetch)
    try {
      return await own.run(() => make(job, own, late.signal))
    } finally {
      clearTimeout(timer)
      clearTimeout(slowTimer)
      own.end()
      own.run(() => own.takeFaults().forEach(uncaught))
    }
  }
}

/** A page of nothing: an empty outlet answered 200 would be kept, and indexed. */
const isBlank = (found: Resolution): found is Page =>
  found.type === 'page' && !found.levels.some(({ view }) => view)

const noView = ({ levels, state }: Page): Error =>
  fault('HB004', [levels.at(-1)?.name ?? '', state])

/** The turn of a page in a thread that is about to be ended: it is drawn in another. */
const NEVER = new Promise<never>(() => {})

/** Of a page that was not in a document: nothing of it can have gone wrong. */
const NO_WORK = { text: 0, isAtFault: false, warnings: [], dom: 0, serialize: 0 }

/** What cannot even be drawn, such as a tree too deep to walk, is a failure of the page and not of the thread. */
function forgiving(show: Stage['show']): Stage['show'] {
  return async (drawing, group, prove) => {
    try {
      return await show(drawing, group, prove)
    } catch (error) {
      const page = await drawing.routes.fail(drawing.page.state, error)
      const nothing = {
        page,
        body: '',
        sheets: '',
        outside: undefined,
        ...NO_WORK,
      }
      return textOf(page, drawing.url, JobContext.current) ?? nothing
    }
  }
}

/**
 * The text of a page whose only view is HTML: 90 times faster than any DOM. A view that looks at the document, or could find
 * what the page that is shown has left on the window, has to wait for a document of its own.
 */
function textOf(page: Page, url: string, own: JobContext | undefined): Shown | undefined {
  const [level, ...deeper] = page.levels
  if (!level?.view || typeof level.view === 'function' || level.view.kind !== 'html' || deeper[0])
    return undefined
  if (!isUntouched()) return undefined
  try {
    let waits = false
    const given = viewPage(page, level, () => {
      waits = true
    })
    const { view } = level
    const made = asText(url, () => view.render(given as never))
    const body = String(made)
    return waits || own?.takeTrespass() || !(isKnownPlain(made) || isPlain(body))
      ? undefined
      : { page, body, sheets: '', outside: undefined, ...NO_WORK }
  } catch {
    // The DOM path meets the same error and shows the error view.
    return undefined
  }
}
