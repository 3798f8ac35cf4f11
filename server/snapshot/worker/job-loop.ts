// Receives jobs over the channel, and makes one page at a time. A failing job is answered; it never
// throws.

import type { Table } from '../../../src/table.ts'
import {
  dirtyReasons,
  evaluateFirst,
  markDirty,
  noteImports,
  onStrayError,
  outsideJobs,
  seal,
  uncaught,
  unhandled,
} from '../../dom/index.ts'
import { checkTable, openContext } from '../../site/app-module.ts'
import { installCounters } from '../modules/counters.ts'
import { installGlobals } from '../modules/kept.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import type { AppSource } from './app-source.ts'
import { describe } from './error-text.ts'
import { createLinkedSheets } from './linked-sheets.ts'
import { createPages } from './make-page.ts'
import { markdownPage } from './markdown-page.ts'
import { createPageShells } from './page-shells.ts'
import type { App } from './task.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface ServeOptions {
  /** ms after which the waits of a page are reported. Default: at the deadline only. */
  readonly slowAfter?: number
}

/** Evaluates an app once: checks its table, and opens its context for all pages. */
async function openApp(source: AppSource, path: string, file: string): Promise<App> {
  const { routes, context } = await evaluateFirst(() => source.open(path).module)
  return {
    routes: checkTable(path, file, routes),
    context: await outsideJobs(() => openContext(path, context)),
  }
}

/**
 * Serves the jobs of a channel.
 * @returns The tables of the apps, by page.
 */
export async function serve(
  { apps: given, assets, compiler, allow, memory, send, receive }: WorkerChannel,
  source: AppSource,
  { slowAfter }: ServeOptions = {},
): Promise<ReadonlyMap<string, App>> {
  noteImports()
  installCounters()
  installGlobals()
  const apps = new Map<string, App>()
  for (const [path, file] of given) apps.set(path, await openApp(source, path, file))
  seal()
  const shells = createPageShells()
  const slow = {
    after: slowAfter,
    tell: (state: string, waiting: readonly string[]) => send({ slow: waiting, state }),
  }
  const makePage = createPages({
    ...{ source, apps, allow, slow },
    readSheets: createLinkedSheets(assets),
    shellOf: shells.of,
  })
  let state: string | null = null
  const make = async (job: Job): Promise<Answer> => {
    const { routes } = apps.get(job.page) as { routes: Table }
    const answer = await makePage(job)
    return markdownPage(answer, { job, routes, shell: shells.of(job.page) })
  }
  const work = async (job: Job) => {
    state = job.state
    // Work of an ended page may go on: another worker makes this one.
    const isLate = dirtyReasons().length > 0
    const answer = isLate
      ? undefined
      : await make(job).catch((error: unknown): Answer => {
          markDirty('a page that could not be made')
          return { type: 'crashed', error: describe(error) }
        })
    const dirty = dirtyReasons()
    send({ id: job.id, answer, bytes: memory(), ...(dirty.length > 0 && { dirty }) })
  }
  let last: Promise<unknown> = Promise.resolve()
  receive((message) => {
    if ('shell' in message) return shells.tell(message.page, message.shell)
    last = last.then(() => work(message.job))
  })
  // An uncaught error is a bug of the app, and no reason to end.
  onStrayError((error) => send({ stray: describe(error), state }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)
  compiler.handOn()
  send({ ready: true })
  return apps
}
