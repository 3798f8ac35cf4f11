// `hashbang serve`: runs the production server. The first signal finishes requests under way; the
// second ends the process.

import { once } from 'node:events'
import { agedNode } from '../diagnostics/runtime/versions.ts'
import { createLog } from '../serve/observe/log.ts'
import { startServer } from '../serve/start/start-server.ts'
import { defineCommand, flag, shared } from './shared-options.ts'
import { EXIT } from './terminal.ts'

export const serveCommand = defineCommand({
  name: 'serve',
  description: 'serve the app and the snapshots of its states',
  flags: {
    config: shared.config,
    port: flag('-p, --port <n>', 'port to listen on; 0 takes a free one (PORT, default 3000)'),
    host: flag('--host <address>', 'address to listen on (HOST, default: all)'),
    origin: shared.origin,
    logLevel: shared
      .logLevel('least severe messages that the log holds (LOG_LEVEL, default: info)')
      .env('LOG_LEVEL'),
  },
  examples: ['serve --port 3000', 'serve -c site/hashbang.config.js --origin https://example.com'],
  async work(command, { logLevel = 'info' }) {
    const config = await command.config('origin', 'port', 'host')
    const { logger, observe } = createLog(logLevel)
    const { signal } = command
    // The app lists its states in this process. A connection that it loses must not end the server.
    process.on('uncaughtException', (error: unknown) => {
      const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
      logger.error({ why }, 'code of the app threw, and nothing caught it')
    })
    const server = await startServer(config, { observers: [observe] })
    const { port, metricsPort } = server
    const pages = Object.keys(config.pages)
    const links = pages.map((path) => `http://localhost:${port}${path}`)
    // The log is for machines.
    if (process.stdout.isTTY) command.line(`Serving ${config.origin} at ${links.join(' ')}`)
    else logger.info({ port, metricsPort, origin: config.origin, pages }, 'serving')
    const aged = agedNode(process.version)
    if (aged) observe({ type: 'warning', state: '', warnings: [aged] })
    if (!signal.aborted) await once(signal, 'abort')
    logger.info({ signal: signal.reason.message }, 'stopping')
    const cut = await server.stop()
    logger.info({ cut }, 'stopped')
    return cut === 0 ? EXIT.ok : EXIT.finding
  },
})
