// The production server's handler: built shells and app modules from files, a pool of workers, a cache.
// In: configuration of the operator's. Out: a handler that owns its threads until it is closed.

import { type Cache, createCache } from '../cache/cache.ts'
import type { Purge, Purged } from '../cache/purge.ts'
import type { Tier } from '../cache/tier.ts'
import { createAddressTags } from '../cdn/address-tags.ts'
import { createCoreHandler } from '../handler/handler.ts'
import type { PageFacts } from '../handler/parse-request.ts'
import { type PathPage, placesOf, readablesOf } from '../handler/path-pages.ts'
import { shellAt } from '../handler/path-shell.ts'
import type { NodeMiddleware } from '../http/node-adapter.ts'
import type { Handler, HandlerRequest } from '../http/types.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import type { Pool } from '../pool/pool.ts'
import { adoptedReadables, tablePages } from '../site/adopted-pages.ts'
import { importApp } from '../site/app-module.ts'
import { assetPaths } from '../site/asset-paths.ts'
import { readSetting } from '../site/build-id.ts'
import type { Config } from '../site/load-config.ts'
import { ConfigError, originOf } from '../site/settings.ts'
import type { StatePrefix } from '../site/state-shape.ts'
import { type AdoptedOptions, openAdopted } from './adopted-sites.ts'
import { heedProofs } from './heed-proofs.ts'
import { closing, joinPools } from './joined-pool.ts'
import { addressesOf, purgeEverywhere } from './purge-everywhere.ts'
import { openReaders } from './readers-setting.ts'
import { createSiteMiddleware, type SiteMiddleware } from './site-middleware.ts'
import { startWorkers } from './start-pool.ts'
import { openTraced } from './traced.ts'

/** What of a configuration a handler needs; the defaults are the same. */
export interface SiteOptions
  extends AdoptedOptions,
    Pick<
      Config,
      | 'origin'
      | 'maxAge'
      | 'staleFor'
      | 'cacheBytes'
      | 'snapshotBytes'
      | 'assets'
      | 'base'
      | 'followLinks'
      | 'serverTiming'
      | 'cdn'
      | 'readers'
      | 'tracing'
    > {
  /** Told all that happens. Default: a line on standard error for what went wrong behind an answer. */
  readonly observe?: Observer
  /** Whether `rendered` events say what each page has waited for, for tools. Default: false. */
  readonly trace?: boolean
  /** Where else pages are kept. Asked in their order. */
  readonly tiers?: readonly Tier[]
  /** A path that is answered with the page for what is not there, where states are paths. Default: no page says it. */
  readonly missing?: string
}

/** A handler with what it owns. */
export type Site = Handler & {
  /**
   * Answers all that a server of `hashbang serve` does: pages, the files of `assets` below `base`, `/robots.txt`,
   * `/sitemap.xml`, `/healthz` and `/readyz`. What is none of these goes on to `next`, else it is answered 404.
   */
  readonly all: NodeMiddleware
  /** Ends the workers. */
  close(): Promise<void>
  /**
   * Forgets the snapshots of a page, of a state, of all states with a prefix; without arguments all.
   * Forgets them here at once and then in Redis and in the export that `snapshots` names, every variant
   * of them, and also those that are being made; and then has the `cdn` forget them. Never rejects.
   */
  purge(which?: Purge): Promise<Purged>
  /** What the fragments of states begin with of a page that is adopted; undefined of others. */
  statesOf(page: string): StatePrefix | undefined
  /** How many snapshots are under way or wait. */
  readonly pending: number
  /** How many workers can make snapshots now. */
  readonly ready: number
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
  const { observe = warn, staleFor = STALE_FOR, maxAge, snapshotBytes, cdn } = options
  if (cdn?.missing !== undefined) throw new ConfigError(`"cdn" cannot be used: ${cdn.missing}`)
  const pages = new Map<string, Page>()
  for (const [path, page] of tablePages(options.pages)) {
    const shell = await readSetting(path, 'shell', page.shell)
    const table = await tableOf(path, page.app, observe)
    const { query, everyone } = page
    pages.set(path, {
      ...{ query, everyone, table },
      shell: shellAt(shell, page.shell, table?.scheme, origin + path),
    })
  }
  const isFiles =
    options.assets === undefined ? undefined : assetPaths(options.assets, options.base)
  const { cacheBytes = 64 * 2 ** 20, tiers = [] } = options
  const traced = await openTraced(options.tracing)
  const cache = createCache({ bytes: cacheBytes, staleFor, tiers: traced.tiers(tiers) })
  const ofAdopted = adoptedReadables(options.pages)
  const readables = new Map([...readablesOf(pages), ...ofAdopted])
  const addresses = addressesOf(options.pages, pages, readables)
  const purge = purgeEverywhere(cache, cdn, origin, addresses, observe)
  const onProof = heedProofs(cache, observe)
  const tables = pages.size === 0 ? undefined : await startTables()
  const adopted = await openAdopted({ ...options, origin }, observe, purge, onProof).catch(
    closing(tables),
  )
  const pool = joinPools(tables, adopted)
  await checkHomes(pages, pool, origin, observe).catch(closing(pool))
  await Promise.all(tiers.map((tier) => tier.ready?.()))

  function startTables(): Promise<Pool> {
    const routeOf = ({ page, state }: { readonly page: string; readonly state: string }) =>
      pages.get(page)?.table?.match(state)?.name
    return startWorkers(options, observe, routeOf)
  }
  const core = createCoreHandler({
    origin,
    shell: (path) => pages.get(path)?.shell ?? adopted?.shell(path),
    facts: (path) =>
      pages.get(path) ?? { query: options.pages[path]?.query, readable: readables.get(path) },
    place: placesOf(origin, pages, isFiles, options.missing, ofAdopted),
    readables,
    pool: traced.pool(pool),
    cache,
    observe: traced.observer(observe),
    maxAge,
    staleFor,
    snapshotBytes,
    ...{ serverTiming: options.serverTiming, trace: options.trace },
    addressTags: cdn && createAddressTags(),
    readerOf: options.readers ? openReaders() : undefined,
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
          ...{ ...options, origin, isReady: () => pool.ready > 0 },
          handler: Object.assign((request: HandlerRequest) => handler(request), { statesOf }),
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
  }
  return Object.defineProperties(handler, Object.getOwnPropertyDescriptors(site)) as Site
}

/** The routes of an app module; its views are not imported with them. */
async function tableOf(page: string, app: string, observe: Observer): Promise<PageFacts['table']> {
  try {
    return (await importApp(page, app)).routes
  } catch (error) {
    const warnings = [`Spellings of a state do not share its snapshot: ${error}`]
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
    const home = await pool.render({ page, state: '', url: origin + page, shell: shell.html })
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
