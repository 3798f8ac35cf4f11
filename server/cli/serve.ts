// `hashbang serve`: the production server of a config file.
// In: the file, over it the environment, over that the flags. Out: a log on standard output, until a
// signal ends it: the first lets it answer what is under way, the second does not.

import type { Command } from 'commander'
import { createLog } from '../observe/log.ts'
import { startServer } from '../production/start-server.ts'
import { loadConfig } from '../site/load-config.ts'
import { ConfigError, readSettings, VARIABLES } from '../site/settings.ts'
import { configOption, examples } from './options.ts'
import { EXIT, type Exit, UsageError } from './terminal.ts'

/** Adds the command. */
export function serveCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('serve')
    .description('serve the app and the snapshots of its states')
    .addOption(configOption())
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one (PORT, default 3000)')
    .option('--host <address>', 'address to listen on (HOST, default: all)')
    .option('--origin <url>', 'scheme, host and port of the site (ORIGIN)')
    .option('--workers <n>', 'workers that make snapshots (WORKERS, default: one a core)')
    .option(
      '--isolation <kind>',
      'thread or process: what a worker is (ISOLATION, default: thread)',
    )
    .option('--locale <tag>', 'language tag of what pages format (LOCALE, default: en-US)')
    .option('--time-zone <name>', 'time zone of pages (TIME_ZONE, default: UTC)')
    .option('--cache-bytes <n>', 'memory for snapshots (CACHE_BYTES, default 64 MiB)')
    .option('--redis <url>', 'a Redis or Valkey that several servers share (REDIS_URL)')
    .option('--metrics <port|path>', 'where Prometheus finds metrics (default: nowhere)')
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent (LOG_LEVEL)')
    .addHelpText(
      'after',
      examples('serve --port 3000', 'serve -c site/hashbang.config.js --metrics 9090'),
    )
    .action((flags: Flags) => run(runServe(flags)))
}

type Flags = Readonly<Record<string, string | undefined>>

async function runServe({ config: file, ...flags }: Flags): Promise<Exit> {
  const { config } = await configured(() => loadConfig(file, settingsOf(flags)))
  const { logger, observe } = createLog(config.logLevel ?? 'info')
  const ended = signalled()
  const server = await configured(() => startServer(config, { observers: [observe] }))
  const { port, metricsPort } = server
  logger.info({ port, metricsPort, origin: config.origin }, 'serving')
  // The log is for machines; whoever looks at a terminal is to have an address to click.
  if (process.stderr.isTTY) console.error(`\n  http://localhost:${port}/\n`)
  logger.info({ signal: await ended }, 'stopping')
  const cut = await server.stop()
  logger.info({ cut }, 'stopped')
  return cut === 0 ? EXIT.ok : EXIT.failure
}

/** Flags over the environment. */
function settingsOf(flags: Flags): Record<string, unknown> {
  const variables = VARIABLES.map(([variable, name]) => [name, process.env[variable] || undefined])
  const variableOf = new Map(VARIABLES.map(([variable, name]) => [name, variable]))
  return {
    ...readSettings(Object.fromEntries(variables), (name) => variableOf.get(name) ?? name),
    ...readSettings(flags, (name) => `--${name.replace(/[A-Z]/g, (x) => `-${x.toLowerCase()}`)}`),
  }
}

/** What is wrong with the configuration is the operator's to mend: no stack of ours helps there. */
async function configured<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message, { cause: error })
    throw error
  }
}

/** Settles at the first signal; from then on the next one ends the process. */
const signalled = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let told = false
    const hear = (signal: NodeJS.Signals) => {
      if (told) process.exit(EXIT.failure)
      told = true
      resolve(signal)
    }
    process.on('SIGTERM', hear)
    process.on('SIGINT', hear)
  })
