// `hashbang inspect STATE|URL`: everything that is known of one state: which route takes it, what it loads,
// what its head says, what crawlers are answered. For a page that is missing from an index.

import type { Command } from 'commander'
import type { Resolution } from '../../src/page.ts'
import { canonicalState } from '../../src/state.ts'
import { toPrettyUrl, toUglyUrl } from '../../src/url.ts'
import { get, USER_AGENT } from '../crawl/http.ts'
import { openReader } from '../crawl/reader.ts'
import { readRobots } from '../crawl/robots-policy.ts'
import { diagnosis } from '../diagnostics/diagnostics.ts'
import { mapStack } from '../diagnostics/source-maps.ts'
import { createHandler } from '../production/create-handler.ts'
import { pageTable } from '../render/page-table.ts'
import { ViewImports } from '../render/view-imports.ts'
import { isAdopted } from '../site/adopted-pages.ts'
import type { Config } from '../site/load-config.ts'
import { stateUrl } from '../site/state-url.ts'
import type { OpenApp } from '../site/states.ts'
import { inspectAdopted } from './inspect-adopted.ts'
import { asUsage, openSite, readSite } from './open-site.ts'
import { configOption, examples, jsonOption, timeoutOption } from './options.ts'
import { refusals } from './refusals.ts'
import { dim, green, red, styled, yellow } from './styled.ts'
import {
  createTerminal,
  EXIT,
  type Exit,
  type Terminal,
  UsageError,
  WorkError,
} from './terminal.ts'

interface InspectFlags {
  readonly config?: string
  readonly page?: string
  readonly timeout: number
  readonly text: boolean
  readonly json?: boolean
}

/** What was found out; all that is there is printed. */
export interface Findings {
  readonly pretty: string
  readonly ugly: string
  readonly route?: unknown
  /** Routes that would take the state, but for what they refuse. */
  readonly refused?: readonly string[]
  readonly loaded?: unknown
  /** What its log says, where it is adopted. */
  readonly said?: readonly string[]
  /** Whether robots.txt lets crawlers ask. */
  readonly allowed?: boolean
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** How long the answer took, in ms. */
  readonly time: number
  readonly body: string
}

/** Adds the command. */
export function inspectCommand(
  program: Command,
  run: (code: Promise<Exit>) => Promise<void>,
): void {
  program
    .command('inspect')
    .description('tell all about one state: route, data, head, status, headers, text')
    .argument('<state>', 'a state of the configured app, such as /word/ajax, or a URL of any site')
    .addOption(configOption())
    .option('--page <path>', 'which page the state is of, where the site has several')
    .addOption(timeoutOption(15_000))
    .option('--no-text', 'leave out the text of the snapshot')
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples('inspect /word/ajax', 'inspect https://example.com/#!/word/ajax --no-text'),
    )
    .action((state: string, flags: InspectFlags) => run(runInspect(state, flags)))
}

async function runInspect(asked: string, flags: InspectFlags): Promise<Exit> {
  const terminal = createTerminal(flags)
  const findings = /^https?:/.test(asked)
    ? await inspectUrl(asked, flags.timeout)
    : await inspectState(asked, flags)
  const { body, ...facts } = findings
  const reader = openReader(flags.timeout)
  const read = await reader.document(body)
  await reader.close()
  if ('unreadable' in read) throw new UsageError(`Cannot read ${facts.ugly}: ${read.unreadable}`)
  const { title, description, canonical, robots, text } = read
  const head = { title, description, canonical, robots: robots || undefined }
  terminal.result({ ...facts, head, text })
  if (!terminal.json) print(terminal, findings, head, flags.text ? text : '')
  return findings.status === 200 && findings.allowed !== false ? EXIT.ok : EXIT.finding
}

async function inspectUrl(url: string, timeout: number): Promise<Findings> {
  const pretty = (URL.canParse(url) ? toPrettyUrl(url) : null) ?? url
  const ugly = URL.canParse(url) ? toUglyUrl(pretty, { fragmentTag: true }) : null
  if (ugly === null) throw new UsageError(`Cannot inspect "${url}": give a URL with #!, or a state`)
  const options = { userAgent: USER_AGENT, timeout }
  const robots = await readRobots(new URL(ugly).origin, options)
  const started = performance.now()
  const answer = await get(ugly, options)
  if (answer.type === 'failure') throw new WorkError(diagnosis('HB112', ugly, answer.reason))
  return {
    pretty,
    ugly,
    allowed: robots.allows(ugly),
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    time: performance.now() - started,
    body: answer.body.toString('utf8'),
  }
}

