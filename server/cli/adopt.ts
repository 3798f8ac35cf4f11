// `hashbang adopt DIR|URL`: serves an unchanged app with snapshots, until a signal ends it.

import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Observer } from '../serve/observe/events.ts'
import { createLog } from '../serve/observe/log.ts'
import { AdoptedStates, type WalkedState } from '../serve/start/find-states.ts'
import { type RunningServer, type ServerConfig, startServer } from '../serve/start/start-server.ts'
import { readableOf } from '../site/adopted-pages.ts'
import { STATE_PREFIXES, type StatePrefix } from '../site/adopted-urls.ts'
import { readVariables } from '../site/check-settings.ts'
import { checkStates } from '../tools/verify/check-engines.ts'
import { type CheckFlags, comparedLine, runAdoptCheck } from './adopt-check.ts'
import { asUsage, readSite, withStatesFile } from './open-site.ts'
import { type AddCommand, examples, option, PREFIX, wholeNumber } from './shared-options.ts'
import { bold, dim, styled, yellow } from './styled.ts'
import { EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

export interface AdoptFlags extends CheckFlags {
  readonly check?: boolean
  readonly compare?: boolean
  readonly statesFile?: string
  readonly config?: string
  readonly origin?: string
  readonly sandbox: boolean
  readonly states?: StatePrefix
  readonly port: number
  readonly host?: string
  readonly page: string
  readonly allow?: readonly string[]
  readonly readable?: string
  readonly chromium?: readonly string[]
  readonly deadline?: number
  readonly logLevel: string
}

export const adoptCommand: AddCommand = (program, run) => {
  program
    .command('adopt')
    .description('serve an app as it is, with snapshots of its states')
    .argument(
      '[site]',
      'the folder of the built app, or its URL (with --check default: the configured site)',
    )
    .addOption(
      new Option('--states <prefix>', 'how its states begin (default: as in its links)').choices(
        STATE_PREFIXES,
      ),
    )
    .option('--page <path>', 'path of the page with the app', '/')
    .option('-p, --port <n>', 'port to listen on; 0 takes a free one', wholeNumber(0, 65_535), 3000)
    .option('--host <address>', 'address to listen on (default: all)')
    .option('--allow <origins...>', 'other origins that its scripts need')
    .option('--check', 'compare states with Chromium, name those that need it, and serve nothing')
    .addOption(option.config())
    .addOption(option.origin())
    .option('--chromium <states...>', 'states that Chromium renders, such as "/charts/*"')
    .option('--limit <n>', 'with --check, the most states to compare', wholeNumber(1), 200)
    .addOption(option.statesFile())
    .option('--report <file>', 'with --check, write a report as HTML')
    .option('--no-compare', 'do not compare the first states with Chromium in the background')
    .addOption(option.sandbox())
    .addOption(
      new Option(
        '--readable [prefix]',
        `give each state a path, such as ${PREFIX}phones, and Markdown`,
      ).preset(PREFIX),
    )
    .option('--deadline <ms>', 'time limit of a snapshot, in ms (default: 5000)', wholeNumber(1))
    .option('--log-level <level>', 'fatal, error, warn, info, debug, trace or silent', 'warn')
    .addHelpText(
      ...examples(
        'adopt ./dist',
        "adopt ./site --states '#/' --port 8080",
        'adopt http://localhost:4200/ --allow https://api.example.com',
        'adopt ./dist --check --report engines.html',
      ),
    )
    .addHelpText(
      'after',
      "\nAs configuration: pages: { '/': { site: './dist', states: '#/' } }, then hashbang serve.",
    )
    .action(run(runAdopt))
}

const CHECK_ONLY = ['report', 'limit', 'origin']

async function runAdopt(
  terminal: Terminal,
  site: string | undefined,
  flags: AdoptFlags,
  command: Command,
): Promise<Exit> {
  if (flags.check) return runCheck(terminal, site, flags)
  const unused = CHECK_ONLY.filter((name) => command.getOptionValueSource(name) === 'cli')
  if (unused.length > 0)
    throw new UsageError(
      `Cannot serve with ${unused.map((name) => `--${name}`).join(', ')}: only --check uses it. Add --check, or leave it out`,
    )
  if (site !== undefined) return serveApp(terminal, site, flags)
  throw new UsageError(
    'No app to adopt: pass the folder of the built app, or the URL at which it runs. `hashbang serve` serves a configured site',
  )
}

async function runCheck(terminal: Terminal, site: string | undefined, flags: AdoptFlags) {
  const config =
    site === undefined ? await readSite(flags) : { origin: ORIGIN, ...adoptConfig(site, flags) }
  const adopt = flags.sandbox ? config.adopt : { ...config.adopt, sandbox: false }
  const listed = withStatesFile({ ...config, ...(adopt && { adopt }) }, flags.statesFile)
  return runAdoptCheck(terminal, site ?? config.origin, listed, flags)
}

/** Placeholder: the site is not served yet. */
const ORIGIN = 'http://localhost:3000'

async function serveApp(terminal: Terminal, site: string, flags: AdoptFlags) {
  const config = { ...readVariables(/^worker/), ...adoptConfig(site, flags) }
  const observe = observerOf(flags.logLevel, terminal)
  const { signal } = terminal
  const server = await asUsage(() => startServer(config, { observers: [observe] }))
  const { origin } = server
  const readable = flags.readable === undefined ? undefined : readableOf(flags.page, flags.readable)
  let shown: WalkedState | undefined
  const { page } = flags
  const states = new AdoptedStates({
    ...{ page, origin, site: server.site },
    config: { site, ...(flags.readable !== undefined && { readable: flags.readable }) },
  })
  for await (const one of states.walk({ limit: 8, signal })) {
    if (one.status !== 200) continue
    shown ??= one
    // The first page is often its own state, a poor example of a state's form.
    if (/\w/.test(one.state)) {
      shown = one
      break
    }
  }
  if (shown === undefined) {
    terminal.line(
      `${site} is at ${origin}${page}. Its first page cannot be rendered; the log above names the cause. Stop the command, and start it anew with the remedy.`,
    )
  } else {
    // Only a rendered page shows it.
    const prefix = server.site.statesOf(page) ?? '#!'
    terminal.line(styled`${bold(site)} is adopted: states begin with ${bold(prefix)}`)
    terminal.line(styled`  ${shown.pretty}  ${dim('for people')}`)
    terminal.line(styled`  ${shown.ugly}  ${dim('the same without script')}`)
    if (readable) {
      const path = readable.href(shown.state)
      terminal.line(styled`  ${origin}${path}  ${dim('the same by a path')}`)
    }
  }
  const note =
    !flags.chromium && flags.compare && shown
      ? await compareFirst(site, server, config, signal)
      : undefined
  if (note !== undefined && !signal.aborted) terminal.note(note)
  if (!signal.aborted) await once(signal, 'abort')
  await server.stop()
  return EXIT.ok
}

/** Makes the configuration from a folder or URL and flags. @throws {UsageError} */
export function adoptConfig(site: string, flags: AdoptFlags): ServerConfig {
  if (site === '')
    throw new UsageError('The site is empty: pass the folder of the built app, or "."')
  const { states, page, host, allow, port, readable, chromium, sandbox, deadline, statesFile } =
    flags
  const isUrl = /^https?:\/\//i.test(site)
  if (!isUrl) checkFolder(site, resolve(site), page)
  if (statesFile !== undefined && !existsSync(statesFile))
    throw new UsageError(
      `There is no file "${statesFile}": pass a file with one state on each line, or leave --states-file out`,
    )
  const adopted = {
    site: isUrl ? site : resolve(site),
    ...(states && { states }),
    ...(readable !== undefined && { readable }),
    ...(statesFile !== undefined && { statesFile }),
    ...(chromium && { chromium }),
  }
  return {
    ...{ port, pages: { [page]: adopted } },
    ...(host !== undefined && { host }),
    ...(allow !== undefined && { allowFetch: allow }),
    ...(deadline !== undefined && { limits: { deadline } }),
    ...(!sandbox && { adopt: { sandbox } }),
  }
}

/** @throws {UsageError} When it is not a folder with a page. */
function checkFolder(site: string, folder: string, page: string): void {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(
      `"${site}" is no folder: pass the folder that holds the app's index.html, or a URL such as http://localhost:4200/`,
    )
  const name = page.slice(page.lastIndexOf('/') + 1) || 'index.html'
  if (!existsSync(join(folder, name)))
    throw new UsageError(
      `There is no ${name} in "${site}": pass the folder of the built app, or set --page to the path of its page`,
    )
}

/** Writes readable warnings to a terminal, and JSON lines to a pipe or at another level. */
function observerOf(level: string, { note }: Terminal): Observer {
  const { observe } = createLog(level, process.stderr)
  if (level !== 'warn' || !process.stderr.isTTY) return observe
  const known = new Set<string>()
  return (event) => {
    if (event.type !== 'warning') return observe(event)
    const [warning = ''] = event.warnings
    // The start and the first request report the same fault, with different endings.
    const [head = '', ...more] = warning.split('\n')
    if (known.has(head)) return
    known.add(head)
    note(styled`${yellow('!')} ${event.state}${event.state && ': '}${head}`)
    for (const line of more) note(`  ${line}`)
  }
}

/** States that are compared at each start. */
const FIRST = 12

/** Compares the first states with Chromium. @returns The result in one line. */
async function compareFirst(
  site: string,
  server: RunningServer,
  config: ServerConfig,
  signal: AbortSignal,
): Promise<string> {
  try {
    const check = { config, signal, warn: () => undefined, limit: FIRST }
    const { states, known } = await checkStates(server, check)
    return `${comparedLine(states, known)} Compare all: hashbang adopt ${site} --check`
  } catch (error) {
    return `Nothing was compared with Chromium: ${error instanceof Error ? error.message : error}. Your app works without it`
  }
}
