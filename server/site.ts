// The production server's handler: built shells and app modules from files, a pool of workers, a cache.
// In: configuration of the operator's. Out: a handler that owns its threads until it is closed.

import { pathToFileURL } from 'node:url'
import type { PageFacts } from './ask.ts'
import { readSetting } from './build.ts'
import { type Cache, createCache, type Purge } from './cache.ts'
import { ConfigError, originOf } from './config/settings.ts'
import type { Config } from './config.ts'
import type { Observer, ServerEvent } from './events.ts'
import { createCoreHandler } from './handler.ts'
import type { Handler } from './message.ts'
import { type PathPage, placesOf } from './place.ts'
import type { Pool } from './pool.ts'
import type { AppModule } from './serve.ts'
import { createShell } from './shell.ts'
import type { Tier } from './tier.ts'
import { startWorkers, type WorkersOptions } from './workers.ts'

/** What of a configuration a handler needs; the defaults are the same. */
export interface SiteOptions
  extends WorkersOptions,
    Pick<Config, 'origin' | 'maxAge' | 'staleFor' | 'cacheBytes' | 'snapshotBytes'> {
  /** Told all that happens. Default: a line on standard error for what went wrong behind an answer. */
  readonly observe?: Observer
  /** Where else pages are kept. Asked in their order. */
  readonly tiers?: readonly Tier[]
}

/** A handler with what it owns. */
export type Site = Handler & {
  /** Ends the worker threads. */
  close(): Promise<void>
  /**
   * Forgets the snapshots of a page, of a state, of all states with a prefix; without arguments all.
   * Those that a shared tier has are forgotten there when they are here, or page and state are given.
   */
  purge(which?: Purge): number
  /** How many snapshots are under way or wait. */
  readonly pending: number
  /** What the cache in memory holds. */
  readonly cached: Cache['size']
}

interface Page extends PageFacts, PathPage {}

/** For how long a stale page may be answered, in ms, when the configuration does not say. */
export const STALE_FOR = 3_600_000

/**
 * Makes the handler of a site.
 *
 * @throws {ConfigError} When the origin is not one, a file cannot be read, a shell has no outlet, or a page
 *   with the fragment tag has no empty state. What an app module throws.
 */
export async function createHandler(options: SiteOptions): Promise<Site> {
  const origin = checkOrigin(options.origin)
  const { observe = warn, staleFor = STALE_FOR, maxAge, snapshotBytes } = options
  const pages = new Map<string, Page>()
  for (const [path, page] of Object.entries(options.pages)) {
    const shell = await readSetting(path, 'shell', page.shell)
    const table = await tableOf(page.app, observe)
    const { query, everyone } = page
    pages.set(path, { shell: createShell(shell), query, everyone, table })
  }
  const { cacheBytes = 64 * 2 ** 20, tiers = [] } = options
  const cache = createCache({ bytes: cacheBytes, staleFor, tiers })
  const pool = await startWorkers(options, observe)
  await checkHomes(pages, pool, origin, observe).catch(async (error) => {
    await pool.close()
    throw error
  })
  const handler = createCoreHandler({
    origin,
    shell: (path) => pages.get(path)?.shell,
    facts: (path) => pages.get(path),
    place: placesOf(origin, pages),
    pool,
    cache,
    observe,
    maxAge,
    staleFor,
    snapshotBytes,
  })
  const site: Omit<Site, keyof Handler> = {
    async close() {
      await Promise.all([pool.close(), ...tiers.map((tier) => tier.close?.())])
    },
    purge: (which = {}) => cache.purge(which),
    get pending() {
      return pool.waiting
    },
    get cached() {
      return cache.size
    },
  }
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(site)) as Site
}

/** The routes of an app module; its views are not imported with them. */
async function tableOf(app: string, observe: Observer): Promise<PageFacts['table']> {
  try {
    const { routes }: Partial<AppModule> = await import(pathToFileURL(app).href)
    return routes
  } catch (error) {
    const warnings = [
      `The routes of ${app} need a document to be imported, so that spellings of a state do not share its snapshot: import views lazily (${error})`,
    ]
    observe({ type: 'warning', state: '', warnings })
    return undefined
  }
}

/** Crawlers take a 404 there for the end of the whole site. Specification, "Pages without hash fragments". */
async function checkHomes(
  pages: ReadonlyMap<string, Page>,
  pool: Pool,
  origin: string,
  observe: Observer,
): Promise<void> {
  for (const [page, { shell }] of pages) {
    if (!shell.hasFragmentTag) continue
    const home = await pool.render({ page, state: '', url: origin + page })
    if (home.type !== 'snapshot') {
      if (home.type === 'redirect') continue
      const warnings = [`The empty state of the page "${page}" cannot be shown now: ${home.type}`]
      observe({ type: 'warning', state: '', warnings })
    } else if (home.status === 404 || home.status === 410) {
      throw new ConfigError(
        `The page "${page}" has the fragment tag, but its empty state is answered ${home.status}: give its table a route "", or take the tag out of the shell`,
      )
    }
  }
}

function warn(event: ServerEvent): void {
  if (event.type === 'replaced') console.warn(`hashbang: a worker was replaced: ${event.why}`)
  if (event.type === 'tier' && !event.works) console.warn(`hashbang: ${event.name}: ${event.why}`)
  if (event.type !== 'warning') return
  console.warn(event.warnings.map((warning) => `hashbang: #!${event.state}: ${warning}`).join('\n'))
}

/** Checks an origin. @throws {ConfigError} When it is not a scheme, a host and maybe a port. */
export function checkOrigin(origin: string): string {
  const found = originOf(origin)
  if (found !== undefined) return found
  throw new ConfigError(`Cannot use "${origin}" as origin: expected such as "https://example.com"`)
}
