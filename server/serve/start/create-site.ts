// Opens a site: shells, app modules, workers, cache and handler. The site owns its workers and
// shared pages until it is closed.

import { readdirSync, statSync } from 'node:fs'
import { type Cache, createCache } from '../../cache/cache.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import type { SharedPages } from '../../cache/shared-pages.ts'
import { createAddressTags, type Purge, type Purged } from '../../cache/tags.ts'
import { diagnosis } from '../../diagnostics/diagnostics.ts'
import type { Readables } from '../../html/readable-links.ts'
import { adoptedPages, adoptedReadables, tablePages } from '../../site/adopted-pages.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { readBuildFacts } from '../../site/manifest.ts'
import { assetPaths } from '../../site/public-files.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import type { SitePage } from '../handler/addresses.ts'
import { CoreHandler } from '../handler/handler.ts'
import type { NodeMiddleware } from '../http/node-adapter.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import { openTracing, type Tracing, UNTRACED } from '../observe/tracing.ts'
import { type AdoptedSites, openAdopted } from './adopted-sites.ts'
import { addressesOf, purgeEverywhere } from './purge-everywhere.ts'
import { checkHomes, readPages } from './read-pages.ts'
import { createSiteMiddleware, type SiteMiddleware } from './site-middleware.ts'
import { startWorkers, type WorkersOptions } from './start-pool.ts'

export type SiteConfig = Omit<Config, 'port' | 'host'>

export interface SiteParts extends Pick<WorkersOptions, 'patience' | 'wait'> {
  /** Receives every server event. Default: warnings go to standard error. */
  readonly observe?: Observer
  /** Whether `rendered` events list the waits of each page, for tools. Default: false. */
  readonly trace?: boolean
  /** Pages of other servers. Closed with the site, even if it fails to open. Default: none. */
  readonly shared?: SharedPages | undefined
  /**
   * The path of the page for missing states, for files of an app whose states are paths: each of
   * its paths is then a page, for everyone. Default: none.
   */
  readonly missing?: string | undefined
  /** Serves the metrics, where the setting is a path. Default: they are not served. */
  readonly answerMetrics?: Handler | undefined
  /** Whether load balancers must send no more requests. Default: never. */
  readonly isStopping?: (() => boolean) | undefined
}

/** Default time for stale pages, in ms. */
export const STALE_FOR = 3_600_000

const CACHE_BYTES = 64 * 2 ** 20

interface Owned {
  close(): Promise<void> | void
}

/**
 * On failure, ends everything it started. @throws {ConfigError} On an unreadable file, a shell
 * without an outlet, or a page with the fragment tag and no empty state. An app module's error.
 */
export async function createSite(config: SiteConfig, parts: SiteParts = {}): Promise<Site> {
  const owned: Owned[] = parts.shared ? [parts.shared] : []
  const close = async () => {
    await Promise.all(owned.map((one) => one.close()))
  }
  try {
    return await openSite(config, parts, owned, close)
  } catch (error) {
    await close()
    throw error
  }
}

async function openSite(
  config: SiteConfig,
  parts: SiteParts,
  owned: Owned[],
  close: () => Promise<void>,
): Promise<Site> {
  const { shared, trace, missing, answerMetrics, isStopping = () => false } = parts
  const { origin, cdn, purgeToken, assets } = config
  const { bytes = CACHE_BYTES, maxAge, staleFor = STALE_FOR } = config.cache ?? {}
  if (cdn?.missing !== undefined) throw new ConfigError(`Cannot use "cdn": ${cdn.missing}`)
  if (assets !== undefined) checkFolder(assets)
  const { kept, immutable } = readBuildFacts(config.pages)
  // Checks the optional peer before a worker starts.
  const tracing = config.tracing ? await openTracing() : UNTRACED
  const observe = observerOf(parts.observe ?? warn, tracing)
  const isForFiles = missing !== undefined
  const unread: string[] = []
  const pages = await readPages(config, isForFiles, (why) => unread.push(why))
  const readables = new Map([...readablesOf(pages), ...adoptedReadables(config.pages)])
  const cache = createCache({ bytes, staleFor, shared: shared && traced(shared, tracing) })
  const addresses = addressesOf(config.pages, pages, readables)
  const purge = purgeEverywhere({ cache, shared, cdn, origin, pages: addresses, observe })

  const options = { ...config, ...parts, kept }
  const tables = tablePages(config.pages).length > 0 && (await startWorkers(options, observe))
  if (tables) owned.push(tables)
  // Workers can read them.
  if (unread.length > 0) observe({ type: 'warning', state: '', warnings: unread })
  const adopted = await openAdopted(options, observe)
  if (adopted) owned.push(adopted.pool)
  const pool = joinPools(tables || undefined, adopted)
  await checkHomes(pages, pool, origin, observe)

  const isFile = assets && !isForFiles ? assetPaths(assets, config.base) : undefined
  const core = new CoreHandler({
    ...{ origin, isFile, cache, observe, maxAge, staleFor, trace, missing },
    pages: new Map([...pages, ...adoptedSitePages(config.pages, adopted, readables)]),
    // Another server may have rendered the page.
    isOverloaded: () => shared === undefined && pool.isFull,
    pool: {
      render: (order) => tracing.render(order, pool.waiting, () => pool.render(order)),
    },
    addressTags: cdn && createAddressTags(),
  })
  const handler = tracing.handler(core.handle)
  let whole: SiteMiddleware | undefined
  const site: Omit<Site, keyof Handler> = {
    get all() {
      if (whole === undefined) {
        const purges = purgeToken === undefined ? undefined : { token: purgeToken, purge }
        const isReady = () => pool.ready > 0
        const of = { ...config, immutable, purges, answerMetrics, isReady, isStopping, observe }
        whole = createSiteMiddleware({ ...of, handler: opened })
        owned.push(whole)
      }
      return whole.middleware
    },
    close,
    purge: (which = {}) => purge(which),
    statesOf: (page) => adopted?.statesOf(page),
    get pending() {
      return pool.waiting
    },
    get ready() {
      return pool.ready
    },
    get cached() {
      return cache.size
    },
    get shed() {
      return core.shed
    },
  }
  const opened = Object.defineProperties(handler, Object.getOwnPropertyDescriptors(site)) as Site
  return opened
}

