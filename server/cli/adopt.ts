// `hashbang adopt DIR|URL`: serves an app as it is, with the snapshots of its states. In: its folder, or where it runs. Out: a server,
// and on standard output the address of a state for people and that for readers without script; until a signal ends it.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { createLog } from '../observe/log.ts'
import { startServer } from '../production/start-server.ts'
import { type WalkedState, walkStates } from '../production/walk-states.ts'
import { ENGINES_FILE, readableOf } from '../site/adopted-pages.ts'
import { STATE_PREFIXES } from '../site/state-shape.ts'
import { runAdoptCheck } from './adopt-check.ts'
import { type AdoptFlags, adoptConfig } from './adopt-config.ts'
import { interruption } from './interrupt.ts'
import { asUsage, readSite, withStatesFile } from './open-site.ts'
import { configOption, examples, jsonOption, statesFileOption, whole } from './options.ts'
import { bold, dim, styled } from './styled.ts'
import { createTerminal, EXIT, type Exit, UsageError } from './terminal.ts'

/** Adds the command. */
export function adoptCommand(program: Command, run: (code: Promise<Exit>) => Promise<void>): void {
  program
    .command('adopt')
    .description('serve an app as it is, and the snapshots of its states: no code of it is changed')
    .argument(
      '[site]',
      'the folder of the built app, or the URL at which it runs; with --check default: the configured site',
    )
    .addOption(
      new Option(
        '--states <prefix>',
        'what fragments of states begin with (default: what its links begin with)',
      ).choices(STATE_PREFIXES),
    )
    .option('--page <path>', 'path of the page that shows the app', '/')
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one', whole(0, 65_535), 3000)
    .option('--host <address>', 'address to listen on (default: all)')
    .option('--origin <url>', 'scheme, host and port of the site (default: localhost and the port)')
    .option('--allow <origins...>', 'other origins that its scripts come from and ask')
    .option(
      '--check',
      'instead, compare states with Chromium, and write which engine makes the snapshots of which',
    )
    .addOption(configOption())
    .option(
      '--engines <file>',
      `what --check writes, and serving goes by (default: ${ENGINES_FILE})`,
    )
    .option('--limit <n>', 'with --check, how many states at the most', whole(1), 200)
    .addOption(statesFileOption())
    .option('--report <file>', 'with --check, write a report to look at, one HTML file')
    .option('--pictures <n>', 'with --report, pictures of so many states', whole(0), 60)
    .option(
      '--watch [share]',
      'compare a share of the snapshots with Chromium behind the answers; alone 0.01',
      share,
    )
    .option('--strict', 'let Chromium make states that no check has seen')
    .option('--no-sandbox', 'run Chromium without its sandbox: root must, on sites that it trusts')
    .addOption(jsonOption())
    .option('--walk', 'go from state to state in the loaded app, as far as that shows the same')
    .option(
      '--readable <prefix>',
      'give each state a path, such as /s/phones, and that as Markdown: for readers that cut fragments',
    )
    .option('--deadline <ms>', 'how long a snapshot may take (default: 5000)', whole(1))
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent', 'warn')
    .addHelpText(
      'after',
      `${examples(
        'adopt ./dist',
        "adopt ./site --states '#/' --port 8080",
        'adopt http://localhost:4200/ --allow https://api.example.com',
        'adopt ./dist --check --report engines.html',
      )}\n\nAs configuration: pages: { '/': { site: './dist', states: '#/' } }, then hashbang serve.`,
    )
    .action((site: string | undefined, flags: AdoptFlags, command: Command) => {
      const idle = OF_CHECK.filter((name) => command.getOptionValueSource(name) === 'cli')
      if (flags.check) return run(runCheck(site, flags))
      return run(idle.length > 0 ? refuse(idle) : runAdopt(site, flags))
    })
}

/** Options that say something of a check only. */
const OF_CHECK = ['report', 'pictures', 'limit']

async function refuse(idle: readonly string[]): Promise<Exit> {
  const names = idle.map((name) => `--${name}`).join(', ')
  throw new UsageError(
    `Cannot serve with ${names}: that is of --check, which compares states with Chromium. Add --check, or leave it out`,
  )
}

/** Reads a share. */
function share(text: string): number {
  const value = Number(text)
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value
  throw new InvalidArgumentError('Expected a share from 0 to 1, such as 0.01.')
}

async function runCheck(site: string | undefined, flags: AdoptFlags): Promise<Exit> {
  const config =
    site === undefined
      ? { ...(await readSite(flags.config)), ...(flags.sandbox ? {} : { sandbox: false }) }
      : { origin: ORIGIN, ...adoptConfig(site, flags) }
  const listed = withStatesFile(config, flags.statesFile)
  return runAdoptCheck(site ?? config.origin, listed, flags)
}

/** Of a site that is not served yet. */
const ORIGIN = 'http://localhost:3000'

async function runAdopt(site: string | undefined, flags: AdoptFlags): Promise<Exit> {
  if (site === undefined) {
    throw new UsageError(
      'Cannot adopt nothing: give the folder of the built app or the URL at which it runs; `hashbang serve` serves a configured site',
    )
  }
  const terminal = createTerminal({})
  const config = adoptConfig(site, flags)
  const { observe } = createLog(flags.logLevel, process.stderr)
  const signal = interruption()
  const server = await asUsage(startServer(config, { observers: [observe] }))
  const { site: handler, origin } = server
  const prefix = handler.statesOf(flags.page) ?? '#!'
  const readable = flags.readable === undefined ? undefined : readableOf(flags.page, flags.readable)
  terminal.line(styled`${bold(site)} is adopted: states begin with ${bold(prefix)}`)
  let shown: WalkedState | undefined
  for await (const one of walkStates({
    handler,
    origin,
    page: flags.page,
    prefix,
    readable,
    limit: 8,
    signal,
  })) {
    if (one.status !== 200) continue
    shown ??= one
    // The first page is often a state by itself, which says little of how states look.
    if (/\w/.test(one.state)) {
      shown = one
      break
    }
  }
  if (shown === undefined) {
    terminal.line(`Its first page cannot be shown: the log says why. ${origin}${flags.page}`)
  } else {
    terminal.line(styled`  ${shown.pretty}  ${dim('for people')}`)
    terminal.line(styled`  ${shown.ugly}  ${dim('the same without script')}`)
    if (readable) {
      const path = readable.href(shown.state)
      terminal.line(styled`  ${origin}${path}  ${dim('the same by a path')}`)
    }
  }
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  }
  await server.stop()
  return EXIT.ok
}