async function inspectState(
  given: string,
  { config: file, page: asked, timeout }: InspectFlags,
): Promise<Findings> {
  const config = await readSite(file)
  const path = pageOf(Object.keys(config.pages), asked)
  const adopted = config.pages[path]
  if (adopted && isAdopted(adopted)) return inspectAdopted(config, path, given)
  const text = given.replace(/^#!/, '')
  const app = (await openSite(config)).find(({ page }) => page === path) as OpenApp
  const { page } = app
  const match = app.routes.match(text)
  const started = performance.now()
  const { resolution, waiting } = await load(app, text, timeout)
  const time = performance.now() - started
  const state = 'state' in resolution ? resolution.state : canonicalState(text)
  const pretty = stateUrl(app.routes.scheme, config.origin + page, state)
  const answer = await answerOf(config, app, text)
  return {
    pretty,
    ugly: toUglyUrl(pretty, { fragmentTag: true }) ?? pretty,
    route: match && {
      name: match.name,
      params: match.params,
      search: match.search,
      anchor: match.anchor,
    },
    refused: refusals(app.routes, text).map(({ route, pattern, key, value }) =>
      diagnosis('HB111', route, pattern, key, value),
    ),
    loaded: { ...told(resolution), ...(waiting.length > 0 && { waiting }), time },
    ...answer,
  }
}

/** The page that is asked about: the only one need not be named. */
function pageOf(pages: readonly string[], asked: string | undefined): string {
  const [only, ...others] = pages
  if (asked === undefined && only !== undefined && others.length === 0) return only
  const found = pages.find((page) => page === (asked ?? '/'))
  if (found !== undefined) return found
  throw new UsageError(diagnosis('HB113', asked ?? '/', [...pages]))
}

/** Loads a state, for as long as it may take. @returns What it came to, and what it still waited for. */
async function load(
  { routes, context }: OpenApp,
  state: string,
  timeout: number,
): Promise<{ resolution: Resolution; waiting: readonly string[] }> {
  const late = new AbortController()
  // Not AbortSignal.timeout: nothing else may keep the process alive while a loader hangs.
  const timer = setTimeout(() => late.abort(), timeout)
  const waiting = new Set<string>()
  const views = new ViewImports()
  views.openHere()
  const watched = pageTable(routes, views, waiting)
  const options = { context: context as never, signal: late.signal }
  const resolution = await watched.resolve(state, options)
  clearTimeout(timer)
  return { resolution, waiting: resolution.type === 'aborted' ? [...waiting] : [] }
}

/** What a resolution says; what a loader or view threw is told in full. */
function told(resolution: Resolution): object {
  if (resolution.type === 'redirect') return { type: 'redirect', to: resolution.state }
  if (resolution.type === 'aborted') return { type: 'aborted' }
  const { type, status, error } = resolution
  const failure = error instanceof Error ? mapStack(error.stack ?? error.message) : error
  return { type, status, ...(error === undefined ? {} : { error: String(failure) }) }
}

async function answerOf(
  config: Config,
  { page }: OpenApp,
  state: string,
): Promise<Pick<Findings, 'status' | 'headers' | 'body' | 'time'>> {
  const handler = await asUsage(createHandler({ ...config, workers: 1, cacheBytes: 0 }))
  try {
    const target = toUglyUrl(`${page}#!${state}`)
    if (target === null)
      throw new UsageError(`"${state}" has no ugly URL: it holds half a character`)
    const started = performance.now()
    const response = await handler({ method: 'GET', target, headers: {} })
    const time = performance.now() - started
    const { status = 404, headers = {}, body = '' } = response ?? {}
    return { status, headers, body: String(body), time }
  } finally {
    await handler.close()
  }
}

const ms = (time: number): string => `${time.toFixed(1)} ms`

function print(
  terminal: Terminal,
  { pretty, ugly, route, refused, loaded, said, allowed, status, headers, time }: Findings,
  head: Readonly<Record<string, string | undefined>>,
  text: string,
): void {
  const row = (name: string, value: unknown) => {
    if (value !== undefined) terminal.line(styled`${dim(name.padEnd(12))} ${value}`)
  }
  row('pretty', pretty)
  row('ugly', ugly)
  if (new URL(pretty).hash === '') row('', 'the page without a fragment')
  row('route', route === null ? red('none takes this state') : route && JSON.stringify(route))
  for (const what of refused ?? []) row('', yellow(what))
  row('loaded', loaded && JSON.stringify(loaded))
  row('robots.txt', allowed === undefined ? undefined : allowed ? 'allows it' : red('forbids it'))
  row('status', styled`${status === 200 ? green(status) : red(status)} in ${ms(time)}`)
  for (const [name, value] of Object.entries(headers)) row('', `${name}: ${value}`)
  for (const what of said ?? []) row('log', yellow(what))
  for (const [name, value] of Object.entries(head)) row(name, value)
  if (text !== '') terminal.lines(`\n${text}`)
}
