// Runs a complete server, for `hashbang serve`. The caller handles signals.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { checkSettings } from '../../site/check-settings.ts'
import type { Config } from '../../site/config.ts'
import { type NodeMiddleware, toNode } from '../http/node-adapter.ts'
import { type Listener, listen } from '../http/node-server.ts'
import type { Observer } from '../observe/events.ts'
import type { Metrics } from '../observe/metrics.ts'
import { openMetrics, openServed, type SiteOptions } from './create-handler.ts'
import { type Site, warnOfEvent } from './create-site.ts'
import { DEADLINE_MS } from './start-lane.ts'

/** Settings of a server: those of `Config`, with an optional `origin`. */
export type ServerConfig = Omit<Config, 'origin'> & {
  /** Default: localhost with the server's port. */
  readonly origin?: string
}

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

/** Until the port is known. */
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
  const starting = new StartingServer(config, parts, await openMetrics(config))
  try {
    return await starting.start(settings.origin !== undefined)
  } catch (error) {
    await starting.abort()
    throw error
  }
}

/** Listens first: a port in use fails early, and requests wait for the site. */
class StartingServer {
  readonly #config: Config
  readonly #observers: readonly Observer[]
  readonly #middleware: ServerParts['middleware']
  readonly #metrics: Metrics | undefined
  readonly #listeners: Listener[] = []
  #opening: Promise<OpenedSite> | undefined
  #opened: OpenedSite | undefined
  #isStopping = false

  constructor(
    config: Config,
    { observers = [warnOfEvent], middleware }: ServerParts,
    metrics: Metrics | undefined,
  ) {
    this.#config = config
    this.#observers = observers
    this.#middleware = middleware
    this.#metrics = metrics
  }

  async start(hasOrigin: boolean): Promise<RunningServer> {
    const { port = DEFAULT_PORT, limits = {} } = this.#config
    const { deadline = DEADLINE_MS } = limits
    const side = await this.#listenForMetrics()
    const main = await this.#listen(port, 'port', (req, res) => this.#receive(req, res))
    const origin = hasOrigin ? this.#config.origin : `http://localhost:${main.port}`
    this.#opening = this.#open(origin)
    this.#opened = await this.#opening
    const { site } = this.#opened
    return {
      ...{ origin, site, port: main.port, metricsPort: side?.port },
      stop: async () => {
        this.#isStopping = true
        const cut = await main.drain(2 * deadline)
        await Promise.all([side?.drain(1), site.close()])
        return cut
      },
    }
  }

  async abort(): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener.drain(1)))
  }

  async #listenForMetrics(): Promise<Listener | undefined> {
    const { metrics: port } = this.#config
    if (this.#metrics === undefined || typeof port !== 'number') return undefined
    const onError = (error: unknown) => this.#report(error)
    return this.#listen(port, 'metrics', toNode(this.#metrics.answer, onError))
  }

  async #listen(
    port: number,
    setting: 'port' | 'metrics',
    answer: NodeMiddleware,
  ): Promise<Listener> {
    const { host, limits: { keepAlive = KEEP_ALIVE_MS } = {} } = this.#config
    const listener = await listen({ port, setting, host, keepAlive }, answer)
    this.#listeners.push(listener)
    return listener
  }

  async #open(origin: string): Promise<OpenedSite> {
    const first = await this.#middleware?.()
    const isStopping = () => this.#isStopping
    const parts = { observers: this.#observers, metrics: this.#metrics, isStopping }
    const site = await openServed({ ...this.#config, origin }, parts)
    const { all } = site
    return { site, answer: first ? (req, res) => first(req, res, () => all(req, res)) : all }
  }

  /** Waits for the site. */
  #receive(req: IncomingMessage, res: ServerResponse): void {
    const cutOff = (error: unknown) => {
      this.#report(error)
      res.destroy()
    }
    try {
      if (this.#opened) this.#opened.answer(req, res)
      else this.#opening?.then(({ answer }) => answer(req, res)).catch(cutOff)
    } catch (error) {
      cutOff(error)
    }
  }

  #report(error: unknown): void {
    const warnings = [`A response could not be sent: ${error}`]
    for (const observe of this.#observers) observe({ type: 'warning', state: '', warnings })
  }
}

interface OpenedSite {
  readonly site: Site
  readonly answer: NodeMiddleware
}
