// State -> HTML of its page. In: the modules of an app, a state. Out: status, head and body as text. Every page has modules of its
// own. Loaders of many jobs overlap; the DOM has one page at a time. Code that needs its document before its views do is run
// where it is, one job after the other.

import { clearTimeout, setTimeout } from 'node:timers'
import type { Table } from '../../src/define-routes.ts'
import type { Page } from '../../src/page.ts'
import type { ReadableScheme } from '../../src/readable.ts'
import { besidePages, isUntouched, soiled, uncaught } from '../happy-dom/index.ts'
import { machineNow } from '../happy-dom/machine-time.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { createLanes } from './lanes.ts'
import { blankPage, isPlainPage, plainPage } from './plain-page.ts'
import { readablePage } from './readable-page.ts'
import { type Drawn, renderPage, type Subject } from './render-page.ts'
import { groupOf, snapshotOf } from './snapshot-of.ts'
import { livePage } from './taken-over.ts'
import { openTable, openTask, resolveTask, type Site, type Task } from './task.ts'
import { takeTurns } from './turns.ts'

/** It takes its own document to make the page: it is begun anew. */
const AGAIN = undefined

/** What a page is drawn of, or what is answered in its place. */
type Made = Subject | Answer | typeof AGAIN

/** Makes snapshots; one page is in the DOM at a time. Undefined: its loaders have left what ends the thread. */
export function createRenderer(site: Site): (job: Job) => Promise<Answer | undefined> {
  const inTurn = takeTurns(site.turns)
  const readables = new Map<string, ReadableScheme>()
  for (const [path, { routes }] of site.apps)
    if (routes.options.readable) readables.set(path, routes.options.readable)
  /** The pages of the site, and the routes, whose modules or loaders need their document. */
  const inDocument = new Set<string>()
  /** The routes whose loaders leave something on what pages share. */
  const leaving = new Set<string>()
  const lanes = createLanes()
  /** How often such a route was found out. Loaders that ran at that time may have seen what it left. */
  let foundOut = 0
  /** The routes whose pages have been plain so far, and those that were not. */
  const plain = new Map<string, boolean>()

  /** Draws a page in its document. @param make See `renderPage`. */
  async function draw(task: Task, make: (isLeft: boolean) => Promise<Made>) {
    const { job, drawing, own, views } = task
    let routes: Subject['routes'] | undefined
    const inOwn = (work: typeof make) =>
      renderPage<Answer | undefined>(drawing, async (isLeft) => {
        views.openHere()
        const made = await work(isLeft)
        if (made && 'routes' in made) routes = made.routes
        return made
      })
    /** What cannot even be drawn, such as a tree too deep to walk, is a failure of the page and not of the thread. */
    async function fail(error: unknown): Promise<Drawn | Answer | undefined> {
      const table = routes
      if (!table) throw error
      const make = async () => ({ routes: table, page: await table.fail(job.state, error) })
      return inOwn(make).catch(async () => blankPage((await make()).page))
    }
    const shown = await inOwn(make).catch(fail)
    const sent = shown === AGAIN || 'type' in shown ? undefined : own.takeDestination()
    return sent instanceof Error ? fail(sent) : (sent ?? shown)
  }

  /** Makes a page in its document, loaders and all. @param opened Its table. Default: its modules are evaluated there, too. */
  const inOwnDocument = (task: Task, opened?: Table) =>
    inTurn(task.job, () =>
      draw(task, async () => {
        const routes = opened ?? (await openTable(site, task))
        return subjectOf(await resolveTask(task, routes), routes)
      }),
    )

  /** Makes a page whose loaders run beside other pages. @param isDrawn Whether it is not to be written without a document. */
  async function besideOthers(task: Task, isDrawn: boolean) {
    const { job, own } = task
    const routes = await besidePages(job.page, () => openTable(site, task)).catch(
      (error: unknown) => {
        if (!own.needsDocument) throw error
        return undefined
      },
    )
    if (own.needsDocument || !routes) {
      inDocument.add(job.page)
      return AGAIN
    }
    const name = `${job.page} ${routes.match(job.state)?.name}`
    if (leaving.has(name)) return lanes.alone(() => inOwnDocument(task, routes))
    if (inDocument.has(name)) return inOwnDocument(task, routes)
    return lanes.beside(() => overlapping(task, routes, name, isDrawn))
  }

  /** Makes a page whose loaders overlap with others. @param name The name of its route. */
  async function overlapping(task: Task, routes: Table, name: string, isDrawn: boolean) {
    const { job, own, views, drawing } = task
    const before = foundOut
    const found = resolveTask(task, routes)
    found.catch(() => undefined)
    const first = await Promise.race([found, views.wanted])
    if (own.needsDocument) {
      inDocument.add(name)
      return AGAIN
    }
    if (before !== foundOut) return AGAIN
    if (first !== 'wanted' && !('levels' in first)) return first
    if (!isDrawn && plain.get(name)) {
      views.open((work) => besidePages(name, work))
      const page = await found
      if (before !== foundOut) return AGAIN
      if (!('levels' in page)) return page
      // What another page leaves there now says nothing of later ones of the route.
      if (!isUntouched()) return AGAIN
      const shown = own.needsDocument ? undefined : plainPage(page, drawing.url, own)
      if (!shown) plain.set(name, false)
      return shown ?? AGAIN
    }
    const shown = await inTurn(job, () =>
      draw(task, async (isLeft) => {
        if (isLeft) {
          leaving.add(name)
          foundOut += 1
        }
        return before === foundOut ? subjectOf(await found, routes) : AGAIN
      }),
    )
    if (shown && !('type' in shown) && !plain.has(name)) plain.set(name, isPlainPage(shown))
    return shown
  }

  function said(task: Task, shown: Drawn): Answer {
    const { job, own, drawing, scheme, app, started } = task
    const { page } = shown
    const trespass = own.takeTrespass()
    if (trespass) own.fault(new Error(`${trespass} was asked for by a guard, loader or head`))
    const load = machineNow() - started - shown.dom - shown.serialize
    const group = groupOf(job.page, page)
    const made = snapshotOf(shown, own, { group, url: drawing.url, load })
    if (scheme) return readablePage(made, page, { readables, scheme, url: job.url })
    return job.live ? livePage(made, page, app.routes.scheme) : made
  }

  async function attempt(job: Job, signal: AbortSignal, isDrawn: boolean) {
    const task = openTask(site, job, signal)
    const { own, app } = task
    const { slow } = site
    const tell = () => own.waiting.size > 0 && slow?.tell(job.state, [...own.waiting])
    const slowTimer = slow?.after === undefined ? undefined : setTimeout(tell, slow.after)
    let isOver = true
    try {
      const answer = await own.run(async () => {
        const needsDocument = app.needsDocument || job.inDocument || inDocument.has(job.page)
        const shown = needsDocument ? await inOwnDocument(task) : await besideOthers(task, isDrawn)
        return shown && !('type' in shown) ? said(task, shown) : shown
      })
      isOver = answer !== AGAIN
      return answer && own.trace ? { ...answer, trace: own.trace.trace } : answer
    } finally {
      clearTimeout(slowTimer)
      own.end()
      task.end()
      // What is begun anew will tell again.
      if (isOver) own.run(() => own.takeFaults().forEach(uncaught))
    }
  }

  return async (job) => {
    // Not AbortSignal.timeout, which would keep all of the page until the deadline.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    try {
      for (let isDrawn = false; ; isDrawn = true) {
        const answer = await attempt(job, late.signal, isDrawn)
        if (answer || soiled().length > 0) return answer
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

const subjectOf = (found: Page | Answer, routes: Table): Subject | Answer =>
  'levels' in found ? { page: found, routes } : found
