// Starts the workers of a site. In: app modules by page, which kind of worker. Out: a pool of them.

import { randomInt } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Observer } from '../observe/events.ts'
import { createCodeCache } from '../pool/code-cache.ts'
import { createPool, type Pool, type PoolOptions } from '../pool/pool.ts'
import type { Mounts, Region } from '../pool/protocol.ts'
import { sharedMemory } from '../pool/shared-cells.ts'
import type { WorkerHandle } from '../pool/worker-handle.ts'
import { startProcess } from '../pool/worker-process.ts'
import { threadHandle } from '../pool/worker-thread.ts'
import { systemClock } from '../runtime/clock.ts'
import { seededRandom } from '../runtime/random.ts'
import {
  type AdoptedPageConfig,
  adoptedPages,
  mountsOf,
  tablePages,
} from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { reloadingPool } from '../walk/reloading-pool.ts'
import { walkingPool } from '../walk/walking-pool.ts'
import type { HeedProof } from './heed-proofs.ts'

const MEGABYTE = 2 ** 20

/** What a worker may take of the machine. Views make many short-lived nodes: a large young generation halves the time of a Lit page. */
const HEAP = { old: 512, semiSpace: 32 }

/** A process counts all of its memory, of which Node itself takes some. */
const MAX_BYTES = { thread: 384 * MEGABYTE, process: 640 * MEGABYTE }

const WORKER_AGE = { renders: 100_000, ms: 6 * 60 * 60 * 1000 }

const DEADLINE = 5000
const START_DEADLINE = 30_000

// Libraries that have a build for browsers must take it here too, or they would show other content.
const CONDITIONS = '--conditions=browser'

/** What of a configuration the workers need. */
export interface WorkersOptions
  extends Pick<
    Config,
    | 'pages'
    | 'maxAge'
    | 'assets'
    | 'base'
    | 'followLinks'
    | 'workers'
    | 'isolation'
    | 'deadline'
    | 'startDeadline'
    | 'queue'
    | 'allowFetch'
    | 'kept'
    | 'locale'
    | 'timeZone'
  > {
  /** For how many ms a snapshot may have to wait for its turn: who would wait longer is refused. Default: half the deadline. */
  readonly patience?: number
  /** For how many ms it may wait for a worker while none is ready. Default: the deadline. */
  readonly wait?: number
}

/** What a worker is started with. */
interface StartData {
  /** Of the pages that have tables. */
  readonly apps?: readonly (readonly [path: string, url: string])[]
  /** Of those that are adopted. */
  readonly mounts?: Mounts
  readonly allow: readonly string[] | undefined
  /** Packages that the configuration keeps. */
  readonly kept?: readonly string[] | undefined
  readonly region: Region
}

/** The region of a configuration. */
export const regionOf = ({
  locale = 'en-US',
  timeZone = 'UTC',
}: Pick<Config, 'locale' | 'timeZone'>): Region => ({ locale, timeZone })

/** A module that workers run, and what Node has to be told for it. */
interface Program {
  readonly file: URL
  readonly flags: readonly string[]
}

const RENDER: Program = {
  file: new URL('../render/worker.js', import.meta.url),
  flags: [CONDITIONS],
}

/** Module scripts of pages are linked by Node's own linker, which warns that it is new. */
const ADOPT: Program = {
  file: new URL('../adopt/worker.js', import.meta.url),
  flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
}

/** How each kind of worker is started. */
const KINDS: Readonly<
  Record<
    NonNullable<Config['isolation']>,
    (program: Program, data: StartData) => () => WorkerHandle
  >
> = {
  thread({ file, flags }, data) {
    const code = createCodeCache()
    return () => {
      const heartbeat = sharedMemory()
      const worker = new Worker(file, {
        workerData: { ...data, heartbeat, code: code.all },
        resourceLimits: {
          maxOldGenerationSizeMb: HEAP.old,
          // V8 counts two semi-spaces, and one more for what lives longer.
          maxYoungGenerationSizeMb: 3 * HEAP.semiSpace,
        },
        execArgv: [...flags],
      })
      return threadHandle(worker, heartbeat, code)
    }
  },
  process:
    ({ file, flags }, data) =>
    () =>
      startProcess({
        file: fileURLToPath(file),
        data,
        // A process has both from its beginning; a thread by what dom/locale.ts does to it.
        env: {
          TZ: data.region.timeZone,
          LC_ALL: `${data.region.locale.replaceAll('-', '_')}.UTF-8`,
        },
        execArgv: [
          ...flags,
          `--max-old-space-size=${HEAP.old}`,
          `--max-semi-space-size=${HEAP.semiSpace}`,
        ],
      }),
}

