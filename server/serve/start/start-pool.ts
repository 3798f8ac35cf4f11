// Starts the workers of a site.

import { availableParallelism } from 'node:os'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { reloadingPool } from '../../adopted/engines/reloading-pool.ts'
import { WIDE_INLINE_CACHES } from '../../diagnostics/runtime/inline-caches.ts'
import type { Region } from '../../dom/isolation/locale.ts'
import type { Observer } from '../../observe/events.ts'
import { mountsOf, tablePages } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import { createCodeCache } from '../../snapshot/pool/code-cache.ts'
import { createPool, type Pool, type PoolOptions } from '../../snapshot/pool/pool.ts'
import type { Assets, Mounts } from '../../snapshot/pool/protocol.ts'
import { sharedMemory } from '../../snapshot/pool/shared-cells.ts'
import type { WorkerHandle } from '../../snapshot/pool/worker-handle.ts'
import { startProcess } from '../../snapshot/pool/worker-process.ts'
import { threadHandle } from '../../snapshot/pool/worker-thread.ts'

const MEGABYTE = 2 ** 20

/**
 * Heap sizes in MB. A large young generation halves the time of a Lit page, which makes many
 * short-lived nodes.
 */
const HEAP = { old: 512, semiSpace: 32 }

/** A process counts all of its memory, including Node's own. */
const MAX_BYTES = { thread: 384 * MEGABYTE, process: 640 * MEGABYTE }

const WORKER_AGE = { renders: 100_000, ms: 6 * 60 * 60 * 1000 }

export const DEADLINE = 5000
const START_DEADLINE = 30_000

/** How many snapshots may be under way or wait. */
export const QUEUE = 100

// With another build, a library's content would differ from the browser's.
const CONDITIONS = '--conditions=browser'

export interface WorkersOptions
  extends Pick<
    Config,
    'pages' | 'assets' | 'base' | 'workers' | 'isolation' | 'limits' | 'allowFetch' | 'region'
  > {
  /** Packages that each worker evaluates only once. Default: the renderers alone. */
  readonly kept?: readonly string[]
  /**
   * How long a snapshot may have to wait for its turn before it is refused, in ms; infinite in an
   * export. Default: half the deadline.
   */
  readonly patience?: number
  /**
   * How long it may wait for a ready worker, in ms. Default: the deadline, or two minutes in an
   * export.
   */
  readonly wait?: number
}

interface StartData {
  /** Of the pages with tables. */
  readonly apps?: readonly (readonly [path: string, url: string])[]
  /** Of the pages with tables: where their style sheets are. */
  readonly assets?: Assets | undefined
  /** Of the adopted pages. */
  readonly mounts?: Mounts
  readonly allow: readonly string[] | undefined
  /** Packages whose modules are evaluated once per thread. */
  readonly kept?: readonly string[] | undefined
  readonly region: Region
}

export const regionOf = ({
  locale = 'en-US',
  timeZone = 'UTC',
}: NonNullable<Config['region']> = {}): Region => ({ locale, timeZone })

interface Program {
  readonly file: URL
  readonly flags: readonly string[]
  /** Environment variables that it may read. Default: all. */
  readonly variables?: readonly string[]
}

const RENDER: Program = {
  file: new URL('../../snapshot/worker/worker.js', import.meta.url),
  flags: [CONDITIONS],
}