const adoptedSitePages = (
  all: Config['pages'],
  adopted: AdoptedSites | undefined,
  readables: Readables,
): (readonly [string, SitePage])[] =>
  adoptedPages(all).map(([path, { query }]) => [
    path,
    { query, readable: readables.get(path), shell: () => adopted?.shell(path) },
  ])

const readablesOf = (pages: ReadonlyMap<string, SitePage>): Readables =>
  new Map(
    [...pages].flatMap(([path, { readable }]) => (readable ? [[path, readable] as const] : [])),
  )

/** Tables and adopted apps have workers of their own. */
function joinPools(
  tables: Pool | undefined,
  adopted: AdoptedSites | undefined,
): Omit<Pool, 'close'> {
  const pools = [tables, adopted?.pool].filter((one) => one !== undefined)
  const [first] = pools as [Pool]
  const sum = (count: (pool: Pool) => number) => pools.reduce((all, one) => all + count(one), 0)
  return {
    render(order) {
      const isAdopted = adopted?.statesOf(order.page) !== undefined
      return (isAdopted ? adopted.pool : first).render(order)
    },
    get waiting() {
      return sum(({ waiting }) => waiting)
    },
    // If one pool has no workers, half of the site is down.
    get ready() {
      return pools.some(({ ready }) => ready === 0) ? 0 : sum(({ ready }) => ready)
    },
    get isFull() {
      return pools.every(({ isFull }) => isFull)
    },
  }
}

const traced = (shared: SharedPages, tracing: Tracing): SharedPages => ({
  ...shared,
  get: (address) => tracing.tier(shared.name, () => shared.get(address)),
})

/** Files beside the sources of an app, which are for no reader. */
const PRIVATE =
  /^(?:hashbang\.config\..*|(?:package-lock|npm-shrinkwrap)\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/i

/** @throws {ConfigError} When it is not a folder, or the project's own. */
function checkFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(diagnosis('HB106', folder))
  const held = readdirSync(folder).filter((name) => PRIVATE.test(name))
  if (held.length === 0) return
  const fault = `"assets" is "${folder}", which holds ${held.join(', ')}, and everybody may read its files: name the folder of the built client alone, such as "dist/client"`
  throw new ConfigError(diagnosis('HB109', 'the configuration', [fault]))
}

const observerOf =
  (observe: Observer, tracing: Tracing): Observer =>
  (event) => {
    observe(event)
    tracing.observe(event)
  }

export function warn(event: ServerEvent): void {
  if (event.type === 'replaced') console.warn(`hashbang: a worker was replaced: ${event.why}`)
  if (event.type === 'tier')
    console.warn(`hashbang: ${event.name} ${event.works ? 'works again' : `fails: ${event.why}`}`)
  if (event.type !== 'warning') return
  console.warn(
    event.warnings.map((warning) => `hashbang: the state "${event.state}": ${warning}`).join('\n'),
  )
}

// @@MERGED from server/serve/start/site.ts
/** A handler with what it owns. */
export type Site = Handler & {
  /**
   * Answers everything that `hashbang serve` answers: pages, the files of `assets` below `base`,
   * `/robots.txt`, `/sitemap.xml`, `/healthz`, `/readyz`, metrics at a path, and purges over HTTP.
   * Other requests go on to `next`, or get status 404.
   */
  readonly all: NodeMiddleware
  /** Ends the workers. */
  close(): Promise<void>
  /**
   * Drops the snapshots of a page, of a state, of a folder of states, with a tag; without arguments
   * all: here at once, then in Redis, then in the `cdn`. Snapshots that are being made are not
   * kept. Never rejects.
   */
  purge(which?: Purge): Promise<Purged>
  /** What the fragments of states begin with of a page that is adopted; undefined of others. */
  statesOf(page: string): StatePrefix | undefined
  /** How many snapshots are under way or wait. */
  readonly pending: number
  /** How many workers can make snapshots now. */
  readonly ready: number
  /** How many requests were refused with 503 because of overload; they have no event each. */
  readonly shed: number
  /** What the cache in memory holds. */
  readonly cached: Cache['size']
}
