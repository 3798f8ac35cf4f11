// Renders a state to HTML. Every page has its own modules. Loaders of many jobs overlap; the DOM
// has one page at a time. Code that needs its document early runs there, one job after another.

import { clearTimeout, setTimeout } from 'node:timers'
import type { ReadableScheme } from '../../../src/readable.ts'
import type { Page } from '../../../src/resolution.ts'
import type { Table } from '../../../src/table.ts'
import { besidePages, dirtyReasons, isUntouched, uncaught } from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/machine-time.ts'
import { feedLink } from '../../site/feed-link.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { createLanes } from './lanes.ts'
import { createLeftovers, type Watch } from './leftovers.ts'
import { blankPage, isPlainPage, plainPage } from './plain-page.ts'
import { readablePage } from './readable-page.ts'
import { type Drawn, renderPage, type Subject } from './render-page.ts'
import { groupOf, snapshotOf } from './snapshot-of.ts'
import { livePage } from './taken-over.ts'
import { openTable, openTask, resolveTask, type Site, type Task } from './task.ts'
import type { InTurn } from './turns.ts'

/** Start again: the page needs its own document, or may have seen another page's data. */
const AGAIN = undefined

interface Way {
  /** Needs a document. */
  isDrawn: boolean
  /** While no other page is rendered. */
  isAlone: boolean
}

/** A page to draw, or the answer without one. */
type RenderOutcome = Subject | Answer | typeof AGAIN

/** Creates the renderer of a site, which renders one page in the DOM at a time. */
export function createRenderer(site: Site): (job: Job) => Promise<Answer | undefined> {
  const renderer = new Renderer(site)
  return (job) => renderer.render(job)
}

class Renderer {
  readonly #site: Site
  readonly #inTurn: InTurn
  readonly #readables = new Map<string, ReadableScheme>()
  /** Pages and routes whose modules or loaders need their document. */
  readonly #inDocument = new Set<string>()
  /** Routes whose loaders leave side effects on shared globals. */
  readonly #leaving = new Set<string>()
  readonly #lanes = createLanes()
  readonly #leftovers = createLeftovers()
  /** Whether a route's pages have been plain so far. */
  readonly #plain = new Map<string, boolean>()

  constructor(site: Site) {
    this.#site = site
    this.#inTurn = site.inTurn
    for (const [path, { routes }] of site.apps)
      if (routes.options.readable) this.#readables.set(path, routes.options.readable)
  }

