// Opens a configured site: `createHandler` for another server, `openServed` for `startServer`.

import type { SharedPages } from '../../cache/shared-pages.ts'
import { buildOf, scopeOf } from '../../site/build-id.ts'
import { ConfigError, checkSettings } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { SNAPSHOT_BYTES } from '../handler/render.ts'
import { type Observer, toAll } from '../observe/events.ts'
import type { Metrics } from '../observe/metrics.ts'
import { createSite, type Site, type SiteParts, STALE_FOR_MS, warnOfEvent } from './create-site.ts'
import { unsetVariables } from './worker-rights.ts'

/** Options of `createHandler` that a config file cannot hold. */
export interface SiteOptions {
  /** Functions that receive server events. They must not throw. Default: warnings go to stderr. */
  readonly observers?: readonly Observer[]
}

const LISTENS = 'it is for a server that listens: use startServer, or leave it out'
const OF_LISTENERS = { port: LISTENS, host: LISTENS, 'limits.keepAlive': LISTENS }
const NO_PORT = 'a handler opens no port: give a path, such as "/metrics"'

/**
 * Opens a site inside of your server. Settings work as in `hashbang serve`.
 *
 * @throws {ConfigError} When a setting or a file is invalid, or is for a server that listens. Also
 * the error of an app module.
 */
export async function createHandler(config: Config, options: SiteOptions = {}): Promise<Site> {
  const hasPort = typeof config?.metrics === 'number'
  const without = { ...OF_LISTENERS, ...(hasPort && { metrics: NO_PORT }) }
  const checked = checkSettings({ ...config }, 'createHandler()', without)
  return openServed(checked, { ...options, metrics: await openMetrics(checked) })
}

export interface ServedParts extends SiteOptions, Pick<SiteParts, 'isStopping'> {
  readonly metrics: Metrics | undefined
}

export const openMetrics = async ({ metrics }: Config): Promise<Metrics | undefined> =>
  metrics === undefined ? undefined : (await import('../observe/metrics.ts')).createMetrics()

/** @throws As `createHandler`. */
export async function openServed(
  config: Config,
  { observers = [warnOfEvent], metrics, isStopping }: ServedParts,
): Promise<Site> {
  const observe = toAll(metrics ? [...observers, metrics.observe] : observers)
  const unset = unsetVariables(config.workerEnv)
  if (unset !== undefined) observe({ type: 'warning', state: '', warnings: [unset] })
  const shared = await openShared(config, observe)
  const answerMetrics = metrics?.answer
  const site = await createSite(config, { observe, isStopping, shared, answerMetrics })
  metrics?.watch(site)
  return site
}

/** @throws {ConfigError} Without the client of Redis. */
async function openShared(config: Config, observe: Observer): Promise<SharedPages | undefined> {
  const { origin, redis: { url } = {} } = config
  if (url === undefined) return undefined
  const { openRedis } = await import('../../cache/redis-pages.ts').catch(() => {
    throw new ConfigError(
      `"redis.url" needs the package @redis/client: run npm install @redis/client`,
    )
  })
  const scope = scopeOf(config, await buildOf(config))
  const { staleFor = STALE_FOR_MS } = config.cache ?? {}
  return openRedis({ url, origin, scope, staleFor, most: SNAPSHOT_BYTES, observe })
}