/** Starts workers for the pages that have tables. @throws What an app module threw. */
export function startWorkers(
  options: WorkersOptions,
  observe: Observer,
  routeOf?: PoolOptions['routeOf'],
): Promise<Pool> {
  const { pages, workers = availableParallelism(), isolation = 'thread' } = options
  const apps = tablePages(pages).map(([path, { app }]) => [path, pathToFileURL(app).href] as const)
  const { allowFetch: allow, kept } = options
  const data = { apps, allow, kept, region: regionOf(options) }
  return createPool({
    spawn: KINDS[isolation](RENDER, data),
    ...{ workers, spares: 1, maxAge: { ...WORKER_AGE, bytes: MAX_BYTES[isolation] } },
    ...limitsOf(options),
    routeOf,
    ...told(observe),
  })
}

/** What of a configuration the workers of adopted pages need. */
export interface AdoptersOptions extends WorkersOptions {
  /**
   * False: adopted pages are loaded anew for each state, whatever their `walk` says. An export cannot recall a page. Default: true.
   */
  readonly walk?: boolean
}

/** Whether pages that stay loaded may make the states of an adopted page. */
export const walks = (
  page: Pick<AdoptedPageConfig, 'walk'> | undefined,
  { walk = true }: Pick<AdoptersOptions, 'walk'>,
): boolean => walk && page?.walk === true

/** A loaded page has read what may change: so long it is gone through, and no longer than a snapshot may be kept. Times in ms. */
const WALK_AGE = { pages: 1000, ms: 300_000 }

/**
 * Starts workers for adopted pages: each makes one, and is ended after it, but for those of pages that say `walk`.
 *
 * @throws When none can be started.
 */
export async function startAdopters(
  options: AdoptersOptions,
  observe: Observer,
  onProof: HeedProof,
): Promise<Pool> {
  const { workers = availableParallelism(), isolation = 'thread', maxAge = WALK_AGE.ms } = options
  const data = { mounts: mountsOf(options), allow: options.allowFetch, region: regionOf(options) }
  const spawn = KINDS[isolation](ADOPT, data)
  const limits = limitsOf(options)
  const { startDeadline, deadline } = limits
  const { onStray, onReplaced } = told(observe)
  const made = await createPool({
    spawn,
    // More than there are cores: most of a page's time is waiting, and one that hangs must not stop the others.
    ...{ workers: 0, spares: workers, singles: 2 * workers },
    maxAge: { ...WORKER_AGE, bytes: MAX_BYTES[isolation] },
    ...limits,
    ...told(observe),
  })
  const fresh = reloadingPool(made)
  if (!adoptedPages(options.pages).some(([, page]) => walks(page, options))) return fresh
  const { ms } = WALK_AGE
  return walkingPool(fresh, {
    ...{ spawn, startDeadline, deadline, onProof, onStray, onEnded: onReplaced },
    clock: systemClock,
    age: { ...WALK_AGE, ms: maxAge > 0 ? Math.min(maxAge, ms) : ms, bytes: MAX_BYTES[isolation] },
    most: workers,
    random: seededRandom(randomInt(2 ** 32)),
  })
}

type Limits = Pick<PoolOptions, 'startDeadline' | 'deadline' | 'wait' | 'queue' | 'patience'>

function limitsOf({
  deadline = DEADLINE,
  patience = deadline / 2,
  ...options
}: WorkersOptions): Limits {
  const { startDeadline = START_DEADLINE, wait, queue = 100 } = options
  return { startDeadline, deadline, wait, queue, patience }
}

interface Told {
  readonly onReplaced: NonNullable<PoolOptions['onReplaced']>
  readonly onStray: NonNullable<PoolOptions['onStray']>
  readonly onBarred: NonNullable<PoolOptions['onBarred']>
}

const told = (observe: Observer): Told => ({
  onReplaced: (why) => observe({ type: 'replaced', why: String(why) }),
  onStray: (error, state) => observe({ type: 'warning', state: state ?? '', warnings: [error] }),
  onBarred: ({ state }, ms) =>
    observe({
      type: 'warning',
      state,
      warnings: [`It has ended snapshot workers, and is refused for ${Math.ceil(ms / 1000)} s`],
    }),
})
