// Opens a site: shells, app modules, workers, cache and handler. `createHandler` and the tools call
// it. The site owns its workers and shared pages.

import { readdirSync, statSync } from 'node:fs'
import { Cache } from '../../cache/cache.ts'
import type { Handler } from '../../cache/response/http-values.ts'
import type { SharedPages } from '../../cache/shared-pages.ts'
import { createAddressTags, type Purge, type Purged } from '../../cache/tags.ts'
import { diagnosis } from '../../diagnostics/diagnosis.ts'
import type { StatePrefix } from '../../site/adopted-urls.ts'
import { ConfigError } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { readBuildFacts } from '../../site/manifest.ts'
import { assetPaths } from '../../site/public-files.ts'
import { Pool, type PoolEvent } from '../../snapshot/pool/pool.ts'
import type { SitePage } from '../handler/addresses.ts'
import { CoreHandler } from '../handler/handler.ts'
import type { NodeMiddleware } from '../http/node-adapter.ts'
import { fromPool, type Observer, type ServerEvent, sentenceOf, toAll } from '../observe/events.ts'
import { openTracing } from '../observe/tracing.ts'
import { findPrefixes, openAdoptedSites } from './adopted-site.ts'
import { purgeEverywhere } from './purge-everywhere.ts'
import { checkHomes, readPages } from './read-pages.ts'
import { createSiteMiddleware } from './site-middleware.ts'
import {
  createAdoptedLane,
  createChromiumLane,
  createTableLane,
  type WorkersOptions,
} from './start-lanes.ts'

export type SiteConfig = Omit<Config, 'port' | 'host'>

export interface SiteParts extends Pick<WorkersOptions, 'patience'> {
  /** Default: warnings go to standard error. */
  readonly observe?: Observer
  /** Whether `rendered` events list waits, for tools. Default: false. */
  readonly trace?: boolean
  /** Pages of other servers. Closed with the site. */
  readonly shared?: SharedPages | undefined
  /**
   * Path of the page for missing states, for files of an app whose states are paths: each path is
   * then a page.
   */
  readonly missing?: string | undefined
  /** Answers requests for the path of the setting `metrics`. */
  readonly answerMetrics?: Handler | undefined
  /** Whether load balancers must send no more requests. */
  readonly isStopping?: (() => boolean) | undefined
}

export type Site = Handler & {
  /**
   * Answers everything that `hashbang serve` answers: pages, the files of `assets`, `/robots.txt`,
   * `/sitemap.xml`, `/healthz`, `/readyz`, metrics at a path, and purges over HTTP. Other requests
   * go to `next`, or get status 404.
   */
  readonly all: NodeMiddleware
  /** Ends the workers. */
  close(): Promise<void>
  /**
   * Drops snapshots, without arguments all: here, then in Redis, then in the `cdn`. Running renders
   * are not cached. Never rejects.
   */
  purge(which?: Purge): Promise<Purged>
  /** The prefix of an adopted page's states; undefined for other pages. */
  statesOf(page: string): StatePrefix | undefined
  /** How many snapshots render or wait. */
  readonly pending: number
  /** How many workers can render now. */
  readonly ready: number
  /** How many requests got status 503 because of overload. They have no event. */
  readonly shed: number
  /** Bytes and entries of the cache in memory. */
  readonly cached: Cache['size']
}

/** Default of `cache.staleFor`. */
export const STALE_FOR_MS = 3_600_000

const CACHE_BYTES = 64 * 2 ** 20

type Closable = Pick<Site | SharedPages, 'close'>

/**
 * On failure, ends everything it started.
 * @throws {ConfigError} For an unreadable file, a shell without an outlet, or a page with the
 * fragment tag and no empty state. Also the error of an app module.
 */
export async function createSite(config: SiteConfig, parts: SiteParts = {}): Promise<Site> {
  const { cdn, assets } = config
  const options = { ...config, ...parts }
  const owned: Closable[] = parts.shared ? [parts.shared] : []
  try {
    if (cdn?.missing !== undefined) throw new ConfigError(`Cannot use "cdn": ${cdn.missing}`)
    if (assets !== undefined) checkFolder(assets)
    const base = await openBase(options)
    const pool = await openPool(options, base, owned)
    return siteOf(options, base, pool, owned)
  } catch (error) {
    await closeAll(owned)
    throw error
  }
}

const closeAll = async (owned: readonly Closable[]): Promise<void> => {
  await Promise.all(owned.map((one) => one.close()))
}

type OpenOptions = SiteConfig & SiteParts
type SiteBase = Awaited<ReturnType<typeof openBase>>

