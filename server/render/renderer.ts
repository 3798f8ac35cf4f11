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
import { createLeftovers, type Watch } from './leftovers.ts'
import { blankPage, isPlainPage, plainPage } from './plain-page.ts'
import { readablePage } from './readable-page.ts'
import { type Drawn, renderPage, type Subject } from './render-page.ts'
import { groupOf, snapshotOf } from './snapshot-of.ts'
import { livePage } from './taken-over.ts'
import { openTable, openTask, resolveTask, type Site, type Task } from './task.ts'
import { takeTurns } from './turns.ts'

/** The page is begun anew: it takes its own document, or may have seen what was another's. */
const AGAIN = undefined

/** How the page of a job is made. */
interface Way {
  /** Not written without a document. */
  isDrawn: boolean
  /** While no other is made. */
  isAlone: boolean
}

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
  const leftovers = createLeftovers()
  /** The routes whose pages have been plain so far, and those that were not. */
  const plain = new Map<string, boolean>()

  /** Draws a page in its document. @param make See `renderPage`. */
  async function draw(task: Task, make: (isLeft: boolean) => Promise<Made>) {
    const { job, drawing, own, views } = task
    let routes: Subject['routes'] | undefined
    function inOwn(work: typeof make) {
      const during = leftovers.watch()
      const begin = async (isLeft: boolean) => {
        if (isLeft) leftovers.doubt()
        views.openHere()
        const made = await work(isLeft)
        if (made && 'routes' in made) routes = made.routes
        return made
      }
      const route = `${job.page} ${task.app.routes.match(job.state)?.name}`
      const look = leftovers.lookOf(route)
      const hear = (left: readonly string[]) => leftovers.hear(route, left, during, look)
      return renderPage<Answer | undefined>(drawing, begin, { look, hear })
    }
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
  const inOwnDocument = (task: Task, watch: Watch, opened?: Table) =>
    inTurn(task.job, () =>
      draw(task, async () => {
        watch.restart()
        const routes = opened ?? (await openTable(site, task))
        return subjectOf(await resolveTask(task, routes), routes)
      }),
    )

  /** Makes a page among others. What may have seen what was another's is begun anew, alone. */
  function inLane(way: Way, make: (watch: Watch) => Promise<Drawn | Answer | typeof AGAIN>) {
    const lane = way.isAlone ? lanes.alone : lanes.beside
    return lane(async () => {
      const watch = leftovers.watch()
      const shown = await make(watch)
      if (!watch.isInDoubt()) return shown
      way.isAlone = true
      return AGAIN
    })
  }

  /** Makes a page whose loaders run beside other pages. */
  async function besideOthers(task: Task, way: Way) {
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
    way.isAlone ||= leaving.has(name)
    if (leaving.has(name) || inDocument.has(name))
      return inLane(way, (watch) => inOwnDocument(task, watch, routes))
    return inLane(way, (watch) => overlapping(task, routes, name, way.isDrawn, watch))
  }

  /** Makes a page whose loaders overlap with others. @param name The name of its route. */
  async function overlapping(
    task: Task,
    routes: Table,
    name: string,
    isDrawn: boolean,
    watch: Watch,
  ) {
    const { job, own, views, drawing } = task
    const end = watch.load()
    const found = resolveTask(task, routes)
    found.catch(() => undefined)
    const first = await Promise.race([found, views.wanted]).finally(end)
    if (own.needsDocument) {
      inDocument.add(name)
      return AGAIN
    }
    if (watch.isInDoubt()) return AGAIN
    if (first !== 'wanted' && !('levels' in first)) return first
    if (!isDrawn && plain.get(name)) {
      views.open((work) => besidePages(name, work))
      const page = await found
      if (watch.isInDoubt()) return AGAIN
      if (!('levels' in page)) return page
      // What another page leaves there now says nothing of later ones of the route.
      if (!isUntouched()) return AGAIN
      const shown = own.needsDocument ? undefined : plainPage(page, drawing.url, own)
      if (!shown) plain.set(name, false)
      return shown ?? AGAIN
    }
    const shown = await inTurn(job, () =>
      draw(task, async (isLeft) => {
        if (isLeft && !watch.isBeside()) leaving.add(name)
        return watch.isInDoubt() ? AGAIN : subjectOf(await found, routes)
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

  async function attempt(job: Job, signal: AbortSignal, way: Way) {
    const task = openTask(site, job, signal)
    const { own, app } = task
    const { slow } = site
    const tell = () => own.waiting.size > 0 && slow?.tell(job.state, [...own.waiting])
    const slowTimer = slow?.after === undefined ? undefined : setTimeout(tell, slow.after)
    let isOver = true
    try {
      const answer = await own.run(async () => {
        const needsDocument = app.needsDocument || job.inDocument || inDocument.has(job.page)
        const shown = needsDocument
          ? await inLane(way, (watch) => inOwnDocument(task, watch))
          : await besideOthers(task, way)
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
    // What has ended another thread would do so again, and be in doubt again beside others.
    const way: Way = { isDrawn: false, isAlone: job.inDocument === true }
    try {
      for (;;) {
        const answer = await attempt(job, late.signal, way)
        if (answer || soiled().length > 0) return answer
        way.isDrawn = true
      }
    } finally {
      clearTimeout(timer)
    }
  }
}

const subjectOf = (found: Page | Answer, routes: Table): Subject | Answer =>
  'levels' in found ? { page: found, routes } : found
