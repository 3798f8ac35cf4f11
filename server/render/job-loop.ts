// The worker's side of the channel: takes jobs from who started it, answers each.
// In: app modules by page path. Out: messages. A failing job is answered, never thrown.

import { performance } from 'node:perf_hooks'
import type { Table } from '../../src/define-routes.ts'
import {
  noteImports,
  outsideJobs,
  soiled,
  tellOfStrays,
  uncaught,
  unhandled,
} from '../happy-dom/index.ts'
import type { Answer, Job } from '../pool/protocol.ts'
import { type AppModule, checkTable, openContext } from '../site/app-module.ts'
import { describe } from './error-text.ts'
import { markdownPage } from './markdown-page.ts'
import { createPageShells } from './page-shells.ts'
import { createRenderer } from './renderer.ts'
import { watchRunning } from './running-job.ts'
import { createStage } from './view-reuse.ts'
import { maker, type WorkerChannel } from './worker-channel.ts'

/** How jobs are served. */
export interface ServeOptions {
  /** Says which pages are drawn both ways; see `createStage`. */
  readonly random?: () => number
  /** After how many ms it is told what a page still waits for. Default: at the deadline only. */
  readonly slowAfter?: number
}

/**
 * Serves jobs that come over the channel, for these app modules.
 *
 */
export async function serve(
  { apps: given, heartbeat, compiler, allow, memory, send, receive }: WorkerChannel,
  modules: readonly (readonly [path: string, module: AppModule])[],
  { random, slowAfter }: ServeOptions = {},
): Promise<void> {
  noteImports()
  const files = new Map(given)
  const apps = new Map<string, { routes: Table; context: unknown }>()
  for (const [path, { routes, context }] of modules) {
    const file = files.get(path) ?? ''
    apps.set(path, {
      routes: checkTable(path, file, routes),
      context: await outsideJobs(() => openContext(path, context)),
    })
  }
  heartbeat.start()
  watchRunning(heartbeat.runs)
  const stage = createStage((proof) => send({ proof, maker }), random)
  const slow = {
    after: slowAfter,
    tell: (state: string, waiting: readonly string[]) => send({ slow: waiting, state }),
  }
  const shells = createPageShells()
  const render = createRenderer(apps, heartbeat, allow, stage, shells.of, slow)
  const busy = () => performance.eventLoopUtilization().active
  let over = false
  const make = async (job: Job): Promise<Answer> => {
    const { routes } = apps.get(job.page) as { routes: Table }
    const begin = () => heartbeat.runs(job.id)
    return markdownPage(await render(job), { job, routes, shell: shells.of(job.page), begin })
  }
  const work = async (job: Job) => {
    const answer = await make(job).catch(
      (error: unknown): Answer => ({ type: 'crashed', error: describe(error) }),
    )
    // Whatever is answered after that may have seen what is not its own.
    if (over) return
    over = soiled().length > 0
    // Once: what it has compiled by now is most of what the next worker starts with.
    if (answer.type === 'snapshot') compiler.handOn()
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
    if ('stop' in message) return stage.stop(message.stop)
    if (jobs.push(message.job) === 1) setImmediate(begin)
  })
  // What nobody catches is a bug of the app; it must not take the other renders with it, nor be told to them.
  tellOfStrays((error, state) => send({ stray: describe(error), state }))
  process.on('unhandledRejection', unhandled)
  process.on('uncaughtException', uncaught)
  send({ ready: true, busy: busy() })
}
