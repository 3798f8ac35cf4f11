// Receives jobs over the channel and answers each. A failing job is answered; it never throws.

import { performance } from 'node:perf_hooks'
import type { Table } from '../../../src/table.ts'
import {
  dirtyReasons,
  evaluateApart,
  noteImports,
  onStrayError,
  outsideJobs,
  seal,
  uncaught,
  unhandled,
} from '../../dom/index.ts'
import { checkTable, openContext } from '../../site/app-module.ts'
import { endUnfinished, installCounters } from '../modules/counters.ts'
import { installGlobals } from '../modules/kept.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import type { AppSource } from './app-source.ts'
import { describe } from './error-text.ts'
import { createLinkedSheets } from './linked-sheets.ts'
import { markdownPage } from './markdown-page.ts'
import { createPageShells } from './page-shells.ts'
import { createRenderer } from './renderer.ts'
import { watchRunning } from './running-job.ts'
import type { App } from './task.ts'
import { takeTurns } from './turns.ts'
import type { WorkerChannel } from './worker-channel.ts'

export interface ServeOptions {
  /** ms after which the waits of a page are reported. Default: at the deadline only. */
  readonly slowAfter?: number
}

/** Evaluates an app for the thread: checks its table, and opens its context for all pages. */
async function openApp(source: AppSource, path: string, file: string): Promise<App> {
  const { value, hasLeft } = await evaluateApart(() => source.open(path).module)
  // The end of another job's page would drop state that its modules set in kept ones.
  const hasSet = !endUnfinished()
  const { routes, context } = value
  return {
    needsDocument: hasLeft || hasSet,
    routes: checkTable(path, file, routes),
    context: await outsideJobs(() => openContext(path, context)),
  }
}

/**
 * Serves the jobs of a channel.
 * @returns The tables of the apps, by page.
 */
export async function serve(
  { apps: given, assets, heartbeat, compiler, allow, memory, send, receive }: WorkerChannel,
  source: AppSource,
  { slowAfter }: ServeOptions = {},
): Promise<ReadonlyMap<string, App>> {
  noteImports()
  installCounters()
  installGlobals()
  seal()
  const apps = new Map<string, App>()
  for (const [path, file] of given) apps.set(path, await openApp(source, path, file))
  heartbeat.start()
  watchRunning(heartbeat.runs)
  const shells = createPageShells()
  const slow = {
    after: slowAfter,
    tell: (state: string, waiting: readonly string[]) => send({ slow: waiting, state }),
  }
  const turns = takeTurns(heartbeat)
  const render = createRenderer({
    ...{ source, apps, allow, slow },
    inTurn: turns.take,
    readSheets: createLinkedSheets(assets),
    shellOf: shells.of,
  })
  const busy = () => performance.eventLoopUtilization().active
  let over = false
  const make = async (job: Job): Promise<Answer | undefined> => {
    const { routes } = apps.get(job.page) as { routes: Table }
    const begin = () => heartbeat.runs(job.id)
    const answer = await render(job)
    return answer && markdownPage(answer, { job, routes, shell: shells.of(job.page), begin })
  }
  const work = async (job: Job) => {
    const answer = await make(job).catch((error: unknown): Answer | undefined => ({
      type: 'crashed',
      error: describe(error),
    }))
    // Later answers may contain another page's data.
    if (over) return
    over = dirtyReasons().length > 0
    // Once: the code compiled by now is most of the next worker's start.
    if (answer?.type === 'snapshot') compiler.handOn()
    send({
      id: job.id,
      answer,
      busy: busy(),
      bytes: memory(),
      ...(over && { dirty: dirtyReasons() }),
    })
  }
  // Messages arrive in batches. Start each job in its own turn, so that timers and loaders run in
  // between, and the answers of one leave before the next begins.
  const jobs: Job[] = []
  const soon = () => setImmediate(() => turns.whenFew(begin))
  const begin = () => {
    const job = jobs.shift()
    if (jobs.length > 0) soon()
    if (!job) return
    heartbeat.runs(job.id)
    void work(job)
  }
  receive((message) => {
    if ('shell' in message) return shells.tell(message.page, message.shell)
    if (jobs.push(message.job) === 1) soon()
  })
  // An uncaught error is a bug of the app. It must neither end other renders nor be reported as
  // theirs.
  onStrayError((error, state) => send({ stray: describe(error), state }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)
  send({ ready: true, busy: busy() })
  return apps
}
