// Runs a complete server. Takes the port first, so that a port in use fails early. Signals are the
// caller's job.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkSettings } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { type NodeMiddleware, toNode } from '../http/node-adapter.ts'
import { type Listener, listen } from '../http/node-server.ts'
import { openMetrics, openServed, type SiteOptions } from './create-handler.ts'
import { type Site, warn } from './create-site.ts'
import { DEADLINE } from './start-pool.ts'

/** What a server is started with; see `Config`. */
export type ServerConfig = Omit<Config, 'origin'> & {
  /** Default: `http://localhost` with the port that is listened on. */
  readonly origin?: string
}

type Middleware = (req: IncomingMessage, res: ServerResponse, next: () => void) => void

/** What the owner of a server adds to it. */
export interface ServerParts extends SiteOptions {
  /**
   * Creates a middleware that runs before the site, such as an API. The server calls this function
   * once it has its port, before it opens the site.
   */
  readonly middleware?: () => Middleware | Promise<Middleware>
}

/** A running server. */
export interface RunningServer {
  /** Scheme, host and port of its pages. */
  readonly origin: string
  readonly port: number
  /** Of the metrics, where they have one of their own. */
  readonly metricsPort: number | undefined
  readonly site: Site
  /**
   * Finishes open responses for at most twice `limits.deadline`.
   * @returns How many were cut off.
   */
  stop(): Promise<number>
}

// Placeholder until the port is known.
const UNKNOWN = 'http://localhost'
const DEFAULT_PORT = 3000
const KEEP_ALIVE = 5000

/**
 * Starts the server that `hashbang serve` starts: pages, files of `assets`, robots.txt, sitemap,
 * health, metrics.
 *
 * @throws {ConfigError} When a setting cannot be used: see `createHandler`, and the port.
 */
export async function startServer(
  settings: ServerConfig,
  { observers = [warn], middleware }: ServerParts = {},
): Promise<RunningServer> {
  const config = checkSettings({ origin: UNKNOWN, ...settings }, 'startServer()')
  const { port = DEFAULT_PORT, host, metrics: at, limits = {} } = config
  const { keepAlive = KEEP_ALIVE, deadline = DEADLINE } = limits
  const metrics = await openMetrics(config)
  let isStopping = false
  const failed = (error: unknown) => {
    const warnings = [`An answer could not be written: ${error}`]
    for (const observe of observers) observe({ type: 'warning', state: '', warnings })
  }

  const cutOff = (res: ServerResponse, error: unknown) => {
    failed(error)
    res.destroy()
  }

  async function open(origin: string): Promise<{ site: Site; answer: NodeMiddleware }> {
    const first = await middleware?.()
    const parts = { observers, metrics, isStopping: () => isStopping }
    const site = await openServed({ ...config, origin }, parts)
    const { all } = site
    return { site, answer: first ? (req, res) => first(req, res, () => all(req, res)) : all }
  }

  const started: Listener[] = []
  const onPort = async (port: number, setting: 'port' | 'metrics', answer: NodeMiddleware) => {
    const listener = await listen({ port, setting, host, keepAlive }, answer)
    started.push(listener)
    return listener
  }
  try {
    const side =
      metrics && typeof at === 'number'
        ? await onPort(at, 'metrics', toNode(metrics.answer, failed))
        : undefined
    // Requests wait until the site is open.
    let answer: NodeMiddleware = (req, res) => {
      const waited = opened.then((open) => open.answer(req, res))
      waited.catch((error) => cutOff(res, error))
    }
    const main = await onPort(port, 'port', (req, res) => {
      try {
        answer(req, res)
      } catch (error) {
        cutOff(res, error)
      }
    })
    const origin = settings.origin === undefined ? `http://localhost:${main.port}` : config.origin
    const opened = open(origin)
    const { site, answer: whole } = await opened
    answer = whole
    return {
      ...{ origin, site, port: main.port, metricsPort: side?.port },
      async stop() {
        isStopping = true
        const cut = await main.drain(2 * deadline)
        await Promise.all([side?.drain(1), site.close()])
        return cut
      },
    }
  } catch (error) {
    await Promise.all(started.map((one) => one.drain(1)))
    throw error
  }
}
