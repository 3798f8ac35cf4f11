// Creates the lanes of a site: workers for tables, workers for adopted pages, and Chromium if a
// page names states for it. Their pool starts them. The site calls it.

import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ChromiumLane } from '../../adopted/chromium/chromium-lane.ts'
import { openSiteBrowser } from '../../adopted/chromium/site-browser.ts'
import type { Region } from '../../dom/types.ts'
import { adoptedPages, mountsOf, tablePages } from '../../site/adopted-pages.ts'
import type { Config } from '../../site/config.ts'
import { allowedFetch } from '../../snapshot/fetch/restricted-fetch.ts'
import { siteFetch } from '../../snapshot/fetch/site-fetch.ts'
import type { Lane, LaneEvent } from '../../snapshot/pool/pool.ts'
import {
  type PoolProgram,
  type StartWorker,
  workerStarter,
} from '../../snapshot/pool/pool-worker.ts'
import type { StartData } from '../../snapshot/pool/protocol.ts'
import { WorkerLane, type WorkerLaneOptions } from '../../snapshot/pool/worker-lane.ts'
import type { AdoptedSites } from './adopted-site.ts'
import { flagsOf, variablesOf } from './worker-rights.ts'

const MEGABYTE = 2 ** 20

/**
 * Sizes in MB. A page's nodes die with it, so the young generation is large. V8 must not put later
 * nodes among the old: each page would wait for a collection of the whole heap.
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

/** How long an export waits for a ready worker. Default: one and a half deadlines. */
const EXPORT_WAIT_MS = 120_000

/** The time in which a worker of adopted pages compiles its app, with the first page. */
const WARM_UP_MS = 2000

/** Pages of Chromium at a time, and the least time limit of one. */
const CHROMIUM_PAGES = 2
const CHROMIUM_DEADLINE_MS = 15_000

/** Default of `limits.queue`. */
const QUEUE = 100

// Another build of a library may differ from the browser's.
const CONDITIONS = '--conditions=browser'

export interface WorkersOptions extends Omit<Config, 'origin'> {
  /** Packages that a worker evaluates once. Default: the renderers. */
  readonly kept?: readonly string[]
  /** How long a snapshot may wait for its turn, in ms. Default: half the deadline. */
  readonly patience?: number
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
  readonly name: PoolProgram['name']
  readonly flags: readonly string[]
  /** The worker may read their projects, beside the folders of the site. */
  readonly files: readonly string[]
  readonly data?: Pick<StartData, 'apps' | 'assets' | 'kept'>
}

function starterOf({ name, flags, files, data }: Program, options: WorkersOptions): StartWorker {
  const { workerEnv = [], workerFlags = [], allowFetch } = options
  const region = regionOf(options.region)
  const mounts = mountsOf(options)
  const folders = mounts
    .filter(({ site }) => site.startsWith('file:'))
    .map(({ site }) => fileURLToPath(site))
  return workerStarter({
    name,
    data: { ...data, mounts, region, allow: allowFetch },
    env: { ...variablesOf(workerEnv), ...regionVariables(region) },
    execArgv: [...flags, ...HEAP, ...flagsOf(files, folders, workerFlags)],
  })
}

/** @param warmUp More time for the first page of a worker, in ms. Default: 0. */
function laneOptions(
  spawn: StartWorker,
  options: WorkersOptions,
  warmUp?: number,
): WorkerLaneOptions {
  const { workers = WORKERS, limits = {} } = options
  const { deadline = DEADLINE_MS, queue = QUEUE } = limits
  const { patience = deadline / 2 } = options
  return {
    spawn,
    workers,
    spares: 1,
    maxAge: WORKER_AGE,
    startDeadline: START_DEADLINE_MS,
    deadline,
    warmUp,
    queue,
    patience,
    wait: patience === Number.POSITIVE_INFINITY ? EXPORT_WAIT_MS : undefined,
  }
}

export function tableStarter(options: WorkersOptions): StartWorker {
  const { kept = [], assets: folder, base = '/' } = options
  const modules = tablePages(options.pages).map(([path, { app }]) => ({ path, app }))
  return starterOf(
    {
      name: 'table',
      flags: [CONDITIONS],
      files: modules.map(({ app }) => app),
      data: {
        apps: modules.map(({ path, app }) => [path, resolve(app)]),
        assets: folder === undefined ? undefined : { folder, base },
        kept,
      },
    },
    options,
  )
}

export const createTableLane = (
  options: WorkersOptions,
  observe: (event: LaneEvent) => void,
): WorkerLane => new WorkerLane(laneOptions(tableStarter(options), options), observe)

export const adoptedStarter = (options: WorkersOptions): StartWorker =>
  starterOf(
    {
      name: 'adopted',
      // Node's linker of modules warns that it is experimental.
      flags: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
      files: [],
    },
    options,
  )

export function createAdoptedLane(
  sites: AdoptedSites,
  options: WorkersOptions,
  observe: (event: LaneEvent) => void,
): WorkerLane {
  const lane: WorkerLane = new WorkerLane(
    {
      ...laneOptions(adoptedStarter(options), options, WARM_UP_MS),
      takes: ({ page }) => sites.has(page),
      prepare: async (job) =>
        sites.get(job.page)?.prepare(job, (first) => lane.render(first)) ?? job,
    },
    observe,
  )
  return lane
}

/** @param workers The lane of adopted pages. @returns Undefined if no page has states for it. */
export function createChromiumLane(
  workers: Lane,
  options: WorkersOptions & Pick<Config, 'origin'>,
  observe: (event: LaneEvent) => void,
): ChromiumLane | undefined {
  const states = new Map(
    adoptedPages(options.pages).map(([path, { chromium = [] }]) => [path, chromium]),
  )
  if ([...states.values()].every(({ length }) => length === 0)) return undefined
  const { origin, allowFetch, adopt: { sandbox = true } = {}, limits } = options
  const deadline = Math.max(limits?.deadline ?? 0, CHROMIUM_DEADLINE_MS)
  const allow = new Set(allowFetch)
  const site = siteFetch(mountsOf(options), origin, fetch)
  const browser = openSiteBrowser({
    ...regionOf(options.region),
    sandbox,
    deadline,
    fetch: (pageUrl) => allowedFetch(site, pageUrl, allow),
    isAllowed: (one) => one === origin || allow.has(one),
  })
  const { queue = QUEUE } = limits ?? {}
  const lane = { browser, states, pages: CHROMIUM_PAGES, queue, deadline, allow, workers }
  return new ChromiumLane(lane, observe)
}
