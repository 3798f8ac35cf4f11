// Opens pages of route tables: resolves the state in an open document, draws its views, and
// finishes their snapshot.

import { HashbangOutlet } from '../../../src/dom/outlet.ts'
import type { ReadableScheme } from '../../../src/readable.ts'
import {
  BARE_SHELL,
  catchErrors,
  close,
  evaluateFirst,
  fillDocument,
  inBackground,
  noteImports,
  onStrayError,
  open,
  planOf,
  type ShellPlan,
  seal,
  seedViews,
} from '../../dom/index.ts'
import { machineNow } from '../../dom/isolation/clock.ts'
import type { Readables } from '../../html/readable-links.ts'
import { importApp, openContext } from '../../site/app-module.ts'
import { feedLink } from '../../site/site-urls.ts'
import { installCounters, resetCounters } from '../modules/counters.ts'
import { installGlobals } from '../modules/kept.ts'
import type { Answer } from '../pool/protocol.ts'
import type { AppSource } from './app-source.ts'
import { type Drawn, drawPage, failed, type Stage } from './draw-page.ts'
import { describe } from './error-text.ts'
import { inTime } from './in-time.ts'
import { createLinkedSheets } from './linked-sheets.ts'
import { createLooks } from './looks.ts'
import type { Finish, PageKind } from './make-page.ts'
import { markdownOf } from './markdown-page.ts'
import { livePage, readablePage, takenData } from './readable-page.ts'
import { snapshotOf } from './snapshot-of.ts'
import { type App, openTable, openTask, resolveTask, type Site, type Task } from './task.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface TablePages extends PageKind {
  /** The tables of the apps, by page. */
  readonly apps: ReadonlyMap<string, App>
}

/** `onForeign` is for development. */
type TableParts = Pick<WorkerChannel, 'apps' | 'assets' | 'allow' | 'mounts' | 'send'> &
  Pick<Site, 'onForeign'>

/** Evaluates the apps, and makes what they have then the baseline of every page. */
export async function openTablePages(
  { apps: given, assets, allow, mounts, onForeign, send }: TableParts,
  source: AppSource,
): Promise<TablePages> {
  catchErrors()
  noteImports()
  installCounters()
  installGlobals()
  const apps = new Map<string, App>()
  // A module that throws has said it all.
  const early: unknown[] = []
  onStrayError((error) => early.push(error))
  for (const [path, file] of given) {
    const { routes, context } = await importApp(path, file, () =>
      evaluateFirst(() => source.open(path).module),
    )
    const stray = (error: unknown) => send({ stray: describe(error), state: null })
    onStrayError(stray)
    for (const error of early.splice(0)) stray(error)
    apps.set(path, { routes, context: await inBackground(() => openContext(path, context)) })
  }
  seal()
  const shells = new Map<string, ShellPlan>()
  const bare = planOf(BARE_SHELL)
  const readSheets = createLinkedSheets(assets)
  const shellOf = (page: string) => shells.get(page) ?? bare
  const site: Site = { source, apps, allow, mounts, onForeign, readSheets, shellOf }
  const looks = createLooks()
  const readables = readablesOf(apps)
  return {
    apps,
    tellShell: (page, html) => void shells.set(page, planOf(html)),
    open(job) {
      const task = openTask(site, job)
      const { own, app, shell } = task
      return {
        own,
        markdown: markdownOf(job, app.routes, shell),
        show: () => showPage(site, task, readables),
        async close() {
          await close(own, looks.next(`${job.page} ${app.routes.match(job.state)?.name}`))
          task.end()
        },
      }
    },
  }
}

function readablesOf(apps: ReadonlyMap<string, App>): Readables {
  const found = new Map<string, ReadableScheme>()
  for (const [path, { routes }] of apps)
    if (routes.options.readable) found.set(path, routes.options.readable)
  return found
}

/** Opens the document, runs the app in it, and writes what it shows. */
async function showPage(site: Site, task: Task, readables: Readables): Promise<Finish> {
  const { own, drawing, shell, job } = task
  open(drawing.url, drawing.url, own)
  resetCounters()
  const outlet = new HashbangOutlet()
  const document = fillDocument(shell, { tags: [], lang: undefined }, outlet)
  const routes = await inTime(openTable(site, task), own.signal)
  if (routes === 'late') return () => ({ type: 'late', waiting: [MODULES], after: job.deadline })
  const page = await resolveTask(task, routes)
  if (!('levels' in page)) return () => page
  seedViews()
  const stage: Stage = { ...drawing, own, document, outlet, fail: routes.fail }
  const shown = await drawPage(stage, page)
  const sent = own.takeDestination()
  const drawn = sent instanceof Error ? await failed(stage, page, sent) : (sent ?? shown)
  return 'type' in drawn ? () => drawn : finishOf(task, drawn, readables)
}

const MODULES = 'the modules of the app'

/** Data may have code of its own, which runs before the page is closed. */
function finishOf(task: Task, shown: Drawn, readables: Readables): Finish {
  const { job, own, drawing, scheme, app, started } = task
  const { page } = shown
  const load = machineNow() - started - shown.dom - shown.serialize
  const made = snapshotOf(shown, own, { url: drawing.url, load })
  if (!scheme && !job.live) return () => made
  const data = takenData(page, made, scheme ?? app.routes.scheme)
  return (): Answer => {
    const feed = feedLink(app.routes, job.url)
    if (!scheme) return livePage(made, feed, data)
    return readablePage(made, { readables, scheme, url: job.url, feed, data })
  }
}
