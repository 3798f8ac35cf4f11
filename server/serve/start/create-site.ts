// Opens a site: shells, app modules, workers, cache and handler. The site owns its workers and
// tiers until it is closed.

import { statSync } from 'node:fs'
import type { Engine } from '../../adopted/engines/engines-file.ts'
import { createCache } from '../../cache/cache.ts'
import { createAddressTags } from '../../cache/cdn/address-tags.ts'
import type { Tier } from '../../cache/tier.ts'
import { diagnosis } from '../../diagnostics/diagnostics.ts'
import type { Handler, HandlerRequest } from '../../http/types.ts'
import type { Observer, ServerEvent } from '../../observe/events.ts'
import { adoptedReadables, tablePages } from '../../site/adopted-pages.ts'
import { importApp } from '../../site/app-module.ts'
import { assetPaths } from '../../site/asset-paths.ts'
import { checkReadable, readSetting } from '../../site/build-id.ts'
import type { Config } from '../../site/config.ts'
import { readBuildFacts } from '../../site/manifest.ts'
import { originOf } from '../../site/setting-table.ts'
import { ConfigError } from '../../site/settings.ts'
import type { Pool } from '../../snapshot/pool/pool.ts'
import { createCoreHandler } from '../handler/handler.ts'
import type { PageFacts } from '../handler/parse-request.ts'
import { type PathPage, placesOf, readablesOf } from '../handler/path-pages.ts'
import { shellAt } from '../handler/rewritten-shells.ts'
import { Sheds } from '../handler/sheds.ts'
import { openAdopted } from './adopted-sites.ts'
import { closing, joinPools } from './joined-pool.ts'
import { addressesOf, purgeEverywhere } from './purge-everywhere.ts'
import type { Site } from './site.ts'
import { createSiteMiddleware, type SiteMiddleware } from './site-middleware.ts'
import { startWorkers, type WorkersOptions } from './start-pool.ts'
import { openTraced } from './traced.ts'

export type SiteConfig = Omit<Config, 'port' | 'host'>

export interface SiteParts extends Pick<WorkersOptions, 'patience' | 'wait'> {
  /** Receives every server event. Default: warnings go to standard error. */
  readonly observe?: Observer
  /** Whether `rendered` events list the waits of each page, for tools. Default: false. */
  readonly trace?: boolean
  /**
   * Further tiers, nearest first. Closed with the site, even if it fails to open. Default: none.
   */
  readonly tiers?: readonly Tier[]
  /** The path of the page for missing states, where states are paths. Default: none. */
  readonly missing?: string
  /** Makes all snapshots of adopted pages, regardless of the engines file. */
  readonly engine?: Engine
  /** Serves metrics at a path. Default: none. */
  readonly metrics?: { readonly path: string; readonly answer: Handler } | undefined
}

interface Page extends PageFacts, PathPage {}

/** Default time for stale pages, in ms. */
export const STALE_FOR = 3_600_000

const CACHE_BYTES = 64 * 2 ** 20

/**
 * On failure, ends everything it started. @throws {ConfigError} On an invalid origin, an unreadable
 * file, a shell without an outlet, or a page with the fragment tag and no empty state. An app
 * module's error.
 */
export async function createSite(config: SiteConfig, parts: SiteParts = {}): Promise<Site> {
  const { tiers = [] } = parts
  try {
    return await openSite(config, { ...parts, tiers })
  } catch (error) {
    await Promise.all(tiers.map((tier) => tier.close?.()))
    throw error
  }
}

