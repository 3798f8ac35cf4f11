// The workers of a site, with their limits and rights; starts the lane of route tables.

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Region } from '../../dom/types.ts'
import { type Mount, mountsOf, tablePages } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import type { LaneEvent } from '../../snapshot/pool/pool.ts'
import type { WorkerHandle } from '../../snapshot/pool/pool-worker.ts'
import type { StartData } from '../../snapshot/pool/protocol.ts'
import { WorkerLane, type WorkerLaneOptions } from '../../snapshot/pool/worker-lane.ts'
import { workerStarter } from '../../snapshot/pool/worker-process.ts'
import { flagsOf, variablesOf } from './worker-rights.ts'

const MEGABYTE = 2 ** 20

/**
 * In MB. A page's nodes die with it, so the young generation is large. V8 must not put later nodes
 * among the old: each page would wait for a collection of the whole heap.
 */
const HEAP = [
  '--max-old-space-size=512',
  '--max-semi-space-size=16',
  '--no-allocation-site-pretenuring',
]

/** A process uses more memory than its heap. */
const WORKER_AGE = { renders: 100_000, ms: 6 * 60 * 60 * 1000, bytes: 640 * MEGABYTE }

/** A worker waits while its page loads. */
const WORKERS = Math.max(2, 2 * availableParallelism())

/** Default of `limits.deadline`. */
export const DEADLINE_MS = 5000
const START_DEADLINE_MS = 30_000

/** Default of `limits.queue`. */
export const QUEUE = 100

// Another build of a library may differ from the browser's.
const CONDITIONS = '--conditions=browser'

export interface WorkersOptions extends Omit<Config, 'origin'> {
  /** Packages that a worker evaluates once. Default: the renderers. */
  readonly kept?: readonly string[]
  /**
   * For how long a snapshot may wait for its turn, in ms. Default: half the deadline; an export has
   * no limit.
   */
  readonly patience?: number
  /** For a ready worker, in ms. Default: one and a half deadlines; in an export, two minutes. */
  readonly wait?: number
}

export const regionOf = ({
  locale = 'en-US',
  timeZone = 'UTC',
}: NonNullable<Config['region']> = {}): Region => ({ locale, timeZone })

export const regionVariables = ({ locale, timeZone }: Region): NodeJS.ProcessEnv => ({
  TZ: timeZone,
  LC_ALL: `${locale.replaceAll('-', '_')}.UTF-8`,
})

interface Program {
  /** From this file. */
  readonly file: string
  readonly flags: readonly string[]
  /** The worker may read their projects, and the folders. */
  readonly files: readonly string[]
  readonly folders: readonly string[]
  readonly data: Omit<StartData, 'allow' | 'region'>
}

type StartWorker = () => WorkerHandle

/** Of an export, in ms. */
const PATIENT_WAIT = 120_000

function starterOf(
  { file, flags, files, folders, data }: Program,
  { workerEnv = [], workerFlags = [], region: given, allowFetch }: WorkersOptions,
): StartWorker {
  const region = regionOf(given)
  return workerStarter({
    file: fileURLToPath(new URL(file, import.meta.url)),
    data: { ...data, region, allow: allowFetch },
    env: { ...variablesOf(workerEnv), ...regionVariables(region) },
    execArgv: [...flags, ...HEAP, ...flagsOf(files, folders, workerFlags)],
  })
}

/** @param warmUp More time for the first page of a worker, in ms. Default: 0. */
export function laneOptions(
  spawn: StartWorker,
  options: WorkersOptions,
  warmUp?: number,
): WorkerLaneOptions {
  const { workers = WORKERS, limits = {} } = options
  const { deadline = DEADLINE_MS, queue = QUEUE } = limits
  const { patience = deadline / 2 } = options
  return {
    ...{ spawn, workers, spares: 1, maxAge: WORKER_AGE, startDeadline: START_DEADLINE_MS },
    ...{ deadline, queue, patience, warmUp },
    wait: options.wait ?? (patience === Number.POSITIVE_INFINITY ? PATIENT_WAIT : undefined),
  }
}

/** For pages with tables. */
export function tableStarter(options: WorkersOptions): StartWorker {
  const { kept = [], assets: folder, base = '/' } = options
  const mounts = mountsOf(options)
  const modules = tablePages(options.pages).map(([path, { app }]) => ({ path, app }))
  return starterOf(
    {
      file: '../../snapshot/worker/table-worker.js',
      flags: [CONDITIONS],
      files: modules.map(({ app }) => app),
      folders: foldersOf(mounts),
      data: {
        mounts,
        apps: modules.map(({ path, app }) => [path, resolve(app)]),
        assets: folder === undefined ? undefined : { folder, base },
        kept,
      },
    },
    options,
  )
}

/** @throws An app module's error. */
export const startTableLane = (
  options: WorkersOptions,
  observe: (event: LaneEvent) => void,
): Promise<WorkerLane> =>
  new WorkerLane(laneOptions(tableStarter(options), options), observe).start()

/** For adopted pages. */
export function adoptedStarter(options: WorkersOptions): StartWorker {
  const mounts = mountsOf(options)
  return starterOf(
    {
      file: '../../adopted/page/adopted-worker.js',
      // Node's linker of modules warns that it is experimental.
      flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      ...{ files: [], folders: foldersOf(mounts) },
      data: { mounts },
    },
    options,
  )
}

const foldersOf = (mounts: readonly Mount[]): string[] =>
  mounts.filter(({ site }) => site.startsWith('file:')).map(({ site }) => fileURLToPath(site))
