// Runs a complete server. Takes the port first, so that a port in use fails early. Signals are the
// caller's job.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { type NodeMiddleware, type OnError, toNode } from '../../http/node-adapter.ts'
import { type Listener, listen } from '../../http/node-server.ts'
import { refuse } from '../../http/responses.ts'
import type { Handler } from '../../http/types.ts'
import type { Metrics } from '../../observe/metrics.ts'
import type { Config } from '../../site/config.ts'
import { checkSettings } from '../../site/settings.ts'
import { openConfigured, type SiteOptions } from './create-handler.ts'
import { warn } from './create-site.ts'
import type { Site } from './site.ts'
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
  const {
    port = DEFAULT_PORT,
    host,
    limits: { keepAlive = KEEP_ALIVE, deadline = DEADLINE } = {},
  } = config
  let stopping = false
  const onError: OnError = (error) => {
    const warnings = [`An answer could not be written: ${error}`]
    for (const observe of observers) observe({ type: 'warning', state: '', warnings })
  }
  const stopped = toNode(
    whileStopping(() => stopping),
    onError,
  )
  const options = { port, host, keepAlive }
  const started: Listener[] = []
  let answer: NodeMiddleware | undefined
  let metrics: Metrics | undefined
  let resolveOpened = (_: NodeMiddleware | undefined) => {}
  // Undefined: the site failed to open.
  const opened = new Promise<NodeMiddleware | undefined>((resolve) => {
    resolveOpened = resolve
  })

  async function open(origin: string) {
    const first = await middleware?.()
    const configured = await openConfigured({ ...config, origin }, { observers })
    const { all } = configured.site
    const pages: NodeMiddleware = (req, res) => stopped(req, res, () => all(req, res))
    const answer: NodeMiddleware = (req, res) => {
      try {
        first?.(req, res, () => pages(req, res))
      } catch (error) {
        onError(error)
        res.destroy()
      }
    }
    return { ...configured, answer: first ? answer : pages }
  }

  try {
    const main = await listen(options, (req, res) => {
      if (answer) answer(req, res)
      else void opened.then((answer) => (answer ? answer(req, res) : res.destroy()))
    })
    started.push(main)
    const { metrics: at } = config
    if (typeof at === 'number') {
      const answerMetrics = toNode(async () => metrics?.answer() ?? null, onError)
      started.push(await listen({ ...options, port: at, setting: 'metrics' }, answerMetrics))
    }
    const origin = settings.origin === undefined ? `http://localhost:${main.port}` : config.origin
    const { site, answer: whole, ...rest } = await open(origin)
    metrics = rest.metrics
    answer = whole
    resolveOpened(whole)
    const [, side] = started
    return {
      origin,
      port: main.port,
      metricsPort: side?.port,
      site,
      async stop() {
        stopping = true
        const cut = await main.drain(2 * deadline)
        await Promise.all([side?.drain(1), site.close()])
        return cut
      },
    }
  } catch (error) {
    resolveOpened(undefined)
    await Promise.all(started.map((one) => one.drain(1)))
    throw error
  }
}

/** A load balancer must send no more requests while the server stops. */
const whileStopping =
  (isStopping: () => boolean): Handler =>
  async ({ method, target }) =>
    target === '/readyz' && isStopping() && /^(?:GET|HEAD)$/.test(method)
      ? refuse(503, 'It is being stopped.')
      : null
