// A whole server of a configuration: pages, the app's files, health, metrics, limits, shutdown.
// In: configuration. Out: what runs, until it is stopped. Signals and the process's end are not its own.
// The port is taken before anything else, so that one in use costs no start of workers; requests that come
// before the site is ready wait for it.

import { statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import type { MaybePromise } from '../http/maybe-promise.ts'
import { type NodeMiddleware, type OnError, toNode } from '../http/node-adapter.ts'
import { type Listener, listen } from '../http/node-server.ts'
import { refuse } from '../http/responses.ts'
import type { Handler } from '../http/types.ts'
import type { Observer, ServerEvent } from '../observe/events.ts'
import type { Metrics } from '../observe/metrics.ts'
import { unsafeNode } from '../runtime/node-version.ts'
import type { Config } from '../site/load-config.ts'
import { ConfigError, checkSettings } from '../site/settings.ts'
import { createHandler, type Site } from './create-handler.ts'
import { openTiers } from './open-tiers.ts'
import { purgeEndpoint } from './purge-endpoint.ts'

/** What a server is started with; see `Config`. */
export type ServerConfig = Omit<Config, 'origin'> & {
  /** Default: `http://localhost` with the port that is listened on. */
  readonly origin?: string
}

/** What the owner of a server adds to it. */
export interface ServerParts {
  /** Are told all that happens. Default: nobody is. */
  readonly observers?: readonly Observer[]
  /** Called once the port is taken, before the site is opened: what it gives is asked before the site, such as an API. */
  readonly middleware?: () => MaybePromise<
    (req: IncomingMessage, res: ServerResponse, next: () => void) => void
  >
}

/** A running server. */
export interface RunningServer {
  /** Scheme, host and port of its pages. */
  readonly origin: string
  readonly port: number
  /** Of the metrics, where they have one of their own. */
  readonly metricsPort: number | undefined
  readonly site: Site
  /** Answers what is under way, for as long as the configuration's `grace`. @returns How many were cut off. */
  stop(): Promise<number>
}

// Until the port is known, where no origin was given.
const UNKNOWN = 'http://localhost'
const DEFAULT_PORT = 3000
const KEEP_ALIVE = 5000
const SHUTDOWN_GRACE = 10_000

/**
 * Starts the server that `hashbang serve` starts: pages, files of `assets`, robots.txt, sitemap, health, metrics.
 *
 * @throws {ConfigError} When a setting cannot be used: see `createHandler`, and the port.
 */
export async function startServer(
  settings: ServerConfig,
  { observers = [], middleware }: ServerParts = {},
): Promise<RunningServer> {
  const config = checkSettings({ origin: UNKNOWN, ...settings }, 'startServer()')
  const {
    port = DEFAULT_PORT,
    host,
    hosts,
    keepAlive = KEEP_ALIVE,
    grace = SHUTDOWN_GRACE,
  } = config
  const { writeTimeout } = config
  const metrics =
    config.metrics === undefined
      ? undefined
      : (await import('../observe/metrics.ts')).createMetrics()
  const all = metrics ? [...observers, metrics.observe] : observers
  const observe = (event: ServerEvent) => {
    for (const one of all) one(event)
  }
  const unsafe = unsafeNode(process.version)
  if (unsafe !== undefined) observe({ type: 'warning', state: '', warnings: [unsafe] })
  if (config.assets !== undefined) checkFolder(config.assets)
  let stopping = false
  const onError: OnError = (error) =>
    observe({ type: 'warning', state: '', warnings: [`An answer could not be written: ${error}`] })
  const own = toNode(
    ownPaths(() => stopping, metrics, config.metrics),
    onError,
  )
  const options = { port, host, hosts, keepAlive, writeTimeout }
  const started: Listener[] = []
  let answer: NodeMiddleware | undefined
  let tellOpened = (_: NodeMiddleware | undefined) => {}
  // Undefined: it could not be opened.
  const opened = new Promise<NodeMiddleware | undefined>((resolve) => {
    tellOpened = resolve
  })

  async function open(origin: string) {
    const first = await middleware?.()
    const known = { ...config, origin }
    const site = await createHandler({ ...known, observe, tiers: await openTiers(known, observe) })
    metrics?.watch(site)
    const { all: rest } = site
    const { purgeToken } = config
    const purges =
      purgeToken === undefined
        ? undefined
        : purgeEndpoint(purgeToken, site.purge, Object.keys(config.pages))
    const pages: NodeMiddleware = (req, res) => {
      const on = () => own(req, res, () => rest(req, res))
      if (purges) purges(req, res, on)
      else on()
    }
    const answer: NodeMiddleware = (req, res) => {
      try {
        first?.(req, res, () => pages(req, res))
      } catch (error) {
        onError(error)
        res.destroy()
      }
    }
    return { site, answer: first ? answer : pages }
  }

  try {
    const main = await listen(options, (req, res) => {
      if (answer) answer(req, res)
      else void opened.then((answer) => (answer ? answer(req, res) : res.destroy()))
    })
    started.push(main)
    if (metrics && typeof config.metrics === 'number') {
      started.push(
        await listen(
          { ...options, port: config.metrics },
          toNode(() => metrics.answer(), onError),
        ),
      )
    }
    const origin = settings.origin === undefined ? `http://localhost:${main.port}` : config.origin
    const { site, answer: whole } = await open(origin)
    answer = whole
    tellOpened(whole)
    const [, side] = started
    return {
      origin,
      port: main.port,
      metricsPort: side?.port,
      site,
      async stop() {
        stopping = true
        const cut = await main.drain(grace)
        await Promise.all([side?.drain(1), site.close()])
        return cut
      },
    }
  } catch (error) {
    tellOpened(undefined)
    await Promise.all(started.map((one) => one.drain(1)))
    throw error
  }
}

/** @throws {ConfigError} When it is no folder. Asked before anything is started, which would have to be ended. */
function checkFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return
  throw new ConfigError(diagnosis('HB106', folder))
}

/** What only a server that listens by itself has to say. */
function ownPaths(
  isStopping: () => boolean,
  metrics: Metrics | undefined,
  at: Config['metrics'],
): Handler {
  return ({ method, target }) => {
    if (method !== 'GET' && method !== 'HEAD') return null
    if (target === '/readyz' && isStopping()) return refuse(503, 'It is being stopped.')
    return metrics && target === at ? metrics.answer() : null
  }
}
