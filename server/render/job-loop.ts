// The worker's side of the channel: takes jobs from who started it, answers each.
// In: the apps. Out: messages. A failing job is answered, never thrown.

import { performance } from 'node:perf_hooks'
import type { Table } from '../../src/define-routes.ts'
import {
  evaluateApart,
  noteImports,
  outsideJobs,
  seal,
  soiled,
  tellOfStrays,
  uncaught,
  unhandled,
} from '../happy-dom/index.ts'
import { endUnfinished, installCounters } from '../modules/counters.ts'
import { installGlobals } from '../modules/kept.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { checkTable, openContext } from '../site/app-module.ts'
import type { AppSource } from './app-source.ts'
import { describe } from './error-text.ts'
import { markdownPage } from './markdown-page.ts'
import { createPageShells } from './page-shells.ts'
import { createRenderer } from './renderer.ts'
import { watchRunning } from './running-job.ts'
import type { App } from './task.ts'
import type { WorkerChannel } from './worker-channel.ts'

/** How jobs are served. */
export interface ServeOptions {
  /** After how many ms it is told what a page still waits for. Default: at the deadline only. */
  readonly slowAfter?: number
}

/** Evaluates an app for the thread: its table is checked, and its context opened for all pages. */
async function openApp(source: AppSource, path: string, file: string): Promise<App> {
  const { value, hasLeft } = await evaluateApart(() => source.open(path).module)
  // What its modules have set in kept ones would end with the page of another job.
  const hasSet = !endUnfinished()
  const { routes, context } = value
  return {
    needsDocument: hasLeft || hasSet,
    routes: checkTable(path, file, routes),
    context: await outsideJobs(() => openContext(path, context)),
  }
}

/**
 * Serves jobs that come over the channel.
 *
 * @returns The tables of the apps, by their pages.
 */
export async function serve(
  { apps: given, heartbeat, compiler, allow, memory, send, receive }: WorkerChannel,
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
  const render = createRenderer({
    ...{ source, apps, allow, slow },
    turns: heartbeat,
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
    // Whatever is answered after that may have seen what is not its own.
    if (over) return
    over = soiled().length > 0
    // Once: what it has compiled by now is most of what the next worker starts with.
    if (answer?.type === 'snapshot') compiler.handOn()
    send({
      id: job.id,
      answer,
      busy: busy(),
      bytes: memory(),
      ...(over && { soiled: soiled() }),
    })
  }
  // Messages come in heaps: each job begins in a turn of its own, so that timers and loaders have theirs.
  const jobs: Job[] = []
  const begin = () => {
    const job = jobs.shift()
    if (jobs.length > 0) setImmediate(begin)
    if (!job) return
    heartbeat.runs(job.id)
    void work(job)
  }
  receive((message) => {
    if ('shell' in message) return shells.tell(message.page, message.shell)
    if (jobs.push(message.job) === 1) setImmediate(begin)
  })
  // What nobody catches is a bug of the app; it must not take the other renders with it, nor be told to them.
  tellOfStrays((error, state) => send({ stray: describe(error), state }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)
  send({ ready: true, busy: busy() })
  return apps
}
