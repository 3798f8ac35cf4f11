// Runs a complete server, for `hashbang serve`. The caller handles signals.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkSettings } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { type NodeMiddleware, type OnError, sendFailure, toNode } from '../http/node-adapter.ts'
import { type Listener, listen } from '../http/node-server.ts'
import { toAll } from '../observe/events.ts'
import { openMetrics, openServed, type SiteOptions } from './create-handler.ts'
import { type Site, warnOfEvent } from './create-site.ts'
import { DEADLINE_MS } from './start-lanes.ts'

/** Settings of a server: those of `Config`, with an optional `origin`. */
export type ServerConfig = Omit<Config, 'origin'> & {
  /** Default: localhost with the server's port. */
  readonly origin?: string
}

/** A function, which may be async. */
type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** Options of `startServer` that a config file cannot hold. */
export interface ServerParts extends SiteOptions {
  /**
   * Creates a middleware that runs before the site, such as an API. The server calls it once it has
   * its port.
   */
  readonly middleware?: () => Middleware | Promise<Middleware>
}

/** A running server. */
export interface RunningServer {
  /** Scheme, host and port of its pages. */
  readonly origin: string
  readonly port: number
  /** The metrics' own port, if they have one. */
  readonly metricsPort: number | undefined
  readonly site: Site
  /**
   * Finishes responses for at most twice `limits.deadline`.
   *
   * @returns The number of responses that were cut off.
   */
  stop(): Promise<number>
}

/** The origin until the port is known. */
const UNKNOWN_ORIGIN = 'http://localhost'
const DEFAULT_PORT = 3000
const KEEP_ALIVE_MS = 5000

/**
 * Starts the server of `hashbang serve`: pages, files of `assets`, robots.txt, sitemap, health,
 * metrics.
 *
 * @throws {ConfigError} When a setting is invalid, or the port is not free.
 */
export async function startServer(
  settings: ServerConfig,
  parts: ServerParts = {},
): Promise<RunningServer> {
  const config = checkSettings({ origin: UNKNOWN_ORIGIN, ...settings }, 'startServer()')
  const origin = settings.origin === undefined ? undefined : config.origin
  const listeners: Listener[] = []
  try {
    return await start(config, origin, parts, listeners)
  } catch (error) {
    await Promise.all(listeners.map((listener) => listener.drain(1)))
    throw error
  }
}

/**
 * Listens first: a port in use fails early, and requests wait for the site.
 * @param fixedOrigin Default: localhost with the port.
 * @param listeners Receives the listeners before the site is open.
 */
async function start(
  config: Config,
  fixedOrigin: string | undefined,
  { observers = [warnOfEvent], middleware }: ServerParts,
  listeners: Listener[],
): Promise<RunningServer> {
  const { host, port = DEFAULT_PORT, metrics: metricsPort, limits = {} } = config
  const { deadline = DEADLINE_MS, keepAlive = KEEP_ALIVE_MS } = limits
  const metrics = await openMetrics(config)
  const report = (error: unknown) => {
    const warnings = [`A response could not be sent: ${error}`]
    toAll(observers)({ type: 'warning', state: '', warnings })
  }
  const listenAt = async (port: number, setting: 'port' | 'metrics') => {
    const listener = await listen({ port, setting, host, keepAlive })
    listeners.push(listener)
    return listener
  }
  const side =
    metrics && typeof metricsPort === 'number' ? await listenAt(metricsPort, 'metrics') : undefined
  if (metrics) side?.open(toNode(metrics.answer, report))
  const main = await listenAt(port, 'port')
  const origin = fixedOrigin ?? `http://localhost:${main.port}`
  let isStopping = false
  const first = await middleware?.()
  const served = { observers, metrics, isStopping: () => isStopping }
  const site = await openServed({ ...config, origin }, served)
  main.open(first ? before(first, site.all, report) : site.all)
  return {
    origin,
    site,
    port: main.port,
    metricsPort: side?.port,
    async stop() {
      isStopping = true
      const cut = await main.drain(2 * deadline)
      await Promise.all([side?.drain(1), site.close()])
      return cut
    },
  }
}

/** Calls a middleware before the site. Its failure gets status 500, unless the site answers. */
function before(first: Middleware, site: NodeMiddleware, onError: OnError): NodeMiddleware {
  return async (req, res) => {
    let isOver = false
    const next = () => {
      if (!isOver) site(req, res)
      isOver = true
    }
    try {
      await first(req, res, next)
    } catch (error) {
      onError(error)
      if (!isOver) sendFailure(req, res)
      isOver = true
    }
  }
}
