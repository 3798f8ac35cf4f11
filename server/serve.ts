// The worker's side of the border: takes jobs from the port that made it, answers each.
// In: app modules by page path. Out: messages. A failing job is answered, never thrown.

import { getHeapStatistics } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { Table } from '../src/routes.ts'
import { report } from './dom.ts'
import { describe } from './draw.ts'
import type { Answer, FromWorker, Job, ToWorker } from './job.ts'
import { startPulse } from './pulse.ts'
import { createRenderer } from './snapshot.ts'

/** What an app module exports: the route table, and what makes the context of its loaders. */
export interface AppModule {
  readonly routes: Table
  readonly context?: () => unknown
}

/** Serves jobs for these app modules. */
export async function serve(
  modules: readonly (readonly [path: string, module: AppModule])[],
): Promise<void> {
  const port = parentPort
  if (port === null) throw new Error('Cannot serve snapshots outside a worker thread')
  const apps = new Map<string, { routes: Table; context: unknown }>()
  for (const [path, { routes, context }] of modules) {
    if (routes === undefined)
      throw new TypeError(`The app module of page "${path}" must export "routes"`)
    apps.set(path, { routes, context: await context?.() })
  }
  const render = createRenderer(apps, startPulse(workerData.pulse), new Set(workerData.allow))
  const send = (message: FromWorker) => port.postMessage(message)
  const work = async (job: Job) => {
    const answer = await render(job).catch(
      (error: unknown): Answer => ({ type: 'crashed', error: describe(error) }),
    )
    send({ id: job.id, answer, heapBytes: getHeapStatistics().used_heap_size })
  }
  // Messages come in heaps: each job begins in a turn of its own, so that timers and loaders have theirs.
  const jobs: Job[] = []
  const begin = () => {
    const job = jobs.shift()
    if (jobs.length > 0) setImmediate(begin)
    if (job) void work(job)
  }
  port.on('message', ({ job }: ToWorker) => {
    if (jobs.push(job) === 1) setImmediate(begin)
  })
  // What nobody catches is a bug of a view; it must not take the other renders with it.
  process.on('unhandledRejection', report)
  process.on('uncaughtException', report)
  send({ ready: true })
}
