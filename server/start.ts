// A whole server of a configuration: pages, the app's files, health, metrics, limits, shutdown.
// In: configuration. Out: what runs, until it is stopped. Signals and the process's end are not its own.

import type { IncomingMessage, ServerResponse } from 'node:http'
import sirv from 'sirv'
import { after, type Soon } from './after.ts'
import { buildOf } from './build.ts'
import { ConfigError } from './config/settings.ts'
import type { Config } from './config.ts'
import type { Observer, ServerEvent } from './events.ts'
import { MAX_AGE, SNAPSHOT_BYTES } from './handler.ts'
import { type Listener, listen } from './listen.ts'
import type { Handler, HandlerResponse } from './message.ts'
import type { Metrics } from './metrics.ts'
import { send, toNode } from './node.ts'
import { refuse, say } from './respond.ts'
import { createHandler, type Site, STALE_FOR } from './site.ts'
import { createListing } from './sitemap/listing.ts'
import type { Tier } from './tier.ts'

/** A running server. */
export interface RunningServer {
  readonly port: number
  /** Of the metrics, where they have one of their own. */
  readonly metricsPort: number | undefined
  readonly site: Site
  /** Answers what is under way, for as long as the configuration's `grace`. @returns How many were cut off. */
  stop(): Promise<number>
}

const DEFAULT_PORT = 3000
const KEEP_ALIVE = 5000
const GRACE = 10_000

/**
 * Starts a server.
 *
 * @param observers Are told all that happens.
 * @throws {ConfigError} When a setting cannot be used: see `createHandler`, and the port.
 */
export async function startServer(
  config: Config,
  observers: readonly Observer[] = [],
): Promise<RunningServer> {
  const { port = DEFAULT_PORT, host, hosts, keepAlive = KEEP_ALIVE, grace = GRACE } = config
  const metrics =
    config.metrics === undefined ? undefined : (await import('./metrics.ts')).createMetrics()
  const all = metrics ? [...observers, metrics.observe] : observers
  const observe = (event: ServerEvent) => {
    for (const one of all) one(event)
  }
  const site = await createHandler({ ...config, observe, tiers: await tiersOf(config, observe) })
  metrics?.watch(site)
  let ready = true
  const own = ownPaths(() => ready, metrics, config.metrics)
  const listing = createListing(config, (error) =>
    observe({ type: 'warning', state: '', warnings: [`There is no sitemap: ${error}`] }),
  )
  const files = config.assets === undefined ? undefined : filesOf(config.assets)
  const options = { port, host, hosts, keepAlive }
  const started: Listener[] = []
  try {
    started.push(await listen(options, answerer(firstOf([own, listing, site]), files)))
    if (metrics && typeof config.metrics === 'number') {
      started.push(
        await listen(
          { ...options, port: config.metrics },
          answerer(() => metrics.answer()),
        ),
      )
    }
  } catch (error) {
    await Promise.all([...started.map((one) => one.drain(1)), site.close(), listing.close()])
    throw error
  }
  const [main, side] = started

  return {
    port: main?.port ?? port,
    metricsPort: side?.port,
    site,
    async stop() {
      ready = false
      const cut = (await main?.drain(grace)) ?? 0
      await Promise.all([side?.drain(1), site.close(), listing.close()])
      return cut
    },
  }
}

/** What the configuration says of places beyond this process; none is waited for. */
async function tiersOf(config: Config, observe: Observer): Promise<Tier[]> {
  const { origin, snapshots, redis, maxAge = MAX_AGE, staleFor = STALE_FOR } = config
  const tiers: Tier[] = []
  if (snapshots === undefined && redis === undefined) return tiers
  const build = await buildOf(config)
  if (snapshots !== undefined) {
    const { directoryTier } = await import('./directory.ts')
    tiers.push(await directoryTier({ folder: snapshots, origin, build, maxAge, observe }))
  }
  if (redis !== undefined) {
    const { redisTier } = await import('./redis.ts').catch(() => {
      throw new ConfigError(`"redis" is "${redis}", which needs @redis/client: npm install it`)
    })
    const most = config.snapshotBytes ?? SNAPSHOT_BYTES
    tiers.push(redisTier({ url: redis, build, staleFor, most, observe }))
  }
  return tiers
}

/** Answers by the first that has an answer. */
const firstOf = (handlers: readonly Handler[]): Handler =>
  handlers.reduceRight<Handler>(
    (others, handler) => (request) =>
      after(handler(request), (response) => response ?? others(request)),
    () => null,
  )

/** Answers what is for no handler: with a file, or why not. */
function answerer(handler: Handler, files?: ReturnType<typeof sirv>) {
  const middleware = toNode(handler)
  return (req: IncomingMessage, res: ServerResponse): void =>
    middleware(req, res, () => {
      const { method } = req
      if (method !== 'GET' && method !== 'HEAD') {
        return send(req, res, refuse(405, 'Use GET or HEAD.', { allow: 'GET, HEAD' }))
      }
      const missing = () => send(req, res, refuse(404, 'There is nothing here.'))
      if (files) files(req, res, missing)
      else missing()
    })
}

/** What a supervisor and a balancer ask, and the metrics where they have a path here. */
function ownPaths(
  isReady: () => boolean,
  metrics: Metrics | undefined,
  at: Config['metrics'],
): Handler {
  const answers = new Map<string, () => Soon<HandlerResponse>>([
    ['/healthz', () => say('It runs.')],
    ['/readyz', () => (isReady() ? say('It is ready.') : refuse(503, 'It is being stopped.'))],
  ])
  if (metrics && typeof at === 'string') answers.set(at, () => metrics.answer())
  return ({ method, target }) =>
    method === 'GET' || method === 'HEAD' ? (answers.get(target)?.() ?? null) : null
}

/** Files of the build; those below `assets/` have names that change with their content. */
const filesOf = (folder: string) =>
  sirv(folder, {
    etag: true,
    dotfiles: false,
    brotli: true,
    gzip: true,
    setHeaders(res, path) {
      res.setHeader('x-content-type-options', 'nosniff')
      if (path.endsWith('.txt')) res.setHeader('content-type', 'text/plain; charset=utf-8')
      res.setHeader(
        'cache-control',
        path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
