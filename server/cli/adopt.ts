// `hashbang adopt DIR|URL`: serves an unchanged app with snapshots, until a signal ends it.

import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Observer } from '../serve/observe/events.ts'
import { createLog } from '../serve/observe/log.ts'
import { AdoptedStates, type WalkedState } from '../serve/start/find-states.ts'
import { type RunningServer, type ServerConfig, startServer } from '../serve/start/start-server.ts'
import { isAdopted, readableOf } from '../site/adopted-pages.ts'
import { STATE_PREFIXES } from '../site/adopted-urls.ts'
import { readVariables } from '../site/check-settings.ts'
import { checkStates } from '../tools/verify/check-engines.ts'
import { comparedLine, runAdoptCheck } from './adopt-check.ts'
import type { OpenedCommand } from './open-command.ts'
import {
  choice,
  defineCommand,
  type FlagValues,
  flag,
  PREFIX,
  shared,
  wholeNumber,
} from './shared-options.ts'
import { bold, dim, styled, yellow } from './styled.ts'
import { EXIT, type Exit, type Terminal, UsageError } from './terminal.ts'

const FLAGS = {
  states: choice(
    '--states <prefix>',
    'how its states begin (default: as in its links)',
    STATE_PREFIXES,
  ),
  page: flag('--page <path>', 'path of the page with the app', String, '/'),
  port: flag(
    '-p, --port <n>',
    'port to listen on; 0 takes a free one',
    wholeNumber(0, 65_535),
    3000,
  ),
  host: flag('--host <address>', 'address to listen on (default: all)'),
  allow: flag('--allow <origins...>', 'other origins that its scripts need'),
  check: flag(
    '--check',
    'compare states with Chromium, name those that need it, and serve nothing',
  ),
  config: shared.config,
  origin: shared.origin,
  chromium: flag('--chromium <states...>', 'states that Chromium renders, such as "/charts/*"'),
  limit: flag('--limit <n>', 'with --check, the most states to compare', wholeNumber(1), 200),
  statesFile: flag(
    '--states-file <file>',
    'states of an adopted page, one on each line; may be gzipped (default: its sitemap and links)',
  ),
  report: flag('--report <file>', 'with --check, write a report as HTML'),
  compare: flag('--no-compare', 'do not compare the first states with Chromium in the background'),
  sandbox: shared.sandbox,
  readable: flag(
    '--readable [prefix]',
    `give each state a path, such as ${PREFIX}phones, and Markdown`,
    String,
  ).preset(PREFIX),
  deadline: flag(
    '--deadline <ms>',
    'time limit of a snapshot, in ms (default: 5000)',
    wholeNumber(1),
  ),
  logLevel: shared.logLevel('fatal, error, warn, info, debug, trace or silent', 'warn'),
}

export type AdoptFlags = FlagValues<typeof FLAGS>

export const adoptCommand = defineCommand({
  name: 'adopt',
  description: 'serve an app as it is, with snapshots of its states',
  argument: [
    '[site]',
    'the folder of the built app, or its URL (with --check default: the configured site)',
  ],
  flags: FLAGS,
  examples: [
    'adopt ./dist',
    "adopt ./site --states '#/' --port 8080",
    'adopt http://localhost:4200/ --allow https://api.example.com',
    'adopt ./dist --check --report engines.html',
  ],
  help: "\nAs configuration: pages: { '/': { site: './dist', states: '#/' } }, then hashbang serve.",
  work: runAdopt,
})

const CHECK_ONLY = ['report', 'limit', 'origin']

async function runAdopt(
  command: OpenedCommand,
  flags: AdoptFlags,
  site: string | undefined,
): Promise<Exit> {
  if (flags.check) return runCheck(command, site, flags)
  const unused = CHECK_ONLY.filter((name) => command.isGiven(name))
  if (unused.length > 0)
    throw new UsageError(
      `Cannot serve with ${unused.map((name) => `--${name}`).join(', ')}: only --check uses it. Add --check, or leave it out`,
    )
  if (site !== undefined) return serveApp(command, site, flags)
  throw new UsageError(
    'No app to adopt: pass the folder of the built app, or the URL at which it runs. `hashbang serve` serves a configured site',
  )
}

async function runCheck(command: OpenedCommand, site: string | undefined, flags: AdoptFlags) {
  const { sandbox, statesFile } = flags
  const config =
    site === undefined
      ? await command.config('origin')
      : { origin: ORIGIN, ...adoptConfig(site, flags) }
  const pages = Object.entries(config.pages).map(([path, page]) => [
    path,
    statesFile !== undefined && isAdopted(page) ? { ...page, statesFile } : page,
  ])
  const checked = { ...config, pages: Object.fromEntries(pages) }
  if (!sandbox) checked.adopt = { ...config.adopt, sandbox }
  return runAdoptCheck(command, site ?? config.origin, checked, flags)
}

/** Placeholder: the site is not served yet. */
const ORIGIN = 'http://localhost:3000'

async function serveApp(command: OpenedCommand, site: string, flags: AdoptFlags): Promise<Exit> {
  const config = { ...readVariables(/^worker/), ...adoptConfig(site, flags) }
  const { signal } = command
  const server = await startServer(config, { observers: [observerOf(flags.logLevel, command)] })
  const isRendered = await showStates(command, site, server, flags)
  const note =
    isRendered && !flags.chromium && flags.compare
      ? await compareFirst(site, server, config, signal)
      : undefined
  if (note !== undefined && !signal.aborted) command.note(note)
  if (!signal.aborted) await once(signal, 'abort')
  return (await server.stop()) === 0 ? EXIT.ok : EXIT.finding
}

/** Prints the addresses of a state. @returns Whether a page could be rendered. */
async function showStates(
  { line, signal }: OpenedCommand,
  name: string,
  { origin, site }: RunningServer,
  { page, readable }: AdoptFlags,
): Promise<boolean> {
  let shown: WalkedState | undefined
  const config = { site: name, ...(readable !== undefined && { readable }) }
  const states = new AdoptedStates({ page, origin, site, config })
  for await (const one of states.walk({ limit: 8, signal })) {
    if (one.status !== 200) continue
    shown ??= one
    // The first page is often its own state, a poor example of a state's form.
    if (!/\w/.test(one.state)) continue
    shown = one
    break
  }
  if (signal.aborted) return false
  if (shown === undefined) {
    line(
      `${name} is at ${origin}${page}. Its first page cannot be rendered; the log above names the cause. Stop the command, and start it anew with the remedy.`,
    )
    return false
  }
  // The links of a rendered page show the prefix.
  const prefix = site.statesOf(page) ?? '#!'
  line(styled`${bold(name)} is adopted: states begin with ${bold(prefix)}`)
  line(styled`  ${shown.pretty}  ${dim('for people')}`)
  line(styled`  ${shown.ugly}  ${dim('the same without script')}`)
  if (readable !== undefined) {
    const path = readableOf(page, readable).href(shown.state)
    line(styled`  ${origin}${path}  ${dim('the same by a path')}`)
  }
  return true
}

/** Makes the configuration from a folder or URL and flags. @throws {UsageError} */
export function adoptConfig(
  site: string,
  flags: Partial<AdoptFlags> & Pick<AdoptFlags, 'page' | 'port' | 'sandbox'>,
): ServerConfig {
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
    port,
    pages: { [page]: adopted },
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
  const noted = new Set<string>()
  return (event) => {
    if (event.type !== 'warning') return observe(event)
    const [warning = ''] = event.warnings
    // The start and the first request report the same fault, with different endings.
    const [head = '', ...more] = warning.split('\n')
    if (noted.has(head)) return
    noted.add(head)
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
