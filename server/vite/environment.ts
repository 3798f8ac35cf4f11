// Vite environment of the snapshot worker in development. The first snapshot starts its process,
// and every edit replaces it.

import { DevEnvironment } from 'vite'
import { type ReadableOptions, readableScheme } from '../../src/readable.ts'
import { withoutTracking } from '../../src/tracking.ts'
import { diagnosis } from '../diagnostics/diagnosis.ts'
import type { Readables } from '../html/readable-links.ts'
import { regionOf, regionVariables } from '../serve/start/start-lanes.ts'
import type { BuildFacts } from '../site/manifest.ts'
import type { LaneEvent } from '../snapshot/pool/pool.ts'
import {
  type WorkerHandle,
  type WorkerListener,
  workerStarter,
} from '../snapshot/pool/pool-worker.ts'
import type { Job, Result } from '../snapshot/pool/protocol.ts'
import { WorkerLane } from '../snapshot/pool/worker-lane.ts'
import type { Transformed } from './dev-modules.ts'
import { nodeConditions } from './external-packages.ts'
import { homeOf } from './page-files.ts'
import type { SharedSettings } from './plugin-options.ts'

// ms. Vite transforms views on first use.
const DEADLINE = 20_000
const START_DEADLINE = 60_000

/** ms before the log names the cause of a slow page. */
const SLOW_AFTER = 1000

interface DevAddresses {
  readonly readables: Readables
  readonly inPaths: readonly string[]
}

export class SnapshotEnvironment extends DevEnvironment {
  #lane: Promise<WorkerLane> | undefined
  #closed = false
  #addresses: Promise<DevAddresses> = Promise.resolve({ readables: new Map(), inPaths: [] })

  apps: readonly (readonly [path: string, file: string])[] = []

  /** The style sheets of a page that imported these modules. */
  stylesOf: (page: string, modules: readonly string[]) => Promise<readonly string[]> =
    async () => []

  settings: SharedSettings & Pick<BuildFacts, 'kept'> = {}

  /** The dev server's origin, known at the first request. */
  home = ''

  readonly #logged = new Set<string>()

  /** Returns the addresses of the current sources. @throws As `render`. */
  async addresses(): Promise<DevAddresses> {
    await this.#start()
    return this.#addresses
  }

