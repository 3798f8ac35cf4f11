// `hashbang serve`: runs the production server. The first signal finishes requests under way; the
// second ends the process.

import { Option } from 'commander'
import { agedNode } from '../diagnostics/runtime/versions.ts'
import { createLog } from '../serve/observe/log.ts'
import { startServer } from '../serve/start/start-server.ts'
import { mergeSettings, readSettings, readVariables } from '../site/check-settings.ts'
import { loadConfig } from '../site/load-config.ts'
import { asUsage } from './open-site.ts'
import { type AddCommand, examples, option } from './shared-options.ts'
import { EXIT, type Terminal } from './terminal.ts'

export const serveCommand: AddCommand = (program, run) => {
  program
    .command('serve')
    .description('serve the app and the snapshots of its states')
    .addOption(option.config())
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one (PORT, default 3000)')
    .option('--host <address>', 'address to listen on (HOST, default: all)')
    .addOption(option.origin())
    .addOption(
      new Option(
        '--log-level <level>',
        'least severe messages that the log holds (LOG_LEVEL, default: info)',
      )
        .choices(LEVELS)
        .env('LOG_LEVEL'),
    )
    .addHelpText(
      ...examples(
        'serve --port 3000',
        'serve -c site/hashbang.config.js --origin https://example.com',
      ),
    )
    .action(run(runServe))
}

type Flags = Readonly<Record<string, string | undefined>>

const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

async function runServe(terminal: Terminal, { config: file, logLevel = 'info', ...flags }: Flags) {
  const config = await asUsage(() => loadConfig(file, settingsOf(flags)))
  const { logger, observe } = createLog(logLevel)
  const ended = signalled()
  // The app lists its states in this process. A connection that it loses must not end the server.
  process.on('uncaughtException', (error: unknown) => {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    logger.error({ why }, 'code of the app threw, and nothing caught it')
  })
  const server = await asUsage(() => startServer(config, { observers: [observe] }))
  const { port, metricsPort } = server
  const pages = Object.keys(config.pages)
  const links = pages.map((path) => `http://localhost:${port}${path}`)
  // The log is for machines.
  if (process.stdout.isTTY) terminal.line(`Serving ${config.origin} at ${links.join(' ')}`)
  else logger.info({ port, metricsPort, origin: config.origin, pages }, 'serving')
  const aged = agedNode(process.version)
  if (aged) observe({ type: 'warning', state: '', warnings: [aged] })
  logger.info({ signal: await ended }, 'stopping')
  const cut = await server.stop()
  logger.info({ cut }, 'stopped')
  return cut === 0 ? EXIT.ok : EXIT.failure
}

function settingsOf(flags: Flags): Readonly<Record<string, unknown>> {
  return mergeSettings(
    readVariables(/^(?:port|host)$/),
    readSettings(flags, (name) => `--${name}`),
  )
}

/** Settles at the first signal. The next one ends the process. */
const signalled = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let isStopping = false
    const onSignal = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(EXIT.failure)
      isStopping = true
      resolve(signal)
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