/** Opens the parts that need no worker. */
async function openBase(options: OpenOptions) {
  const { shared, missing, cdn, origin } = options
  const { bytes = CACHE_BYTES, staleFor = STALE_FOR_MS } = options.cache ?? {}
  const facts = readBuildFacts(options.pages)
  const tracing = options.tracing ? await openTracing() : undefined
  const observe = toAll([options.observe ?? warnOfEvent, ...(tracing ? [tracing.observe] : [])])
  const warn = (...warnings: readonly string[]) => observe({ type: 'warning', state: '', warnings })
  // Tables that this process cannot read.
  const unread: string[] = []
  const audience = missing === undefined ? 'crawlers' : 'everyone'
  const tables = await readPages(options, audience, (why) => unread.push(why))
  const adopted = await openAdoptedSites(options, warn)
  const pages = new Map<string, SitePage>([...tables, ...adopted])
  const cache = new Cache({
    bytes,
    staleFor,
    shared: shared && (tracing?.shared(shared) ?? shared),
  })
  const purge = purgeEverywhere({ cache, shared, cdn, origin, pages, observe })
  return { facts, tracing, observe, warn, tables, unread, adopted, pages, cache, purge }
}

/** @param owned Receives the pool before it starts. */
async function openPool(
  options: OpenOptions,
  { facts, tracing, observe, warn, tables, unread, adopted }: SiteBase,
  owned: Closable[],
): Promise<Pool> {
  const ofWorkers = { ...options, kept: facts.kept }
  const observePool = (event: PoolEvent) => {
    tracing?.observePool(event)
    const seen = fromPool(event)
    if (seen) observe(seen)
  }
  const tableLane = tables.size > 0 ? createTableLane(ofWorkers, observePool) : undefined
  const adoptedLane =
    adopted.size > 0 ? createAdoptedLane(adopted, ofWorkers, observePool) : undefined
  const chromiumLane = adoptedLane && createChromiumLane(adoptedLane, ofWorkers, observePool)
  const lanes = [chromiumLane, adoptedLane, tableLane].filter((lane) => lane !== undefined)
  const pool = new Pool(lanes, observePool)
  owned.push(pool)
  await pool.start()
  // The workers, which have started, can read these tables.
  if (unread.length > 0) warn(...unread)
  if (adoptedLane) await findPrefixes(adopted, adoptedLane, warn)
  if (tableLane) await checkHomes(tables, tableLane, options.origin, warn)
  return pool
}

function createCore(
  options: OpenOptions,
  { observe, pages, cache }: SiteBase,
  pool: Pool,
): CoreHandler {
  const { origin, cdn, assets, base, missing, shared, trace } = options
  const { maxAge, staleFor = STALE_FOR_MS } = options.cache ?? {}
  return new CoreHandler({
    origin,
    pages,
    isFile: assets && missing === undefined ? assetPaths(assets, base) : undefined,
    missing,
    cache,
    pool,
    maxAge,
    staleFor,
    observe,
    trace,
    // Another server may have rendered the page.
    isOverloaded: () => shared === undefined && pool.isFull,
    addressTags: cdn && createAddressTags(),
  })
}

/** @param owned Receives the middleware. */
function siteOf(options: OpenOptions, base: SiteBase, pool: Pool, owned: Closable[]): Site {
  const { facts, tracing, observe, cache, purge, adopted } = base
  const core = createCore(options, base, pool)
  const statesOf = (page: string) => adopted.get(page)?.prefix
  const handler = Object.assign(tracing?.handler(core.handle) ?? core.handle, { statesOf })
  const whole = createSiteMiddleware({
    ...options,
    immutable: facts.immutable,
    purge,
    observe,
    handler,
    isReady: () => pool.ready > 0,
  })
  owned.push(whole)
  const members: Omit<Site, 'statesOf' | keyof Handler> = {
    all: whole.middleware,
    close: () => closeAll(owned),
    purge: (which = {}) => purge(which),
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
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(members)) as Site
}

/** Files that no reader may get. */
const PRIVATE =
  /^(?:hashbang\.config\..*|(?:package-lock|npm-shrinkwrap)\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?)$/i

/** @throws {ConfigError} When it is no folder, or the project's own. */
function checkFolder(folder: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(diagnosis('HB106', folder))
  const held = readdirSync(folder).filter((name) => PRIVATE.test(name))
  if (held.length === 0) return
  const fault = `"assets" is "${folder}", which holds ${held.join(', ')}, and everybody may read its files: name the folder of the built client alone, such as "dist/client"`
  throw new ConfigError(diagnosis('HB109', 'the configuration', [fault]))
}

export function warnOfEvent(event: ServerEvent): void {
  if (event.type === 'replaced' || event.type === 'tier')
    console.warn(`hashbang: ${sentenceOf(event)}`)
  if (event.type !== 'warning') return
  console.warn(
    event.warnings.map((warning) => `hashbang: the state "${event.state}": ${warning}`).join('\n'),
  )
}
