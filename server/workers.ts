// Starts the worker threads of a site. In: app modules by page. Out: a pool of threads that have them.

import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Config } from './config.ts'
import type { Observer } from './events.ts'
import { createPool, type Pool } from './pool.ts'

/** What a thread may take of the machine. Views make many short-lived nodes: a large young generation halves the time of a Lit page. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 }

const MAX_AGE = { renders: 100_000, ms: 6 * 60 * 60 * 1000, heapBytes: 384 * 2 ** 20 }

const DEADLINE = 5000

/** What of a configuration the threads need. */
export interface WorkersOptions
  extends Pick<Config, 'pages' | 'workers' | 'deadline' | 'queue' | 'allowFetch'> {
  /** For how many ms a snapshot may have to wait for its turn: who would wait longer is refused. Default: half the deadline. */
  readonly patience?: number
}

/** Starts threads. @throws What an app module threw. */
export function startWorkers(
  { pages, workers, deadline = DEADLINE, queue, patience, allowFetch }: WorkersOptions,
  observe: Observer,
): Promise<Pool> {
  const apps = Object.entries(pages).map(([path, { app }]) => [path, pathToFileURL(app).href])
  return createPool({
    spawn: (pulse) =>
      new Worker(new URL('./worker.js', import.meta.url), {
        workerData: { apps, pulse, allow: allowFetch },
        resourceLimits: RESOURCE_LIMITS,
        // Libraries that have a build for browsers must take it here too, or they would show other content.
        execArgv: ['--conditions=browser'],
      }),
    workers: workers ?? availableParallelism(),
    spares: 1,
    maxAge: MAX_AGE,
    deadline,
    queue: queue ?? 100,
    patience: patience ?? deadline / 2,
    onReplaced: (why) => observe({ type: 'replaced', why: String(why) }),
  })
}