  /** Renders a job. Undefined: its loaders left side effects that end the thread. */
  async render(job: Job): Promise<Answer | undefined> {
    // AbortSignal.timeout would keep the whole page in memory until the deadline.
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(), job.deadline)
    // A job that ended another thread would do so again, and put other pages in doubt: run it in
    // its document, alone.
    const way: Way = { isDrawn: job.markdown === true, isAlone: job.inDocument === true }
    try {
      for (;;) {
        const answer = await this.#attempt(job, late.signal, way)
        if (answer || dirtyReasons().length > 0) return answer
        way.isDrawn = true
      }
    } finally {
      clearTimeout(timer)
    }
  }

  /** Draws a page in its document. @param make See `renderPage`. */
  async #draw(task: Task, make: (isLeft: boolean) => Promise<RenderOutcome>) {
    const { job, drawing, own, views } = task
    let routes: Subject['routes'] | undefined
    const inOwn = (work: typeof make) => {
      const during = this.#leftovers.watch()
      const begin = async (isLeft: boolean) => {
        if (isLeft) this.#leftovers.doubt()
        views.openHere()
        const made = await work(isLeft)
        if (made && 'routes' in made) routes = made.routes
        return made
      }
      const route = `${job.page} ${task.app.routes.match(job.state)?.name}`
      const look = this.#leftovers.lookOf(route)
      const hear = (left: readonly string[]) => this.#leftovers.hear(route, left, during, look)
      return renderPage<Answer | undefined>(drawing, begin, { look, hear })
    }
    /**
     * A page that cannot be drawn, such as a tree too deep to walk, fails alone; the thread goes
     * on.
     */
    const fail = async (error: unknown): Promise<Drawn | Answer | undefined> => {
      const table = routes
      if (!table) throw error
      const make = async () => ({ routes: table, page: await table.fail(job.state, error) })
      return inOwn(make).catch(async () => blankPage((await make()).page))
    }
    const shown = await inOwn(make).catch(fail)
    const sent = shown === AGAIN || 'type' in shown ? undefined : own.takeDestination()
    return sent instanceof Error ? fail(sent) : (sent ?? shown)
  }

  /**
   * Renders a page in its document, loaders included. @param opened Its table. Default: its modules
   * are evaluated there too.
   */
  #inOwnDocument(task: Task, watch: Watch, opened?: Table) {
    return this.#inTurn(task.job, () =>
      this.#draw(task, async () => {
        watch.restart()
        const routes = opened ?? (await openTable(this.#site, task))
        return subjectOf(await resolveTask(task, routes), routes)
      }),
    )
  }

  /**
   * Renders a page among others. If it may have seen another page's data, it starts again, alone.
   */
  #inLane(way: Way, make: (watch: Watch) => Promise<Drawn | Answer | typeof AGAIN>) {
    const lane = way.isAlone ? this.#lanes.alone : this.#lanes.beside
    return lane(async () => {
      const watch = this.#leftovers.watch()
      const shown = await make(watch)
      if (!watch.isInDoubt()) return shown
      way.isAlone = true
      return AGAIN
    })
  }

  async #besideOthers(task: Task, way: Way) {
    const { job, own } = task
    const routes = await besidePages(job.page, () => openTable(this.#site, task)).catch(
      (error: unknown) => {
        if (!own.needsDocument) throw error
        return undefined
      },
    )
    if (own.needsDocument || !routes) {
      this.#inDocument.add(job.page)
      return AGAIN
    }
    const name = `${job.page} ${routes.match(job.state)?.name}`
    way.isAlone ||= this.#leaving.has(name)
    if (this.#leaving.has(name) || this.#inDocument.has(name))
      return this.#inLane(way, (watch) => this.#inOwnDocument(task, watch, routes))
    return this.#inLane(way, (watch) => this.#overlapping(task, routes, name, way.isDrawn, watch))
  }

  /** Renders a page whose loaders overlap with others. @param name The name of its route. */
  async #overlapping(task: Task, routes: Table, name: string, isDrawn: boolean, watch: Watch) {
    const { job, own, views, drawing } = task
    const end = watch.load()
    const found = resolveTask(task, routes)
    found.catch(() => undefined)
    const first = await Promise.race([found, views.wanted]).finally(end)
    if (own.needsDocument) {
      this.#inDocument.add(name)
      return AGAIN
    }
    if (watch.isInDoubt()) return AGAIN
    if (first !== 'wanted' && !('levels' in first)) return first
    if (!isDrawn && this.#plain.get(name)) {
      views.open((work) => besidePages(name, work))
      const page = await found
      if (watch.isInDoubt()) return AGAIN
      if (!('levels' in page)) return page
      // Side effects of another page here must not count for this route.
      if (!isUntouched()) return AGAIN
      const shown = own.needsDocument ? undefined : plainPage(page, drawing.url, own)
      if (!shown) this.#plain.set(name, false)
      return shown ?? AGAIN
    }
    const shown = await this.#inTurn(job, () =>
      this.#draw(task, async (isLeft) => {
        if (isLeft && !watch.isBeside()) this.#leaving.add(name)
        return watch.isInDoubt() ? AGAIN : subjectOf(await found, routes)
      }),
    )
    if (shown && !('type' in shown) && !this.#plain.has(name))
      this.#plain.set(name, isPlainPage(shown))
    return shown
  }

  #answerOf(task: Task, shown: Drawn): Answer {
    const { job, own, drawing, scheme, app, started } = task
    const { page } = shown
    const deniedAccess = own.takeDeniedAccess()
    if (deniedAccess) own.fault(new Error(`${deniedAccess} was used by a guard, loader or head`))
    const load = machineNow() - started - shown.dom - shown.serialize
    const group = groupOf(job.page, page)
    const made = snapshotOf(shown, own, { group, url: drawing.url, load })
    const feed = feedLink(app.routes, job.url)
    if (scheme)
      return readablePage(made, page, { readables: this.#readables, scheme, url: job.url, feed })
    return job.live ? livePage(made, page, app.routes.scheme, feed) : made
  }

  async #attempt(job: Job, signal: AbortSignal, way: Way) {
    const task = openTask(this.#site, job, signal)
    const { own, app } = task
    const { slow } = this.#site
    const tell = () => own.waiting.size > 0 && slow?.tell(job.state, [...own.waiting])
    const slowTimer = slow?.after === undefined ? undefined : setTimeout(tell, slow.after)
    let isOver = true
    try {
      const answer = await own.run(async () => {
        const needsDocument = app.needsDocument || job.inDocument || this.#inDocument.has(job.page)
        const shown = needsDocument
          ? await this.#inLane(way, (watch) => this.#inOwnDocument(task, watch))
          : await this.#besideOthers(task, way)
        return shown && !('type' in shown) ? this.#answerOf(task, shown) : shown
      })
      isOver = answer !== AGAIN
      return answer && own.trace ? { ...answer, trace: own.trace.trace } : answer
    } finally {
      clearTimeout(slowTimer)
      own.end()
      task.end()
      // A page that starts again reports its faults then.
      if (isOver) own.run(() => own.takeFaults().forEach(uncaught))
    }
  }
}

const subjectOf = (found: Page | Answer, routes: Table): Subject | Answer =>
  'levels' in found ? { page: found, routes } : found
