// Prepares a worker for pages of route tables: evaluates the apps, and makes their state the
// baseline of every page. Called by the program, in production and in development.

import type { ReadableScheme } from '../../../src/readable.ts'
import {
  BARE_SHELL,
  catchErrors,
  evaluateFirst,
  inBackground,
  noteImports,
  onStrayError,
  planOf,
  seal,
} from '../../dom/index.ts'
import type { Readables } from '../../html/readable-links.ts'
import { importApp, openContext } from '../../site/app-module.ts'
import { ShellText } from '../document/shell-text.ts'
import { installCounters } from '../modules/counters.ts'
import { installGlobals } from '../modules/kept-packages.ts'
import type { AppSource } from './app-source.ts'
import { errorText } from './error-text.ts'
import { createLinkedSheets } from './linked-sheets.ts'
import type { PageKind } from './serve-jobs.ts'
import { type App, type PageShell, TableStages, type WorkerSite } from './table-stages.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface TablePages extends PageKind {
  /** By page. */
  readonly apps: ReadonlyMap<string, App>
}

/** `onForeign` and `stylesOf` are for development. */
type TableParts = Pick<WorkerChannel, 'apps' | 'assets' | 'allow' | 'mounts' | 'send'> &
  Pick<WorkerSite, 'onForeign' | 'stylesOf'>

export async function openTablePages(
  { apps: appFiles, assets, allow, mounts, onForeign, stylesOf, send }: TableParts,
  source: AppSource,
): Promise<TablePages> {
  catchErrors()
  noteImports()
  installCounters()
  installGlobals()
  const apps = new Map<string, App>()
  // The error of a module that throws is enough.
  const early: unknown[] = []
  onStrayError((error) => early.push(error))
  for (const [path, file] of appFiles) {
    const { routes, context } = await importApp(path, file, () =>
      evaluateFirst(() => source.open(path).module),
    )
    const stray = (error: unknown) => send({ type: 'stray', error: errorText(error), state: null })
    onStrayError(stray)
    for (const error of early.splice(0)) stray(error)
    apps.set(path, { routes, context: await inBackground(() => openContext(path, context)) })
  }
  seal()
  const shells = new Map<string, PageShell>()
  const bare = shellOf(BARE_SHELL)
  const site: WorkerSite = {
    source,
    apps,
    allow,
    mounts,
    onForeign,
    ...(stylesOf && { stylesOf }),
    readSheets: createLinkedSheets(assets),
    shellOf: (page) => shells.get(page) ?? bare,
    readables: readablesOf(apps),
  }
  return {
    apps,
    setShell: (page, html) => void shells.set(page, shellOf(html)),
    stages: (job) => new TableStages(site, job),
  }
}

function shellOf(html: string): PageShell {
  const plan = planOf(html)
  return { plan, text: new ShellText(plan.text) }
}

function readablesOf(apps: ReadonlyMap<string, App>): Readables {
  const readables = new Map<string, ReadableScheme>()
  for (const [path, { routes }] of apps)
    if (routes.options.readable) readables.set(path, routes.options.readable)
  return readables
}
