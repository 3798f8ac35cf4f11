// The production server's handler: built shells and app modules from files, a pool of workers.
// In: configuration of the operator's. Out: a handler that owns its threads until it is closed.

import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createCoreHandler } from './handler.ts'
import type { Handler } from './message.ts'
import { createPool } from './pool.ts'
import { createShell, type Shell } from './shell.ts'

/** One page of a site: an HTML file of the app, and the module that makes its snapshots. */
export interface PageOptions {
  /** File of the built index.html. */
  readonly shell: string
  /** File of the built app module, which exports `routes` and `context`. */
  readonly app: string
}

/** Configuration of a site. */
export interface SiteOptions {
  /** Scheme, host and port of the site's URLs, such as `https://example.com`. */
  readonly origin: string
  /** The pages by their paths, such as `/` or `/dictionary.html`. */
  readonly pages: Readonly<Record<string, PageOptions>>
  /** How many worker threads. Default: one a core. */
  readonly workers?: number
  /** How many ms a snapshot may take. Default: 5000. */
  readonly deadline?: number
  /** How many snapshots may be under way or wait. Default: 100. */
  readonly queue?: number
  /** Told what went wrong behind an answer. Default: a line on standard error. */
  readonly onWarning?: (state: string, warnings: readonly string[]) => void
}

/** A handler with what it owns. */
export type Site = Handler & {
  /** Ends the worker threads. */
  close(): Promise<void>
}

/**
 * Makes the handler of a site.
 *
 * @throws {TypeError} When the origin is not one, or a shell has no outlet. What an app module throws.
 */
export async function createHandler(options: SiteOptions): Promise<Site> {
  const origin = checkOrigin(options.origin)
  const shells = new Map<string, Shell>()
  for (const [path, page] of Object.entries(options.pages)) {
    shells.set(path, createShell(await readFile(page.shell, 'utf8')))
  }
  const apps = Object.entries(options.pages).map(([path, page]) => [
    path,
    pathToFileURL(page.app).href,
  ])
  const onWarning = options.onWarning ?? warn
  const pool = await createPool({
    spawn: (pulse) =>
      new Worker(new URL('./worker.js', import.meta.url), {
        workerData: { apps, pulse },
        resourceLimits: RESOURCE_LIMITS,
        // Libraries that have a build for browsers must take it here too, or they would show other content.
        execArgv: ['--conditions=browser'],
      }),
    workers: options.workers ?? availableParallelism(),
    spares: 1,
    maxAge: MAX_AGE,
    deadline: options.deadline ?? 5000,
    queue: options.queue ?? 100,
    onReplaced: (why) => onWarning('', [`A snapshot worker was replaced: ${why}`]),
  })
  const handler = createCoreHandler({ origin, shell: (path) => shells.get(path), pool, onWarning })
  return Object.assign(handler, { close: () => pool.close() })
}

// Views make many short-lived nodes: a large young generation halves the time of a Lit page.
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 96 }

const MAX_AGE = { renders: 100_000, ms: 6 * 60 * 60 * 1000, heapBytes: 384 * 2 ** 20 }

const warn = (state: string, warnings: readonly string[]): void =>
  console.warn(warnings.map((warning) => `hashbang: #!${state}: ${warning}`).join('\n'))

/** Checks an origin. @throws {TypeError} When it is not a scheme, a host and maybe a port. */
export function checkOrigin(origin: string): string {
  const url = URL.canParse(origin) ? new URL(origin) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.origin === origin.replace(/\/$/, ''))
    return url.origin
  throw new TypeError(`Cannot use "${origin}" as origin: expected such as "https://example.com"`)
}