async function openSite(
  config: SiteConfig,
  parts: SiteParts & Required<Pick<SiteParts, 'tiers'>>,
): Promise<Site> {
  const origin = checkOrigin(config.origin)
  const { observe = warn, tiers } = parts
  const { bytes = CACHE_BYTES, maxAge, staleFor = STALE_FOR } = config.cache ?? {}
  const { cdn, purgeToken, tracing } = config
  if (cdn?.missing !== undefined) throw new ConfigError(`Cannot use "cdn": ${cdn.missing}`)
  if (config.assets !== undefined) checkFolder(config.assets)
  const { kept, immutable } = readBuildFacts(config.pages)
  const options = { ...config, ...parts, origin, kept }
  const pages = await readPages(config.pages, origin, observe)
  const isFiles = config.assets === undefined ? undefined : assetPaths(config.assets, config.base)
  // Checks the optional peer before a worker starts.
  const traced = await openTraced(tracing)
  const cache = createCache({ bytes, staleFor, tiers: traced.tiers(tiers) })
  const ofAdopted = adoptedReadables(config.pages)
  const readables = new Map([...readablesOf(pages), ...ofAdopted])
  const addresses = addressesOf(config.pages, pages, readables)
  const purge = purgeEverywhere(cache, cdn, origin, addresses, observe)
  const tables = pages.size === 0 ? undefined : await startTables()
  const adopted = await openAdopted(options, observe).catch(closing(tables))
  const pool = joinPools(tables, adopted)
  await checkHomes(pages, pool, origin, observe).catch(closing(pool))
  await Promise.all(tiers.map((tier) => tier.ready?.()))

  function startTables(): Promise<Pool> {
    return startWorkers(options, observe)
  }
  const sheds = new Sheds(observe)
  const core = createCoreHandler({
    ...{ origin, sheds },
    // A tier may have a page that this server never rendered.
    isOverloaded: () => tiers.length === 0 && pool.isFull,
    shell: (path) => pages.get(path)?.shell ?? adopted?.shell(path),
    facts: (path) =>
      pages.get(path) ?? { query: config.pages[path]?.query, readable: readables.get(path) },
    place: placesOf(origin, pages, isFiles, parts.missing, ofAdopted),
    readables,
    pool: traced.pool(pool),
    cache,
    observe: traced.observer(observe),
    maxAge,
    staleFor,
    trace: parts.trace,
    addressTags: cdn && createAddressTags(),
  })
  const handler = traced.handler(core)
  const tell = (what: string) => (error: unknown) =>
    observe({ type: 'warning', state: '', warnings: [`${what}: ${error}`] })
  const statesOf = (page: string) => (adopted?.has(page) ? adopted.statesOf(page) : undefined)
  let whole: SiteMiddleware | undefined
  const site: Omit<Site, keyof Handler> = {
    get all() {
      whole ??= createSiteMiddleware(
        {
          ...{
            ...config,
            origin,
            immutable,
            isReady: () => pool.ready > 0,
            metrics: parts.metrics,
          },
          handler: Object.assign((request: HandlerRequest) => handler(request), { statesOf }),
          purges: purgeToken === undefined ? undefined : { token: purgeToken, purge },
        },
        tell('There is no sitemap'),
        tell('An answer could not be written'),
      )
      return whole.middleware
    },
    async close() {
      await Promise.all([whole?.close(), pool.close(), ...tiers.map((tier) => tier.close?.())])
    },
    purge: (which = {}) => purge(which),
    statesOf,
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
      return sheds.count
    },
  }
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(site)) as Site
}

/** @throws {ConfigError} When a file is invalid. */
async function readPages(
  all: Config['pages'],
  origin: string,
  observe: Observer,
): Promise<ReadonlyMap<string, Page>> {
  const pages = new Map<string, Page>()
  for (const [path, page] of tablePages(all)) {
    const shell = await readSetting(path, 'shell', page.shell)
    await checkReadable(path, 'app', page.app)
    const table = await tableOf(path, page.app, observe)
    pages.set(path, {
      ...{ query: page.query, everyone: page.audience === 'everyone', table },
      shell: shellAt(shell, page.shell, table?.scheme, origin + path),
    })
  }
  return pages
}

/** @throws {ConfigError} When it is not a folder. */
function checkFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new ConfigError(diagnosis('HB106', folder))
}

/** Reads the routes of an app module without importing its views. */
async function tableOf(page: string, app: string, observe: Observer): Promise<PageFacts['table']> {
  try {
    return (await importApp(page, app)).routes
  } catch (error) {
    const warnings = [`Spellings of a state do not share its snapshot: ${error}`]
    observe({ type: 'warning', state: '', warnings })
    return undefined
  }
}

/**
 * Crawlers take a 404 here for the end of the site. Specification, "Pages without hash fragments".
 */
async function checkHomes(
  pages: ReadonlyMap<string, Page>,
  pool: Pool,
  origin: string,
  observe: Observer,
): Promise<void> {
  for (const [page, { shell }] of pages) {
    if (!shell.hasFragmentTag) continue
    const home = await pool.render({ page, state: '', url: origin + page, shell: shell.html })
    if (home.type !== 'snapshot') {
      if (home.type === 'redirect') continue
      const warnings = [`The empty state of the page "${page}" cannot be shown now: ${home.type}`]
      observe({ type: 'warning', state: '', warnings })
    } else if (home.status === 404 || home.status === 410) {
      throw new ConfigError(
        `The page "${page}" has the fragment tag, but its empty state returns ${home.status}: add a route "" to its table, or remove the tag from the shell`,
      )
    }
  }
}

export function warn(event: ServerEvent): void {
  if (event.type === 'replaced') console.warn(`hashbang: a worker was replaced: ${event.why}`)
  if (event.type === 'tier' && !event.works) console.warn(`hashbang: ${event.name}: ${event.why}`)
  if (event.type !== 'warning') return
  console.warn(
    event.warnings.map((warning) => `hashbang: the state "${event.state}": ${warning}`).join('\n'),
  )
}

/** @throws {ConfigError} Unless it is a scheme, a host and an optional port. */
export function checkOrigin(origin: string): string {
  const found = originOf(origin)
  if (found !== undefined) return found
  throw new ConfigError(
    `Cannot use "${origin}" as origin: expected a scheme and a host, such as "https://example.com"`,
  )
}