  /** @throws The error of an app module's evaluation, or of its transformation by Vite. */
  async render(job: Job): Promise<Result> {
    for (;;) {
      const answer = await (await this.#start()).render(job)
      // An edit replaced the worker during the render.
      if (answer.type !== 'closed' || this.#closed) return answer
    }
  }

  /** Replaces the worker before the next snapshot. */
  renew(): void {
    const lane = this.#lane
    this.#lane = undefined
    lane?.then(
      (running) => running.close(),
      () => undefined,
    )
  }

  override async close(): Promise<void> {
    this.#closed = true
    this.renew()
    await super.close()
  }

  #start(): Promise<WorkerLane> {
    if (this.#lane !== undefined) return this.#lane
    const options = {
      spawn: (listener: WorkerListener) => this.#spawn(listener),
      workers: 1,
      spares: 0,
      maxAge: { renders: Infinity, ms: Infinity, bytes: Infinity },
      startDeadline: START_DEADLINE,
      deadline: DEADLINE,
      queue: 1000,
      patience: Number.POSITIVE_INFINITY,
    }
    const lane = new WorkerLane(options, (event) => this.#log(event)).start()
    this.#lane = lane
    lane.catch(() => {
      if (this.#lane === lane) this.#lane = undefined
    })
    return lane
  }

  #log(event: LaneEvent): void {
    const { logger } = this
    if (event.type === 'replaced') logger.warn(`The snapshot worker was replaced: ${event.why}`)
    else if (event.type === 'slow')
      logger.warn(diagnosis('HB104', event.state, SLOW_AFTER, event.waiting), { timestamp: true })
    else {
      const fault = 'Your code threw an error outside of a page, and nothing caught it'
      logger.warn(`${fault}: ${event.error}`)
    }
  }

  logOnce(text: string, level: 'info' | 'warn' = 'warn'): void {
    if (!this.#logged.has(text)) this.logger[level](text, { timestamp: true })
    this.#logged.add(text)
  }

  logForeign(origin: string): void {
    this.logOnce(
      `The app fetches from ${origin}. Production needs allowFetch: ['${origin}'] in hashbang({ … }) or hashbang.config.js`,
      'info',
    )
  }

  async #transform(imported: string): Promise<Transformed> {
    const url = moduleOf(imported)
    const result = await this.transformRequest(url)
    if (result === null) throw new Error(`Vite finds no module ${url}: correct the import`)
    const { id } = (await this.moduleGraph.getModuleByUrl(url)) ?? {}
    const map = result.map && 'version' in result.map ? result.map : null
    return { code: result.code, id: id ?? url, map: map && { ...map } }
  }

  #spawn(listener: WorkerListener): WorkerHandle {
    let resolve: (addresses: DevAddresses) => void = () => undefined
    this.#addresses = new Promise((done) => {
      resolve = done
    })
    const { allowFetch, kept } = this.settings
    const region = regionOf(this.settings.region)
    const start = workerStarter({
      name: 'development',
      data: {
        root: this.config.root,
        base: homeOf(this.config.base),
        dedupe: this.config.resolve.dedupe ?? [],
        apps: this.apps,
        region,
        kept,
        allow: allowFetch,
        mounts: [{ base: '/', site: `${this.home}/` }],
        slowAfter: SLOW_AFTER,
        conditions: [...nodeConditions(this.config)],
      },
      env: { ...process.env, ...regionVariables(region) },
      execArgv: ['--conditions=browser'],
      receive: async (message, reply) => {
        const { readables, inPaths = [], ...said } = message as FromDevWorker
        if (said.hint !== undefined) return this.logOnce(said.hint)
        if (said.foreign !== undefined) return this.logForeign(said.foreign)
        if (readables) return resolve({ readables: readablesFrom(readables), inPaths })
        const { id, url, page, modules } = said
        const asked = page === undefined ? this.#transform(url) : this.stylesOf(page, modules)
        reply({ id, answer: await asked.catch(plainError) })
      },
    })
    return start(listener)
  }
}

/** Reads Vite's spelling of a module without a file, such as `\0vue:helper`. */
function moduleOf(imported: string): string {
  const url = imported.replace(/([?&])import(?:&|$)/, '$1').replace(/[?&]$/, '')
  return url.startsWith('/@id/') ? url.slice('/@id/'.length).replace('__x00__', '\0') : url
}

/** Errors of plugins have functions and ASTs, which cannot be cloned. */
const plainError = (error: Error) => ({
  error: JSON.parse(JSON.stringify({ ...error, message: error.message, stack: error.stack })),
})

interface FromDevWorker {
  readonly id: number
  /** A module to transform. */
  readonly url: string
  /** Else a page that imported these. */
  readonly page?: string
  readonly modules: readonly string[]
  readonly readables?: ReadableList
  readonly inPaths?: readonly string[]
  readonly hint?: string
  /** A fetched origin that production would refuse. */
  readonly foreign?: string
}

type ReadableList = readonly (readonly [page: string, prefix: string, options: ReadableOptions])[]

const readablesFrom = (list: ReadableList): Readables =>
  new Map(
    list.map(([page, prefix, options]) => {
      const scheme = readableScheme(prefix, options)
      // In production the table removes them; here only the worker has it.
      const ownSearch = (url: URL) => ({ search: withoutTracking(url.search.slice(1)) })
      const stateOf = (url: URL) => scheme.stateOf(Object.assign(new URL(url), ownSearch(url)))
      return [page, { ...scheme, stateOf }]
    }),
  )