/** Node's linker warns that it is experimental. */
const ADOPT: Program = {
  file: new URL('../../adopted/page/worker.js', import.meta.url),
  flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
  // Node needs these to start and to trust servers. Page scripts are untrusted.
  variables: [
    ...['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TZ'],
    ...['NODE_EXTRA_CA_CERTS', 'NODE_TLS_REJECT_UNAUTHORIZED', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  ],
}

function environmentOf({ variables }: Program): NodeJS.ProcessEnv {
  if (variables === undefined) return { ...process.env }
  const seen = variables.map((name) => [name, process.env[name]] as const)
  return Object.fromEntries(seen.filter(([, value]) => value !== undefined))
}

const KINDS: Readonly<
  Record<
    NonNullable<Config['isolation']>,
    (program: Program, data: StartData) => () => WorkerHandle
  >
> = {
  thread(program, data) {
    const code = createCodeCache()
    return () => {
      const heartbeat = sharedMemory()
      const worker = new Worker(program.file, {
        env: environmentOf(program),
        workerData: { ...data, heartbeat, code: code.all },
        resourceLimits: {
          maxOldGenerationSizeMb: HEAP.old,
          // V8 counts two semi-spaces and one more for older objects.
          maxYoungGenerationSizeMb: 3 * HEAP.semiSpace,
        },
        execArgv: [...program.flags],
      })
      return threadHandle(worker, heartbeat, code)
    }
  },
  process: (program, data) => () =>
    startProcess({
      file: fileURLToPath(program.file),
      data,
      // A thread gets both from dom/locale.ts.
      env: {
        ...environmentOf(program),
        TZ: data.region.timeZone,
        LC_ALL: `${data.region.locale.replaceAll('-', '_')}.UTF-8`,
      },
      execArgv: [
        ...program.flags,
        WIDE_INLINE_CACHES,
        `--max-old-space-size=${HEAP.old}`,
        `--max-semi-space-size=${HEAP.semiSpace}`,
      ],
    }),
}

/** Starts workers for the pages with tables. @throws An app module's error. */
export function startWorkers(
  options: WorkersOptions,
  observe: Observer,
  routeOf?: PoolOptions['routeOf'],
): Promise<Pool> {
  const { pages, workers = availableParallelism(), isolation = 'thread' } = options
  const apps = tablePages(pages).map(([path, { app }]) => [path, pathToFileURL(app).href] as const)
  const { allowFetch: allow, kept, assets: folder, base = '/' } = options
  const assets = folder === undefined ? undefined : { folder, base }
  const data = { apps, assets, allow, kept, region: regionOf(options.region) }
  return createPool({
    spawn: KINDS[isolation](RENDER, data),
    ...{ workers, spares: 1, maxAge: { ...WORKER_AGE, bytes: MAX_BYTES[isolation] } },
    ...limitsOf(options),
    routeOf,
    ...poolListeners(observe),
  })
}

/**
 * Each worker shows one page at a time, and is replaced after a page with irreversible effects.
 * @throws When none can be started.
 */
export async function startAdopters(options: WorkersOptions, observe: Observer): Promise<Pool> {
  const { workers = availableParallelism(), isolation = 'thread' } = options
  const data = {
    mounts: mountsOf(options),
    allow: options.allowFetch,
    region: regionOf(options.region),
  }
  const made = await createPool({
    spawn: KINDS[isolation](ADOPT, data),
    // Pages mostly wait, and a hanging page must not stop the others.
    ...{ workers: workers + 1, spares: 1, oneByOne: true },
    maxAge: { ...WORKER_AGE, bytes: MAX_BYTES[isolation] },
    ...limitsOf(options),
    ...poolListeners(observe),
  })
  return reloadingPool(made)
}

type Limits = Pick<PoolOptions, 'startDeadline' | 'deadline' | 'queue' | 'patience' | 'wait'>

/** How long an export waits for a ready worker, in ms. */
const PATIENT_WAIT = 120_000

function limitsOf({ limits = {}, ...options }: WorkersOptions): Limits {
  const { deadline = DEADLINE, queue = QUEUE } = limits
  const { patience = deadline / 2 } = options
  const wait = options.wait ?? (patience === Number.POSITIVE_INFINITY ? PATIENT_WAIT : undefined)
  return { startDeadline: START_DEADLINE, deadline, queue, patience, wait }
}

interface PoolListeners {
  readonly onReplaced: NonNullable<PoolOptions['onReplaced']>
  readonly onStray: NonNullable<PoolOptions['onStray']>
  readonly onBarred: NonNullable<PoolOptions['onBarred']>
}

const poolListeners = (observe: Observer): PoolListeners => ({
  onReplaced: (why) => observe({ type: 'replaced', why: String(why) }),
  onStray: (error, state) => observe({ type: 'warning', state: state ?? '', warnings: [error] }),
  onBarred: ({ state }, ms) =>
    observe({
      type: 'warning',
      state,
      warnings: [`It has ended snapshot workers, and is refused for ${Math.ceil(ms / 1000)} s`],
    }),
})
